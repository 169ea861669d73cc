import cluster from 'node:cluster';
import type { AnsweredRequest } from '../../adapters/koa/app-options.ts';
import type { MetricsServer } from '../../adapters/prometheus/metrics-server.ts';
import type { Config } from '../config.ts';
import type { Service } from './open-service.ts';

export interface Metrics {
  readonly onAnswered: (request: AnsweredRequest) => void;
  readonly close: () => Promise<void>;
}

/** Serves the metrics of this process, or of the workers of this one. @returns undefined without `METRICS_PORT`. */
export const listenForMetrics = async (
  { metrics, workers }: Pick<Config, 'metrics' | 'workers'>,
  log: Service['log'],
): Promise<MetricsServer | undefined> => {
  if (metrics === undefined) return undefined;
  const { serveMetrics } = await import('../../adapters/prometheus/metrics-server.ts');
  const server = await serveMetrics(metrics, workers > 1);
  log.info('Serving metrics', { host: metrics.host, port: server.port });
  return server;
};

/** Counts what this process does. A worker leaves the port to its primary. @returns undefined without `METRICS_PORT`. */
export const openMetrics = async ({
  config,
  cms,
  log,
  get,
}: Service): Promise<Metrics | undefined> => {
  if (config.metrics === undefined) return undefined;
  const [{ startMetrics }, { poolUsageOf }] = await Promise.all([
    import('../../adapters/prometheus/service-metrics.ts'),
    import('../../adapters/postgres/pool-usage.ts'),
  ]);
  const onAnswered = startMetrics({
    cache: cms.cache.counter,
    pool: poolUsageOf(await get('store')),
  });
  const server = cluster.isWorker ? undefined : await listenForMetrics(config, log);
  return { onAnswered, close: async () => server?.close() };
};
