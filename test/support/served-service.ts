import { readConfig } from '../../bootstrap/config.ts';
import { databaseToken } from '../../bootstrap/modules/database.ts';
import { startServer } from '../../bootstrap/server.ts';
import { openService, type Service } from '../../bootstrap/service.ts';
import { dataFolder } from './data-folder.ts';
import { testSecret } from './memory-cms.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface ServedService extends AsyncDisposable {
  readonly url: string;
  readonly service: Service;
  /** Makes the service as it was after its first start. */
  readonly reset: () => Promise<void>;
}

/** A service wired by bootstrap from an environment, on a free port, in a folder of its own. */
export const serveService = async (
  env: Readonly<Record<string, string>> = {},
): Promise<ServedService> => {
  const folder = await (env['DATABASE_URL'] === undefined ? dataFolder() : temporaryFolder());
  const config = readConfig({
    PORT: '0',
    PUBLIC_URL: 'http://cms.test',
    DATA_DIR: folder.path,
    LOG_LEVEL: 'silent',
    TRUST_PROXY: '1',
    JWT_SECRET: testSecret,
    ...env,
  });
  const service = await openService(config, { holder: 'a test' });
  const { port, stop } = await startServer(service);
  return {
    url: `http://127.0.0.1:${port}`,
    service,
    reset: async () => {
      const database = await service.container.getAsync(databaseToken);
      await database.raw(
        'truncate content, collections, media, users, sessions, api_tokens, settings cascade',
      );
      await service.cms.system.plantStarterCollections();
    },
    [Symbol.asyncDispose]: async () => {
      await stop();
      await folder[Symbol.asyncDispose]();
    },
  };
};
