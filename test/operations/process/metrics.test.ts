import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { expect, test, vi } from 'vitest';
import { startMetrics } from '../../../adapters/prometheus/service-metrics.ts';
import { serveMetrics } from '../../../adapters/prometheus/metrics-server.ts';
import { portCounter } from '../../../adapters/prometheus/port-counts.ts';
import { reused } from '../../../bootstrap/start/metrics.ts';
import { operator } from '../../../core/index.ts';
import { manualTimer } from '../../support/core/manual-timer.ts';
import { recordedLog } from '../../support/core/recorded-log.ts';
import { httpClient } from '../../support/http/http-client.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { dataFolder } from '../../support/service/data-folder.ts';
import { serveService } from '../../support/service/served-service.ts';
import { readConfig } from '../../../bootstrap/config.ts';
import { loggedLines } from '../../support/service/logged-lines.ts';
import { call, withTwoWorkers } from '../../support/service/two-workers.ts';

const dashboardFile = new URL('../../../docs/deployment/grafana.json', import.meta.url);
const pageFile = new URL('../../../docs/operations/monitoring.md', import.meta.url);

const scrape = async (port: number): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('version=0.0.4');
  return response.text();
};

const backlog = {
  feedMs: 1_500,
  webhookMs: 61_000,
  newDeliveries: 4,
  retries: 5,
  failingWebhooks: 6,
  switchedOffWebhooks: 7,
};

const openServer = async (ask: () => Promise<typeof backlog | undefined> = async () => backlog) => {
  const ports = portCounter();
  const onAnswered = startMetrics({
    cache: { counts: { hits: 3, misses: 1 }, usage: { entries: 2, bytes: 500 } },
    counts: ports.counts,
    feedReaders: () => 8,
    dependencies: () => ({ database: { status: 'healthy' }, keyValue: { status: 'unhealthy' } }),
    searchProgress: async () => ({ remaining: 196_700 }),
    store: {
      pool: () => ({ used: 1, free: 2, waiting: 3 }),
      questions: () => ({ known: 9, unknown: 1, totalMs: 20, ageMs: 250 }),
      backlog: ask,
    },
  });
  const server = await serveMetrics(
    { host: '127.0.0.1', port: 0 },
    {
      hasWorkers: false,
      isAllowed: () => true,
      readHealth: async () => ({ status: 200, text: '{}' }),
    },
  );
  return { onAnswered, ports, ...server, [Symbol.asyncDispose]: () => server.close() };
};

test('without METRICS_PORT there is no port, and with it only this machine reaches it', () => {
  expect(readConfig({}).metrics).toBeUndefined();
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({
    host: '127.0.0.1',
    port: 9464,
    allowedHosts: ['127.0.0.1'],
  });
  expect(() => readConfig({ METRICS_PORT: '8787' })).toThrow(/METRICS_PORT must be another port/);
});

test('requests are counted by method, route and status, and never by their paths', async () => {
  await using server = await openServer();
  const route = '/api/content/{id}';
  server.onAnswered({ method: 'GET', route, status: 200, ms: 4 });
  server.onAnswered({ method: 'GET', route, status: 200, ms: 40 });
  server.onAnswered({ method: 'PROPFIND', route: undefined, status: undefined, ms: 1 });
  const text = await scrape(server.port);
  const labels = `method="GET",route="${route}",status="200"`;
  expect(text).toContain(`quoin_http_request_duration_seconds_count{${labels}} 2`);
  expect(text).toContain(`quoin_http_request_duration_seconds_bucket{le="0.005",${labels}} 1`);
  expect(text).toContain('{method="other",route="none",status="0"} 1');
  for (const line of ['quoin_cache_hits_total 3', 'quoin_cache_bytes 500', 'quoin_pool_waiting 3'])
    expect(text).toContain(line);
  expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404);
});

test('what is asked, what waits and what fails is shown', async () => {
  await using server = await openServer();
  const text = await scrape(server.port);
  for (const line of [
    'quoin_feed_readers 8',
    'quoin_dependency_up{dependency="database"} 1',
    'quoin_dependency_up{dependency="keyValue"} 0',
    'quoin_memory_questions_total{answer="known"} 9',
    'quoin_memory_questions_total{answer="unknown"} 1',
    'quoin_memory_questions_seconds_total 0.02',
    'quoin_memory_age_seconds 0.25',
    'quoin_feed_lag_seconds 1.5',
    'quoin_webhook_lag_seconds 61',
    'quoin_webhook_deliveries_new 4',
    'quoin_webhook_deliveries_failed 5',
    'quoin_webhooks_failing 6',
    'quoin_webhooks_switched_off 7',
    'quoin_search_remaining_items 196700',
  ])
    expect(text.split('\n')).toContain(line);
});

