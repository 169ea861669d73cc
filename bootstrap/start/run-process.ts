import { operator } from '../../core/index.ts';
import { second } from '../../core/vocabulary.ts';
import type { Config } from '../config.ts';
import type { Extensions } from '../extensions.ts';
import { fewDescriptors } from './descriptors.ts';
import { closeAfterFailure, faultOfStore, openService, type Service } from './open-service.ts';
import { lowerPoolPriority } from './pool-priority.ts';
import type { HttpOptions } from './serve-http.ts';
import { aborted, exitAfter, isByHand, limitAbandonedStart } from './stop-signal.ts';
import { openServiceTracing } from './tracing.ts';
import { readVersion } from '../version.ts';
import type { SiteFacts } from './welcome.ts';

export interface ProcessOptions extends HttpOptions, Extensions {
  /** Aborted when the process has to stop. */
  readonly stop: AbortSignal;
  /** Called before each step of the start. */
  readonly onStep?: (step: string) => void;
  /** Called when the service answers requests. */
  readonly onReady: (site: SiteFacts) => void;
}

/** When everything is closed, the process exits after this time at the latest. */
const exitDelayMs = second;

/**
 * Opens the service in this process, serves it until `stop` is aborted, and closes it. When `stop` is
 * aborted during the start, closes what is open.
 *
 * @throws what {@link openService} and the server throw, unless `stop` was aborted before.
 */
export const runProcess = async (
  config: Config,
  { stop, onStep, onReady, pollers, listener, ...extensions }: ProcessOptions,
): Promise<void> => {
  const endStart = limitAbandonedStart(stop);
  try {
    const opening = openService(config, {
      holder: `quoin serve on ${config.publicUrl}`,
      waitUntil: stop,
      onStep,
      adapters: { tracing: openServiceTracing(config) },
      ...extensions,
    });
    // Loads the server while the database opens.
    const [service, { serveHttp }] = await Promise.all([
      opening,
      import('./serve-http.ts'),
      lowerPoolPriority(),
    ]);
    if (stop.aborted) return await service.close();
    onStep?.('Starting the server');
    const readFacts = () =>
      siteFacts(service).catch((error: unknown) => {
        throw faultOfStore(error, extensions.ports);
      });
    const start = async () =>
      [await readFacts(), await serveHttp(service, { pollers, listener })] as const;
    const [site, server] = await start().catch(async (error: unknown) => {
      await closeAfterFailure(service);
      throw error;
    });
    endStart();
    const stopped = aborted(stop).then(async () => {
      service.log.info('Stopping', { signal: String(stop.reason) });
      await server.stop(isByHand(stop));
      service.log.info('Stopped');
    });
    onReady(site);
    const descriptors = await fewDescriptors();
    if (descriptors !== undefined) {
      service.log.warn(
        'Few descriptors: beyond them, the system rejects connections. Raise the limit, with LimitNOFILE of systemd or ulimit -n',
        { descriptors },
      );
    }
    await stopped;
  } catch (error) {
    if (!stop.aborted) throw error;
  }
  exitAfter(exitDelayMs);
};

const siteFacts = async ({ cms }: Service): Promise<SiteFacts> => {
  const users = await cms.users.list(operator, { limit: 1 });
  return {
    settings: await cms.settings.get(operator),
    hasUsers: users.length > 0,
    version: await readVersion(),
  };
};
