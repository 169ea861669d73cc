import type { Conditions } from '../workload.ts';
import { startServer, type ServerProcess } from './server-process.ts';

/** The servers that the service is compared with; each is a file of this folder. */
export type ReferenceName = 'bare' | 'direct' | 'hashing';

/**
 * Starts a reference on its own copy of the posts, because the service does not notice changes of others in its
 * database. Disposing stops it and drops the copy.
 *
 * @param origin the server whose responses `bare` sends.
 */
export const startReference = async (
  { resources, rows }: Conditions,
  name: ReferenceName,
  origin: ServerProcess,
): Promise<ServerProcess> => {
  const databaseUrl = await resources.copy(rows);
  const server = await startServer({
    file: `test/bench/servers/${name}.ts`,
    folder: resources.folder,
    env: { NODE_ENV: 'production', DATABASE_URL: databaseUrl, ORIGIN: origin.url },
  });
  return {
    ...server,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await resources.drop(databaseUrl);
    },
  };
};
