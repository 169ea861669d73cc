import type { Config } from '../config.ts';
import type { Get, Row } from '../container.ts';
import { StartError } from '../explain-failure.ts';
import type { Files, Parts, ServiceTracing, SharedCache } from '../parts.ts';
import { readVersion } from '../version.ts';

/**
 * Starts traces if the environment asks for them. Loads nothing of OpenTelemetry otherwise.
 *
 * @throws StartError when its packages are not installed.
 */
export const openServiceTracing =
  ({ tracing }: Pick<Config, 'tracing'>): Row<Parts, ServiceTracing> =>
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

export const tracedFiles =
  (row: Row<Parts, Files>): Row<Parts, Files> =>
  async (get) => {
    const [files, { active }] = [await row(get), await get('tracing')];
    if (active === undefined) return files;
    const { blobs, probe } = files;
    return { blobs: active.blobs(blobs), probe, close: async () => files.close?.() };
  };

export const tracedShared =
  (row: Row<Parts, SharedCache>): Row<Parts, SharedCache> =>
  async (get) => {
    const [shared, { active }] = [await row(get), await get('tracing')];
    const { cache, probe } = shared;
    if (active === undefined || cache === undefined) return shared;
    return { cache: active.cache(cache), probe, close: async () => shared.close?.() };
  };

/** How the store runs its statements; undefined without traces. */
export const statementRunner = async (get: Get<Pick<Parts, 'tracing'>>) =>
  (await get('tracing')).active?.statements;