test('what the store does not tell in time has no value, and counters do not grow by a scrape', async () => {
  let answer: typeof backlog | undefined = backlog;
  await using server = await openServer(async () => answer);
  expect(await scrape(server.port)).toMatch(/^quoin_feed_lag_seconds 1.5$/m);
  answer = undefined;
  const text = await scrape(server.port);
  expect(text).not.toMatch(/^quoin_(?:feed_lag|webhook)\w* /m);
  expect(text).toContain('quoin_memory_questions_total{answer="known"} 9');
});

test('attempts are counted by the name of the limit, never by the client', async () => {
  await using server = await openServer();
  const rejection = { retryAfterMs: 5 };
  const answers = [undefined, rejection, rejection];
  const limiter = server.ports.limiter({ attempt: async () => answers.shift() });
  const limit = { attempts: 1, windowMs: 1 };
  expect(await limiter.attempt('login:192.0.2.7', limit)).toBeUndefined();
  for (const client of ['192.0.2.8', '2001:db8::'])
    expect(await limiter.attempt(`login:${client}`, limit)).toBe(rejection);
  const text = await scrape(server.port);
  expect(text).toContain('quoin_limit_attempts_total{limit="login",result="allowed"} 1');
  expect(text).toContain('quoin_limit_attempts_total{limit="login",result="rejected"} 2');
  expect(text).not.toMatch(/192\.0\.2|2001:db8/);
});

test('requests to receivers are counted by their result', async () => {
  await using server = await openServer();
  const answers = [{ status: 204, body: '' }, { status: 302, body: '' }, { failure: 'No' }];
  const sender = server.ports.sender({
    refusalOf: () => undefined,
    send: async () => answers.shift()!,
  });
  const request = {
    url: 'https://a.test',
    headers: {},
    body: '',
    timeoutMs: 1,
    responseMaxBytes: 1,
  };
  for (let n = 0; n < 3; n += 1) await sender.send(request);
  const text = await scrape(server.port);
  expect(text).toContain('quoin_webhook_requests_total{result="succeeded"} 1');
  expect(text).toContain('quoin_webhook_requests_total{result="failed"} 2');
});

test('scrapes share a statement for ten seconds, and do not wait for a database that hangs', async () => {
  const timer = manualTimer();
  let [now, asked] = [0, 0];
  let answer: Promise<number> = Promise.resolve(1);
  const read = reused(
    timer,
    async () => ((asked += 1), answer),
    () => now,
  );
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  now = 9_999;
  expect(await read()).toBe(1);
  expect(asked).toBe(1);
  now = 10_000;
  answer = Promise.withResolvers<number>().promise;
  const waiting = read();
  expect(timer.waits()).toEqual([1_000]);
  timer.expire();
  expect(await waiting).toBeUndefined();
  now = 20_000;
  answer = Promise.reject(new Error('The database is away'));
  expect(await read()).toBeUndefined();
  expect(asked).toBe(3);
});

await withPostgres('migrated', (url) => {
  test('a service counts its limits, its questions and its readers, and reads what waits', async () => {
    const log = recordedLog();
    await using service = await serveService(
      { DATABASE_URL: url, METRICS_PORT: '0' },
      { adapters: { log: () => log } },
    );
    const port = Number(log.entries.find((e) => e.message === 'Serving metrics')?.fields['port']);
    const { request } = httpClient(service.url);
    const login = { method: 'POST', json: { email: 'a@example.com', password: 'a wrong one' } };
    for (let n = 0; n < 7; n += 1) await request('/auth/login', login);
    const { cms } = service.service;
    await cms.plugins.configure(operator, 'cache', { active: true });
    for (let n = 0; n < 3; n += 1) await request('/api/content');
    await cms.collections.create(operator, { name: 'events', displayName: 'Events' });
    const { cursor } = (await request('/api/changes')).json().meta;
    const follower = request(`/api/changes?wait=25&after=${cursor}`);
    await vi.waitUntil(() => cms.changes.countReaders() === 1);
    const text = await scrape(port);
    expect(text).toContain('quoin_limit_attempts_total{limit="login",result="allowed"} 5');
    expect(text).toContain('quoin_limit_attempts_total{limit="login",result="rejected"} 2');
    expect(text).toContain('quoin_feed_readers 1');
    expect(text).toMatch(/^quoin_memory_questions_total\{answer="known"\} [1-9]/m);
    expect(text).toMatch(/^quoin_memory_age_seconds \d/m);
    expect(text).toMatch(/^quoin_feed_lag_seconds \d/m);
    expect(text).toContain('quoin_webhooks_failing 0');
    expect(text).toMatch(/^quoin_search_remaining_items \d/m);
    await cms.collections.create(operator, { name: 'news', displayName: 'News' });
    expect((await follower).status).toBe(200);
  });
});

