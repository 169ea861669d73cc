import cluster from 'node:cluster';
import { PinoLog } from '../../adapters/pino/pino-log.ts';
import { migrate } from '../../adapters/postgres/migrations.ts';
import type { Log } from '../../core/index.ts';
import type { Config } from '../config.ts';
import { withDatabase } from '../service.ts';
import { listenForStop } from '../stop-signal.ts';
import type { Greeting } from '../welcome.ts';
import { superviseWorkers } from './supervise-workers.ts';
import { runWorker } from './run-worker.ts';

/**
 * Runs the service in several processes until this one is asked to end. A worker runs the same
 * program and comes by here, too.
 *
 * @param greet called once, when the first worker is ready.
 * @throws WorkersFailed when no worker can be started; what opening the database throws.
 */
export const serveWithWorkers = async (
  config: Config,
  greet: (greeting: Greeting, log: Log) => void,
): Promise<void> => {
  if (cluster.isWorker) return runWorker(config);
  const stop = listenForStop();
  const log = new PinoLog({ level: config.logLevel });
  try {
    // Once, before anybody needs it: and what is wrong with the database is told once.
    const holder = `quoin serve on ${config.publicUrl}`;
    await withDatabase(config, { holder, waitUntil: stop }, migrate);
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
