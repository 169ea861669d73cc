import { Type, type Static, type TObject } from 'typebox';
import { hostOf, isThisMachine } from '../../adapters/koa/steps/request-target.ts';
import { listOf } from './addresses.ts';

export const metricsVariables = {
  METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65_535,
      description:
        'The port for [metrics](operations/monitoring.md#metrics) in the format of Prometheus; 0 chooses a free one. Without it, there are none.',
    }),
  ),
  METRICS_HOST: Type.String({
    default: '127.0.0.1',
    description:
      'The address to listen on for metrics. They need no password: do not open it to the internet.',
  }),
};

type MetricsEnvironment = Static<TObject<typeof metricsVariables>>;

export interface MetricsSettings {
  /** Where metrics are served; undefined for nowhere. */
  readonly metrics:
    | {
        readonly host: string;
        readonly port: number;
        /** The names that requests may use for it; undefined for all. */
        readonly allowedHosts: readonly string[] | undefined;
      }
    | undefined;
}

export function* metricsMistakes({
  METRICS_PORT,
  PORT,
}: MetricsEnvironment & { readonly PORT: number }): Generator<string> {
  if (METRICS_PORT !== undefined && METRICS_PORT !== 0 && METRICS_PORT === PORT)
    yield 'METRICS_PORT must be another port than PORT';
}

export const readMetrics = ({
  METRICS_PORT,
  METRICS_HOST,
  ALLOWED_HOSTS,
}: MetricsEnvironment & { readonly ALLOWED_HOSTS: string }): MetricsSettings => {
  if (METRICS_PORT === undefined) return { metrics: undefined };
  const hosts = [METRICS_HOST, ...listOf(ALLOWED_HOSTS)].flatMap((host) => hostOf(host) ?? []);
  const isOpen = ALLOWED_HOSTS === '' && !isThisMachine(hosts[0] ?? '');
  return {
    metrics: { host: METRICS_HOST, port: METRICS_PORT, allowedHosts: isOpen ? undefined : hosts },
  };
};
