import { afterAll, beforeAll, expect, test } from 'vitest';
import { cacheHeaders, timed } from '../../adapters/http/answer/read-facts.ts';
import {
  renderJson,
  renderObject,
  asJsonText,
} from '../../adapters/http/rest/answers/render-json.ts';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import { renderOpenApi } from '../../contracts/index.ts';
import { DomainError, operator } from '../../core/index.ts';
import type { Store } from '../../core/store.ts';
import { altered } from '../support/core/altered.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';

let app: TestApp;
let isDown: ReadonlySet<string> = new Set();

const probe = (name: string) => ({
  ping: async (): Promise<void> => {
    if (isDown.has(name)) throw new Error(`connect ECONNREFUSED 10.0.0.1 as ${name}`);
  },
});

beforeAll(async () => {
  const probes = {
    keyValue: probe('keyValue'),
    storage: probe('storage'),
  };
  const reachable = async <T>(read: () => Promise<T>): Promise<T> => {
    if (isDown.has('accounts')) throw new DomainError('dependency_unavailable', 'Away');
    return read();
  };
  const accounts = alteredStore(new MemoryStore(), ({ sessions, apiTokens }) => ({
    sessions: altered(sessions, { find: (id) => reachable(() => sessions.find(id)) }),
    apiTokens: altered(apiTokens, {
      findByDigest: (digest) => reachable(() => apiTokens.findByDigest(digest)),
    }),
  }));
  const store = altered<Store>(accounts, { health: probe('database') });
  app = await serveApp({ publicUrl: 'https://cms.test', core: { ports: { probes, store } } });
});

afterAll(() => app[Symbol.asyncDispose]());

test('the health endpoint returns the status and the time', async () => {
  expect((await app.request('/api/health')).json()).toEqual({
    data: { status: 'healthy', timestamp: new Date(app.clock.now()).toISOString() },
  });
});

test.each([
  [[], 200, 'healthy'],
  [['keyValue'], 200, 'degraded'],
  [['storage'], 200, 'degraded'],
  [['database'], 503, 'unhealthy'],
  [['database', 'storage'], 503, 'unhealthy'],
])('while %j are down, health is %i %s without the reason', async (down, status, health) => {
  isDown = new Set(down);
  // Results of probes are reused for one second.
  app.clock.advance(2_000);
  const answer = await app.request('/api/system/health');
  const { data } = answer.json();
  expect([answer.status, data.status]).toEqual([status, health]);
  for (const [name, check] of Object.entries(data.checks)) {
    expect(check).toEqual({ status: down.includes(name) ? 'unhealthy' : 'healthy', latency: 0 });
  }
  expect(answer.headers.get('retry-after')).toBe(status === 503 ? '1' : null);
  expect(data.uptime).toBeGreaterThanOrEqual(0);
  expect(answer.text).not.toContain('10.0.0.1');
});

test('only admins get the reasons and the version, and callers with invalid credentials an answer', async () => {
  isDown = new Set(['keyValue']);
  app.clock.advance(2_000);
  const admin = await app.signIn('admin');
  const editor = await app.signIn('editor');
  const health = async (headers: Readonly<Record<string, string>>) =>
    (await app.request('/api/system/health', { headers })).json().data;
  const { checks } = await health(admin.bearer);
  expect(checks.keyValue.reason).toBe('connect ECONNREFUSED 10.0.0.1 as keyValue');
  for (const headers of [{}, editor.bearer, { Authorization: 'Bearer x' }, { 'X-API-Key': 'x' }]) {
    const data = await health(headers);
    expect(data.checks.keyValue).toEqual({ status: 'unhealthy', latency: 0 });
    expect(Object.keys(data)).not.toContain('version');
  }
});

test('while the store authenticates nobody, everybody gets the health, and nobody the details', async () => {
  isDown = new Set();
  const admin = await app.signIn('admin');
  isDown = new Set(['database', 'accounts', 'keyValue']);
  app.clock.advance(2_000);
  const cookie = { Cookie: `auth_token=${admin.bearer['Authorization']?.slice('Bearer '.length)}` };
  for (const headers of [{}, admin.bearer, cookie, { 'X-API-Key': 'st_1234567890' }]) {
    const answer = await app.request('/api/system/health', { headers });
    expect([answer.status, answer.json().data]).toEqual([
      503,
      {
        status: 'unhealthy',
        timestamp: expect.any(String),
        uptime: expect.any(Number),
        checks: {
          database: { status: 'unhealthy', latency: 0 },
          keyValue: { status: 'unhealthy', latency: 0 },
          storage: { status: 'healthy', latency: 0 },
        },
      },
    ]);
  }
  // Only this operation answers without knowing who asks.
  const me = await app.request('/auth/me', { headers: admin.bearer });
  expect([me.status, me.json().code]).toEqual([503, 'dependency_unavailable']);
  isDown = new Set();
  app.clock.advance(2_000);
  const again = await app.request('/api/system/health', { headers: admin.bearer });
  expect(again.json().data).toMatchObject({ status: 'healthy', search: { remaining: 0 } });
});

test('only admins get how far a rebuild of the search is', async () => {
  isDown = new Set();
  app.clock.advance(2_000);
  const admin = await app.signIn('admin');
  const editor = await app.signIn('editor');
  const search = async (headers: Readonly<Record<string, string>> = {}) =>
    (await app.request('/api/system/health', { headers })).json().data.search;
  await app.cms.search.updateIndex();
  expect(await search(admin.bearer)).toMatchObject({ status: 'current', remaining: 0 });
  const { id: collectionId } = (await app.cms.collections.list(operator))[0]!;
  await app.cms.content.create(operator, { collectionId, title: 'One' });
  await app.ports.store.repositories.search.outdate(collectionId);
  expect(await search(admin.bearer)).toEqual({ status: 'rebuilding', remaining: 1, total: 1 });
  expect([await search(editor.bearer), await search()]).toEqual([undefined, undefined]);
  isDown = new Set(['database']);
  app.clock.advance(2_000);
  expect(await search(admin.bearer)).toBeUndefined();
});

test('the OpenAPI document is the contract with the public URL', async () => {
  const { headers, json } = await app.request('/api/');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(json()).toEqual(JSON.parse(JSON.stringify(renderOpenApi('https://cms.test'))));
});

test('JSON with rendered parts equals the JSON of the whole value', () => {
  const item = { id: 'a"b', n: 1 };
  const kept = asJsonText<object>('{"kept":1.50}');
  expect(renderObject({ data: renderJson(item), meta: kept })).toBe(
    '{"data":{"id":"a\\"b","n":1},"meta":{"kept":1.50}}',
  );
});

test('the response time is reported with and without the wait before the work', async () => {
  const clock = [2.00004, 5.1234567];
  const { value, timing } = await timed(
    () => clock.shift() ?? 0,
    async () => 'done',
  );
  expect([value, timing]).toEqual(['done', { total: 5.123, execution: 3.123, unit: 'ms' }]);
});

test('cache headers round the lifetime up, and are absent if the plugin is off', () => {
  const report = { active: true, hit: true, source: 'kv', ttlMs: 1 } as const;
  expect(cacheHeaders(report, 3.5)).toEqual({
    'X-Cache-Status': 'HIT',
    'X-Cache-Source': 'kv',
    'X-Cache-TTL': 1,
    'X-Response-Time': '3.5ms',
  });
  expect(cacheHeaders({ ...report, active: false }, 3.5)).toEqual({});
});
