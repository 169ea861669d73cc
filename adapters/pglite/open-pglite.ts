import { mkdir } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import type { Timer } from '../../core/index.ts';
import type { Snapshot } from '../../core/vocabulary.ts';
import type { Pool, RunStatement } from '../postgres/connection/knex-pool.ts';
import { markConnection } from '../postgres/connection/process-mark.ts';
import { createEmptyDatabase } from './empty-database.ts';
import { reopenedPglite } from './reopened-pglite.ts';
import { startVacuuming } from './vacuuming.ts';
import { WriteCounter } from './write-counter.ts';

export interface EmbeddedDatabase {
  readonly pool: Pool;
  /** See `Store.snapshot`. */
  readonly snapshot: () => Snapshot;
  /** Waits for running statements and writes everything to the folder. */
  readonly close: () => Promise<void>;
}

/**
 * `shared_buffers`: the default of 128 MB would take 100 ms and 96 MB more at the start, because all
 * buffers are written then. The operating system caches the files as well.
 *
 * The others: each statement has an index in its order, and plans must not depend on estimates.
 * Statistics are often missing here.
 */
const settings = {
  shared_buffers: '32MB',
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
  enable_incremental_sort: 'off',
  jit: 'off',
};

const startParams = [
  ...PGlite.defaultStartParams,
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

// By default V8 optimizes several functions of PostgreSQL at the same time, which takes 60 to 90 MB more.
setFlagsFromString('--wasm-num-compilation-tasks=1');

/** In milliseconds. Longer than for a server, because all statements share one connection. */
const acquireTimeout = 5_000;

/**
 * Opens the embedded PostgreSQL on the folder `dataDir`, and creates the folder if it is missing. Lock
 * the folder first: a second process that uses it would destroy the data.
 *
 * Committed writes survive a crash of the process; a power failure may undo the last ones. If the
 * database crashes, because the disk is full for example, it is opened again. There is one connection:
 * while a transaction runs, all other statements wait.
 */
export const openPglite = async (
  dataDir: string,
  timer: Timer,
  runStatement?: RunStatement,
): Promise<EmbeddedDatabase> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await createEmptyDatabase(dataDir);
  const open = async (): Promise<PGlite> => {
    const pglite = new PGlite(dataDir, { startParams });
    await pglite.waitReady;
    return pglite;
  };
  // Both are slow, so they run in parallel.
  const [{ openKnexPool }, pglite] = await Promise.all([
    import('../postgres/connection/knex-pool.ts'),
    reopenedPglite(open),
  ]);
  const writes = new WriteCounter();
  const snapshot = (): Snapshot => writes.snapshot;
  const pool = openKnexPool({
    timer,
    // A function: Knex would copy a plain object deeply, including the database in it.
    connection: pglite.config,
    size: { min: 1, max: 1 },
    acquireTimeoutMs: acquireTimeout,
    prepare: async (connection, mark) => {
      await markConnection(connection, mark);
      writes.watch(connection);
    },
    // Prepared statements are shared: a second connection would collide with those of the first.
    replacesConnections: false,
    runStatement,
    ownSnapshot: snapshot,
  });
  const stopVacuuming = startVacuuming(pool);
  return {
    pool,
    snapshot,
    close: async () => {
      await stopVacuuming();
      await pool.close();
      await pglite.close();
    },
  };
};
