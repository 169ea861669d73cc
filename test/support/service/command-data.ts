import { dataFolder } from './data-folder.ts';
import { freshDatabase } from '../postgres/fresh-database.ts';
import { testSecret } from '../core/memory-cms.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Where commands store data. Disposing removes it. */
export interface CommandData extends AsyncDisposable {
  /** The data folder. */
  readonly path: string;
  /** Makes commands use the data. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Creates a data folder and a migrated database: of the PostgreSQL server, which commands open in a
 * fraction of the time, or else an embedded one.
 */
export const commandData = async (): Promise<CommandData> => {
  const database = await freshDatabase();
  if ('unavailable' in database) {
    const folder = await dataFolder();
    return { ...folder, environment: { DATA_DIR: folder.path } };
  }
  const folder = await temporaryFolder();
  return {
    path: folder.path,
    environment: { DATA_DIR: folder.path, DATABASE_URL: database.url, JWT_SECRET: testSecret },
    [Symbol.asyncDispose]: async () => {
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
};
