import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';
import { counter, gauge, possibleGauge } from './gauges.ts';
import type { PortCounts } from './port-counts.ts';
import { registerStoreMetrics, type StoreSources } from './store-metrics.ts';

/** A request whose response has ended. */
export interface AnsweredRequest {
  readonly method: string | undefined;
  /** The path template; undefined if no route matched. Never the path. */
  readonly route: string | undefined;
  /** Undefined if the connection ended before the headers were sent. */
  readonly status: number | undefined;
  readonly ms: number;
}

/** What is read when the metrics are collected. */
export interface MetricSources {
  readonly cache: {
    readonly counts: { readonly hits: number; readonly misses: number };
    readonly usage: { readonly entries: number; readonly bytes: number };
  };
  readonly counts: PortCounts;
  /** How many readers wait for changes. */
  readonly feedReaders: () => number;
  /** The statuses of the dependencies that have been checked. */
  readonly dependencies: () => Readonly<Record<string, { readonly status: string }>>;
  /** How far a rebuild of the search is; undefined as long as the store does not answer. */
  readonly searchProgress: () => Promise<{ readonly remaining: number } | undefined>;
  /** Undefined for a store that cannot be observed. */
  readonly store: StoreSources | undefined;
}

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Names with fewer characters than a scraper could be made to store. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

/**
 * Registers the metrics of this process. In a cluster, the primary adds up those of its workers.
 *
 * @returns counts a request.
 */
export const startMetrics = ({
  cache,
  counts,
  feedReaders,
  dependencies,
  searchProgress,
  store,
}: MetricSources): ((request: AnsweredRequest) => void) => {
  register.clear();
  // Its construction lets a worker answer the primary.
  Reflect.construct(AggregatorRegistry, []);
  collectDefaultMetrics({ register });
  const durations = new Histogram({
    name: 'quoin_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
  });
  counter({ name: 'quoin_cache_hits_total', help: 'Responses from the cache.' }, [], () => [
    [{}, cache.counts.hits],
  ]);
  counter(
    { name: 'quoin_cache_misses_total', help: 'Responses that the cache did not have.' },
    [],
    () => [[{}, cache.counts.misses]],
  );
  gauge('quoin_cache_entries', 'Entries of the cache in memory.', () => cache.usage.entries);
  gauge('quoin_cache_bytes', 'Bytes of the cache in memory.', () => cache.usage.bytes);
  gauge('quoin_feed_readers', 'Readers that wait for changes.', feedReaders);
  possibleGauge(
    {
      name: 'quoin_search_remaining_items',
      help: 'About how many items a rebuild of the search has still to look at.',
    },
    // All workers read the same store.
    'max',
    async () => (await searchProgress())?.remaining,
  );
  registerDependencies(dependencies);
  registerPorts(counts);
  if (store !== undefined) registerStoreMetrics(store);
  // To look up a series by its labels costs more than to keep it.
  const series = new Map<string, { observe: (value: number) => void }>();
  return ({ method = '', route = 'none', status = 0, ms }) => {
    const key = `${method} ${status} ${route}`;
    let one = series.get(key);
    if (one === undefined) {
      const labels = { method: methods.has(method) ? method : 'other', route, status };
      one = durations.labels(labels);
      series.set(key, one);
    }
    one.observe(ms / 1_000);
  };
};

const registerDependencies = (read: MetricSources['dependencies']): void => {
  new Gauge({
    name: 'quoin_dependency_up',
    help: 'Whether a dependency can be used: 1, or 0 if it is unreachable or rejects writes.',
    labelNames: ['dependency'],
    // Of several workers, that which sees an outage.
    aggregator: 'min',
    collect() {
      for (const [dependency, { status }] of Object.entries(read()))
        this.set({ dependency }, status === 'healthy' ? 1 : 0);
    },
  });
};

const registerPorts = ({ limits, webhooks }: PortCounts): void => {
  counter(
    { name: 'quoin_limit_attempts_total', help: 'Attempts that a rate limit has counted.' },
    ['limit', 'result'],
    () =>
      [...limits].flatMap(
        ([limit, { allowed, rejected }]) =>
          [
            [{ limit, result: 'allowed' }, allowed],
            [{ limit, result: 'rejected' }, rejected],
          ] as const,
      ),
  );
  counter(
    { name: 'quoin_webhook_requests_total', help: 'Requests to the receivers of webhooks.' },
    ['result'],
    () => [
      [{ result: 'succeeded' }, webhooks.succeeded],
      [{ result: 'failed' }, webhooks.failed],
    ],
  );
};
