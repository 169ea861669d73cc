import type { Config } from '../config.ts';
import type { Get, Row } from '../container.ts';
import { StartError } from '../explain-failure.ts';
import type { Bindings, ServiceTracing } from '../bindings.ts';
import { withExtras } from '../ports/port-rows.ts';
import { readVersion } from '../version.ts';

/**
 * Starts traces if the environment asks for them. Loads nothing of OpenTelemetry otherwise.
 *
 * @throws StartError when its packages are not installed.
 */
export const openServiceTracing =
  ({ tracing }: Pick<Config, 'tracing'>): Row<Bindings, ServiceTracing> =>
  async (get) => {
    if (tracing === undefined) return { active: undefined };
    const [{ MissingPackages, openTracing }, ports] = await Promise.all([
      import('../../adapters/opentelemetry/open-tracing.ts'),
      import('../../adapters/opentelemetry/traced-ports.ts'),
    ]);
    try {
      const { close, ...active } = await openTracing({
        ...tracing,
        serviceVersion: await readVersion(),
        log: await get('log'),
        timer: await get('timer'),
      });
      return { active: { ...active, ...ports.tracedPorts(active) }, close };
    } catch (error) {
      if (!(error instanceof MissingPackages)) throw error;
      throw new StartError(
        'OTEL_TRACES_EXPORTER or OTEL_EXPORTER_OTLP_ENDPOINT asks for traces, but @opentelemetry/sdk-node is not ' +
          'installed. Install it as docs/operations/monitoring.md says, or set OTEL_SDK_DISABLED=true',
      );
    }
  };

export const tracedBlobs =
  (row: Row<Bindings, Bindings['blobs']>): Row<Bindings, Bindings['blobs']> =>
  async (get) => {
    const [blobs, { active }] = [await row(get), await get('tracing')];
    return active === undefined ? blobs : withExtras(active.blobs(blobs), blobs);
  };

export const tracedCache =
  (row: Row<Bindings, Bindings['sharedCache']>): Row<Bindings, Bindings['sharedCache']> =>
  async (get) => {
    const [cache, { active }] = [await row(get), await get('tracing')];
    return active === undefined || cache === undefined
      ? cache
      : withExtras(active.cache(cache), cache);
  };

/** How the store runs its statements; undefined without traces. */
export const statementRunner = async (get: Get<Pick<Bindings, 'tracing'>>) =>
  (await get('tracing')).active?.statements;
