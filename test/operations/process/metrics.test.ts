import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startMetrics } from '../../../adapters/prometheus/service-metrics.ts';
import { serveMetrics } from '../../../adapters/prometheus/metrics-server.ts';
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

const openServer = async () => {
  const onAnswered = startMetrics({
    cache: { counts: { hits: 3, misses: 1 }, usage: { entries: 2, bytes: 500 } },
    pool: () => ({ used: 1, free: 2, waiting: 3 }),
  });
  const server = await serveMetrics({ host: '127.0.0.1', port: 0 }, false);
  return { onAnswered, ...server, [Symbol.asyncDispose]: () => server.close() };
};

test('without METRICS_PORT there is no port, and with it only this machine reaches it', () => {
  expect(readConfig({}).metrics).toBeUndefined();
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
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
  for (const line of ['quoin_cache_hits 3', 'quoin_cache_bytes 500', 'quoin_pool_waiting 3'])
    expect(text).toContain(line);
  expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404);
});

test('the dashboard and the page name only metrics that exist, and the page all of ours', async () => {
  await using server = await openServer();
  server.onAnswered({ method: 'GET', route: '/', status: 200, ms: 1 });
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
  });
});
