import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { environmentSchema } from '../../bootstrap/config.ts';
import { commandHelp } from '../../bootstrap/tools/generated-pages.ts';
import { operations } from '../../contracts/index.ts';
import {
  composeText,
  kubernetesMistakes,
  kubernetesObject,
  kubernetesObjects,
  kubernetesText,
} from '../support/deployment/deployment-examples.ts';
import { dockerfileText, stepsOf, type Step } from '../support/deployment/dockerfile.ts';

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