test('the port of the metrics answers for no name that another site could have (DNS rebinding)', async () => {
  const log = recordedLog();
  await using folder = await dataFolder();
  await using _service = await serveService(
    { DATA_DIR: folder.path, METRICS_PORT: '0' },
    { adapters: { log: () => log } },
  );
  const port = Number(log.entries.find((e) => e.message === 'Serving metrics')?.fields['port']);
  const status = async (host: string, path = '/metrics') => {
    const sent = request({ port, host: '127.0.0.1', path, headers: { Host: host } }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example']) {
    expect(await status(host), host).toBe(421);
    expect(await status(host, '/api/system/health'), host).toBe(421);
  }
  for (const host of ['localhost', `127.0.0.1:${port}`, '[::1]', '10.0.0.7:9464'])
    expect(await status(host), host).toBe(200);
  const response = await fetch(`http://127.0.0.1:${port}/api/system/health`);
  const { data } = (await response.json()) as { data: Record<string, unknown> };
  expect([data['status'], data['version']]).toEqual(['healthy', expect.stringMatching(/^\d/)]);
  expect(data['search']).toMatchObject({ status: expect.any(String) });
});

test('the dashboard and the page name only metrics that exist, and the page all of ours', async () => {
  await using server = await openServer();
  server.onAnswered({ method: 'GET', route: '/', status: 200, ms: 1 });
  const limiter = server.ports.limiter({ attempt: async () => undefined });
  await limiter.attempt('login:a', { attempts: 1, windowMs: 1 });
  const text = await scrape(server.port);
  const existing = new Set(text.match(/^[a-z\d_]+(?=[{ ])/gm));
  const namesIn = (file: URL): ReadonlySet<string> =>
    new Set(readFileSync(file, 'utf8').match(/\b(?:quoin|nodejs|process)_[a-z\d_]+/g));
  const dashboard = namesIn(dashboardFile);
  expect(dashboard.size).toBeGreaterThan(8);
  expect([...dashboard].filter((name) => !existing.has(name))).toEqual([]);
  const families = new Set(text.match(/(?<=^# TYPE )[a-z\d_]+/gm));
  const onPage = namesIn(pageFile);
  expect([...onPage].filter((name) => !existing.has(name) && !families.has(name))).toEqual([]);
  const ours = [...families].filter((name) => name.startsWith('quoin_'));
  expect(ours.filter((name) => !onPage.has(name))).toEqual([]);
});

await withTwoWorkers(({ start }) => {
  test('one port has the metrics of all workers together', async () => {
    const service = await start({ METRICS_PORT: '0' });
    const [line] = loggedLines(service, 'Serving metrics') as unknown as readonly [
      { readonly port: number },
    ];
    expect(loggedLines(service, 'Serving metrics')).toHaveLength(1);
    for (let n = 0; n < 10; n += 1) await call(`${service.url}/api/collections/pages/content`);
    await call(`${service.url}/api/health`);
    const text = await scrape(line.port);
    const labels = 'method="GET",route="/api/collections/{name}/content",status="200"';
    expect(text).toContain(`quoin_http_request_duration_seconds_count{${labels}} 10`);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds/m);
    expect(text).toMatch(/^quoin_pool_used \d/m);
    expect(text).not.toContain('/collections/pages');
    const health = await fetch(`http://127.0.0.1:${line.port}/api/system/health`);
    expect(await health.json()).toMatchObject({ data: { version: expect.any(String) } });
  });
});
