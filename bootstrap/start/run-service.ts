import { trackHealthPollers } from '../../adapters/node-server/health-pollers.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import type { Log } from '../../core/index.ts';
import type { Config } from '../config.ts';
import type { Extensions } from '../wiring.ts';
import { runProcess } from './run-process.ts';
import { hasColors, logFormatOf, logPollerWait, serviceLog } from './service-log.ts';
import { listenForStop } from './stop-signal.ts';
import { noticesFor, welcome, type Greeting } from './welcome.ts';

/**
 * Runs the service until the process receives SIGINT or SIGTERM: in this process, or in `WORKERS`
 * processes. A second signal exits at once; acknowledged writes are never lost.
 *
 * @throws DataDirectoryInUse, ConfigError, StartError, DomainError `dependency_unavailable`, the error
 *   of Node when the process cannot listen on the address.
 */
export const runService = async (config: Config, extensions: Extensions = {}): Promise<void> => {
  if (config.workers > 1) {
    const { runWorkers } = await import('../workers/run-workers.ts');
    return runWorkers(config, { greet, extensions });
  }
  const log = serviceLog(config);
  await runProcess(config, {
    stop: listenForStop(),
    pollers: trackHealthPollers(new SystemTimer(), logPollerWait(log)),
    onStep: (step) => log.info(step),
    onReady: (greeting) => greet(greeting, log),
    ...extensions,
  });
};

const greet = (greeting: Greeting, log: Log): void => {
  if (logFormatOf(greeting.config) === 'pretty') {
    process.stdout.write(welcome(greeting, hasColors()));
    return;
  }
  const { publicUrl } = greeting.config;
  log.info('Quoin is ready', {
    address: publicUrl,
    login: `${publicUrl}/auth/login`,
    admin: `${publicUrl}/admin`,
    docs: `${publicUrl}/docs`,
  });
  for (const notice of noticesFor(greeting)) log.warn(notice);
};
