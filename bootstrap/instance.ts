import { operator, second } from '../core/index.ts';
import type { Config } from './config.ts';
import type { ServerOptions } from './server.ts';
import { openService, type Service } from './service.ts';
import { aborted } from './stop-signal.ts';
import type { Greeting } from './welcome.ts';

export interface InstanceOptions extends ServerOptions {
  /** Aborted when the process is to end. */
  readonly stop: AbortSignal;
  /** The service answers from now on. */
  readonly onReady: (greeting: Greeting, service: Service) => void;
}

/** A start that has not come to its end by then has nothing that would be lost. */
const abandonMs = 10 * second;
/** What is still open when everything was asked to close. */
const leftoverMs = second;

/**
 * Runs the service in this process until it is asked to stop. Also a start that is asked to stop
 * ends well: whatever was opened is closed.
 *
 * @throws whatever {@link openService} and the server throw, unless it was asked to stop before.
 */
export const runInstance = async (
  config: Config,
  { stop, onReady, ...options }: InstanceOptions,
): Promise<void> => {
  const abandon = (): void => endWithin(abandonMs);
  stop.addEventListener('abort', abandon);
  try {
    const opening = openService(config, {
      holder: `quoin serve on ${config.publicUrl}`,
      waitUntil: stop,
    });
    // While the database opens there is time to load the server.
    const [service, { startServer }] = await Promise.all([opening, import('./server.ts')]);
    if (stop.aborted) return await service.close();
    const start = async () =>
      [await greetingOf(service), await startServer(service, options)] as const;
    const [greeting, server] = await start().catch(async (error: unknown) => {
      await service.close();
      throw error;
    });
    stop.removeEventListener('abort', abandon);
    const stopped = aborted(stop).then(async () => {
      service.log.info('Stopping', { signal: String(stop.reason) });
      await server.stop();
    });
    onReady(greeting, service);
    await stopped;
  } catch (error) {
    if (!stop.aborted) throw error;
  }
  endWithin(leftoverMs);
};

/** Ends the process if something keeps it from ending by itself. */
const endWithin = (ms: number): void => void setTimeout(() => process.exit(0), ms).unref();

const greetingOf = async ({ config, cms }: Service): Promise<Greeting> => {
  const somebody = await cms.users.list(operator, { limit: 1 });
  return { config, settings: await cms.settings.get(operator), hasUsers: somebody.length > 0 };
};
