import cluster from 'node:cluster';
import { isIP } from 'node:net';
import { hostCheck, hostOf, type HostCheck } from '../../adapters/koa/steps/request-target.ts';
import type { AnsweredRequest } from '../../adapters/koa/app-options.ts';
import type { MetricsServer } from '../../adapters/prometheus/metrics-server.ts';
import { presentHealth } from '../../contracts/index.ts';
import type { Timer } from '../../core/index.ts';
import { second } from '../../core/vocabulary.ts';
import type { Config } from '../config.ts';
import { readVersion } from '../version.ts';
import { answerPrimary, type HealthAnswer } from '../workers/worker-health.ts';
import type { Service } from './open-service.ts';

/** Scrapes within this time share one statement, however many collectors there are. */
const reuseMs = 10 * second;
/** A scrape does not wait longer for the database. */
const answerMs = second;

export interface Metrics {
  readonly onAnswered: (request: AnsweredRequest) => void;
  readonly close: () => Promise<void>;
}

/** Serves the metrics of this process, or of the workers of this one. @returns undefined without `METRICS_PORT`. */
export const listenForMetrics = async (
  { metrics, workers }: Pick<Config, 'metrics' | 'workers'>,
  log: Service['log'],
  readHealth: () => Promise<HealthAnswer>,
): Promise<MetricsServer | undefined> => {
  if (metrics === undefined) return undefined;
  const { serveMetrics } = await import('../../adapters/prometheus/metrics-server.ts');
  const isAllowed = metricsHostCheck(metrics.allowedHosts);
  const server = await serveMetrics(metrics, { hasWorkers: workers > 1, isAllowed, readHealth });
  log.info('Serving metrics', { host: metrics.host, port: server.port });
  return server;
};

/** A collector may use the address of a container: only names can be made to resolve to another machine. */
const metricsHostCheck = (allowedHosts: readonly string[] | undefined): HostCheck => {
  const isAllowed = hostCheck(allowedHosts);
  return (request) => {
    const host = hostOf(request.headers.host ?? '');
    return (host !== undefined && isAddress(host)) || isAllowed(request);
  };
};

const isAddress = (host: string): boolean => isIP(host.replace(/^\[|\]$/g, '')) !== 0;

/** Counts what this process does. A worker leaves the port to its primary. @returns undefined without `METRICS_PORT`. */
export const openMetrics = async ({
  config,
  cms,
  log,
  get,
}: Service): Promise<Metrics | undefined> => {
  if (config.metrics === undefined) return undefined;
  const [{ startMetrics }, { usageOf }] = await Promise.all([
    import('../../adapters/prometheus/service-metrics.ts'),
    import('../../adapters/postgres/store-usage.ts'),
  ]);
  const usage = usageOf(await get('store'));
  const timer = await get('timer');
  const onAnswered = startMetrics({
    cache: cms.cache.counter,
    counts: (await get('portCounter')).counts,
    feedReaders: cms.changes.countReaders,
    dependencies: cms.system.latestChecks,
    searchProgress: reused(timer, cms.search.progress),
    store: usage && { ...usage, backlog: reused(timer, usage.backlog) },
  });
  const readHealth = async (): Promise<HealthAnswer> => {
    const health = await cms.system.checkInDetail();
    const details = { uptimeS: process.uptime(), version: await readVersion(), isDetailed: true };
    const status = health.status === 'unhealthy' ? 503 : 200;
    return { status, text: JSON.stringify({ data: presentHealth(health, details) }) };
  };
  if (cluster.isWorker) answerPrimary(readHealth);
  const server = cluster.isWorker ? undefined : await listenForMetrics(config, log, readHealth);
  return { onAnswered, close: async () => server?.close() };
};

/** Reuses what was read for ten seconds. @returns a function that returns undefined if there was no answer in time. */
export const reused = <T>(
  timer: Timer,
  read: () => Promise<T>,
  now: () => number = () => performance.now(),
): (() => Promise<T | undefined>) => {
  let latest: Promise<T | undefined> | undefined;
  let until = 0;
  const readInTime = async (): Promise<T | undefined> => {
    const answer = read().catch(() => undefined);
    const result = await timer.within(answer, answerMs);
    return result.inTime ? result.value : undefined;
  };
  return () => {
    if (latest === undefined || now() >= until) {
      until = now() + reuseMs;
      latest = readInTime();
    }
    return latest;
  };
};
