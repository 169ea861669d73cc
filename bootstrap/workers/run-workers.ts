import type { Log } from '../../core/index.ts';
import type { Config } from '../config.ts';
import { migrateStore, withStore } from '../start/open-service.ts';
import { serviceLog } from '../start/service-log.ts';
import { listenForStop } from '../start/stop-signal.ts';
import type { Greeting } from '../start/welcome.ts';
import { superviseWorkers } from './supervise-workers.ts';

/**
 * Runs the service in `config.workers` processes until this process is asked to stop. Each worker runs
 * the same program.
 *
 * @param greet called once, when the first worker is ready.
 * @throws StartError when no worker starts; what opening the database throws.
 */
export const runWorkers = async (
  config: Config,
  greet: (greeting: Greeting, log: Log) => void,
): Promise<void> => {
  const stop = listenForStop();
  const log = serviceLog(config);
  const onStep = (step: string): void => log.info(step);
  try {
    // Before the workers start, so that a problem with the database is reported once.
    const holder = `quoin serve on ${config.publicUrl}`;
    await withStore(config, { holder, waitUntil: stop, onStep }, (store) =>
      migrateStore(store, { onStep }),
    );
    log.info('Starting the workers', { workers: config.workers });
  } catch (error) {
    if (stop.aborted) return;
    throw error;
  }
  await superviseWorkers(config.workers, {
    port: config.port,
    host: config.host,
    stop,
    log,
    onFirstReady: (greeting) => greet({ ...greeting, config }, log),
  });
};
