import type { DataSet } from '../data/posts.ts';
import type { Resources } from '../resources.ts';
import { startServer, type ServerProcess } from './server-process.ts';

/** The servers that the service is compared with; each is a file of this folder. */
export type ReferenceName = 'bare' | 'direct' | 'hashing';

export interface ReferenceOptions {
  readonly resources: Resources;
  /** The reference gets its own copy: the service does not notice changes that others make in its database. */
  readonly data: DataSet;
  /** The server whose responses `bare` sends. */
  readonly origin: ServerProcess;
}

/** Disposing stops the server and drops its copy of the data. */
export const startReference = async (
  name: ReferenceName,
  { resources, data, origin }: ReferenceOptions,
): Promise<ServerProcess> => {
  const databaseUrl = await resources.copy(data);
  const server = await startServer({
    file: `test/bench/servers/${name}.ts`,
    folder: resources.folder,
    readyPath: '/api/content?limit=1',
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
