import { operator } from '../core/index.ts';
import type { Config } from './config.ts';
import { startServer, type RunningServer } from './server.ts';
import { openService, type Service } from './service.ts';
import { tokens } from './tokens.ts';
import { noticesFor, welcome, type Greeting } from './welcome.ts';

/**
 * Runs the service until the process is asked to end (SIGINT, SIGTERM). A second request ends it at
 * once: nothing that was acknowledged is lost by that.
 *
 * @throws DataDirectoryInUse, Error of Node's when the address is taken.
 */
export const serve = async (config: Config): Promise<void> => {
  const service = await openService(config, { holder: `quoin serve on ${config.publicUrl}` });
  const server = await startServer(service).catch(async (error: unknown) => {
    await service.close();
    throw error;
  });
  const ended = endOfProcess(service, server);
  await greet(service);
  await ended;
};

const endOfProcess = ({ log }: Service, server: RunningServer): Promise<void> =>
  new Promise((resolve, reject) => {
    let asked = false;
    const end = (signal: NodeJS.Signals): void => {
      if (asked) process.exit(1);
      asked = true;
      log.info('Stopping', { signal });
      server.stop().then(resolve, reject);
    };
    process.on('SIGINT', end);
    process.on('SIGTERM', end);
  });

const greet = async ({ config, cms, log, container }: Service): Promise<void> => {
  const { users } = await container.getAsync(tokens.repositories);
  const greeting: Greeting = {
    config,
    settings: await cms.settings.get(operator),
    hasUsers: await users.any(),
  };
  if (process.stdout.isTTY) {
    process.stdout.write(welcome(greeting));
    return;
  }
  log.info('Quoin is ready', {
    address: config.publicUrl,
    login: `${config.publicUrl}/auth/login`,
    docs: `${config.publicUrl}/docs`,
  });
  for (const notice of noticesFor(greeting)) log.warn(notice);
};
