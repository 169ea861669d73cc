import cluster from 'node:cluster';
import type { Config } from '../config.ts';
import type { LoadExtensions } from '../config-file/load-extensions.ts';
import { replacedPorts } from '../ports/port-members.ts';
import type { Extensions } from '../extensions.ts';
import { runProcess } from './run-process.ts';
import { serviceLog } from './service-log.ts';
import { listenForStop, trackPollers } from './stop-signal.ts';
import { greet } from './welcome.ts';

/**
 * Runs the service until the process receives SIGINT, SIGTERM or SIGHUP: in this process, or in `WORKERS`
 * processes. A second signal exits at once; acknowledged writes are never lost.
 *
 * @throws DataDirectoryInUse, ConfigError, StartError, DomainError `dependency_unavailable`, the error
 *   of Node when the process cannot listen on the address; what loading the extensions throws.
 */
export const runService = async (
  config: Config,
  extensions: LoadExtensions | Extensions = {},
): Promise<void> => {
  const load: LoadExtensions =
    typeof extensions === 'function' ? extensions : async () => extensions;
  const hasWorkers = config.workers > 1;
  if (hasWorkers && cluster.isWorker) {
    const { runWorker } = await import('../workers/run-worker.ts');
    return runWorker(config, load);
  }
  const { configFile, ...loaded } = await load();
  const log = serviceLog(config);
  if (configFile !== undefined) {
    const hooks = (loaded.hooks ?? []).map(({ name }) => name).join(', ');
    const ports = replacedPorts(loaded.ports ?? {}).join(', ');
    log.info('Loaded the configuration file', { file: configFile, hooks, ports });
  }
  if (hasWorkers) {
    const { runWorkers } = await import('../workers/run-workers.ts');
    return runWorkers(config, loaded.ports);
  }
  const stop = listenForStop();
  await runProcess(config, {
    stop,
    pollers: trackPollers(stop, log),
    onStep: (step) => log.info(step),
    onReady: (site) => greet(config, site, log, loaded.ports),
    ...loaded,
  });
};
