import { mkdir } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import type { Knex } from 'knex';
import { reopenedPglite } from './reopened-pglite.ts';
import { keepVacuumed } from './vacuuming.ts';

export interface EmbeddedDatabase {
  readonly knex: Knex;
  /** Lets what runs finish and writes everything to the folder. */
  readonly close: () => Promise<void>;
}

/**
 * Beside what the library sets. All of the buffers are written to when it starts: four times as many,
 * which are usual, would take a tenth of a second and 96 MB more. The files are in the memory of the
 * system as well.
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/** In milliseconds. Everything follows one another here, so that some waiting is usual. */
const acquirePatience = 5_000;

/**
 * Opens the PostgreSQL inside this process on the folder `dataDir`, which is made if need be. The
 * folder must be locked before: two processes on it would destroy it, and nothing else keeps them
 * apart.
 *
 * What was acknowledged survives the end of the process, however sudden; a power failure may undo
 * the last writes. When it breaks down, which a full disk can do to it, it is opened again. There is one connection: inside a transaction nothing else can be asked.
 */
export const openPglite = async (dataDir: string): Promise<EmbeddedDatabase> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const open = async (): Promise<PGlite> => {
    const pglite = new PGlite(dataDir, { startParams });
    await pglite.waitReady;
    return pglite;
  };
  // Both take their time; side by side they take less.
  const [{ default: knex }, pglite] = await Promise.all([import('knex'), reopenedPglite(open)]);
  const database = knex({
    client: 'pg',
    version: '18',
    // A function, since Knex would copy a plain configuration, and with it the connection inside.
    connection: pglite.config,
    // The one connection stays: a second would meet the statements that the first has prepared.
    pool: { min: 1, max: 1 },
    acquireConnectionTimeout: acquirePatience,
    log: silence,
  });
  const stopVacuuming = keepVacuumed(database);
  return {
    knex: database,
    close: async () => {
      await stopVacuuming();
      await database.destroy();
      await pglite.close();
    },
  };
};

const ignore = (): void => {};

/** What Knex logs it throws as well. */
const silence = { debug: ignore, warn: ignore, error: ignore, deprecate: ignore };
