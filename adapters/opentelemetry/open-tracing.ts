import { diag, DiagLogLevel, trace } from '@opentelemetry/api';
import type { Log, Timer } from '../../core/index.ts';
import { minute, second } from '../../core/vocabulary.ts';
import { tracingWith, type Tracing } from './tracing.ts';

export interface TracingOptions {
  readonly serviceVersion: string;
  /** Undefined if `OTEL_RESOURCE_ATTRIBUTES` names it. */
  readonly serviceName: string | undefined;
  readonly log: Log;
  readonly timer: Timer;
}

/** The packages of OpenTelemetry are not installed. */
export class MissingPackages extends Error {
  override readonly name = 'MissingPackages';
}

/** How long a stop waits for the last spans to be exported. */
const flushMs = 2 * second;
const warningIntervalMs = minute;

/**
 * Starts the SDK, which reads the other variables `OTEL_…` itself. Exports traces only: no metrics, no logs, and nothing
 * about the host.
 *
 * @throws MissingPackages
 */
export const openTracing = async ({
  serviceVersion,
  serviceName,
  log,
  timer,
}: TracingOptions): Promise<Tracing & { readonly close: () => Promise<void> }> => {
  const { startNodeSdk } = await import('@opentelemetry/sdk-node').catch(explainMissing);
  const { shutdown } = startNodeSdk({
    logLevel: 'error',
    metricReaders: [],
    logRecordProcessors: [],
    resourceDetectors: [],
    resourceAttributes: {
      ...(serviceName !== undefined && { 'service.name': serviceName }),
      'service.version': serviceVersion,
    },
  });
  reportTo(log);
  return {
    ...tracingWith(trace.getTracer('quoin', serviceVersion)),
    close: async () => {
      const flushed = shutdown().catch((error: unknown) => {
        log.warn('The last spans could not be exported', {}, error);
      });
      const { inTime } = await timer.within(flushed, flushMs);
      if (!inTime) log.warn('The last spans could not be exported in time');
      trace.disable();
    },
  };
};

const explainMissing = (cause: unknown): never => {
  const isMissing =
    cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND';
  if (!isMissing) throw cause;
  throw new MissingPackages('@opentelemetry/sdk-node is not installed', { cause });
};

/** Reports failures of the SDK, such as a collector that does not answer. */
const reportTo = (log: Log): void => {
  let quietUntil = 0;
  const warn = (message: string): void => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + warningIntervalMs;
    log.warn('OpenTelemetry reports a problem', { problem: message });
  };
  const ignore = (): void => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
};
