import type { Log } from '../core/index.ts';
import { watchBalancers } from './balancers.ts';
import type { Config } from './config.ts';
import { runInstance } from './instance.ts';
import { listenForStop } from './stop-signal.ts';
import { noticesFor, welcome, type Greeting } from './welcome.ts';

/**
 * Runs the service until the process is asked to end (SIGINT, SIGTERM). A second request ends it at
 * once: nothing that was acknowledged is lost by that.
 *
 * @throws DataDirectoryInUse, ConfigError, WorkersFailed, DomainError `dependency_unavailable`, Error
 *   of Node's when the address is taken.
 */
export const serve = async (config: Config): Promise<void> => {
  if (config.workers > 1) {
    const { serveWithWorkers } = await import('./workers/serve-with-workers.ts');
    return serveWithWorkers(config, greet);
  }
  await runInstance(config, {
    stop: listenForStop(),
    balancers: watchBalancers(),
    onReady: (greeting, { log }) => greet(greeting, log),
  });
};

const greet = (greeting: Greeting, log: Log): void => {
  if (process.stdout.isTTY) {
    process.stdout.write(welcome(greeting));
    return;
  }
  const { publicUrl } = greeting.config;
  log.info('Quoin is ready', {
    address: publicUrl,
    login: `${publicUrl}/auth/login`,
    docs: `${publicUrl}/docs`,
  });
  for (const notice of noticesFor(greeting)) log.warn(notice);
};
