import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { environmentSchema } from '../../bootstrap/config.ts';
import { composeMistakes, composeText } from '../support/deployment/deployment-examples.ts';
import { dockerfileText, stepsOf } from '../support/deployment/dockerfile.ts';
import { projectRoot } from './sources.ts';

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
