import type { Pool, Send } from '../postgres/connection/knex-pool.ts';

/** In milliseconds. */
const replanInterval = 60_000;
const vacuumInterval = 600_000;

/**
 * Replaces autovacuum, which the embedded PostgreSQL lacks. Every ten minutes, vacuums and analyzes if
 * anything was written; on close, only the tables with changes. Without it lists slow down: the
 * visibility map is stale and index-only scans read the rows.
 *
 * Every minute, discards the plans if anything was written: a plan for an empty table is slow once the table
 * has grown.
 *
 * @returns stops the timers and vacuums the changed tables.
 */
export const startVacuuming = (pool: Pool): (() => Promise<void>) => {
  let needsVacuum = false;
  let needsPlans = false;
  pool.onStatement((text) => {
    if (!/^(?:insert|update|delete|with)\b/.test(text)) return;
    needsVacuum = true;
    needsPlans = true;
  });
  const replan = async (): Promise<void> => {
    if (!needsPlans) return;
    needsPlans = false;
    await pool
      .withConnection((send) => send('discard plans'))
      .catch(() => {
        needsPlans = true;
      });
  };
  const vacuum = async (run: (send: Send) => Promise<unknown>): Promise<void> => {
    if (!needsVacuum) return;
    needsVacuum = false;
    await pool.withConnection(run).catch(() => {
      needsVacuum = true;
    });
  };
  const timers = [
    setInterval(() => void replan(), replanInterval),
    setInterval(() => void vacuum(vacuumAll), vacuumInterval),
  ];
  for (const timer of timers) timer.unref();
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await vacuum(vacuumChanged);
  };
};

/** Includes the tables of PostgreSQL itself, whose transaction ids must not grow too old. */
const vacuumAll = (send: Send): Promise<unknown> => send('vacuum (analyze)');

/** Takes a few milliseconds, instead of more than a hundred for all tables. */
const vacuumChanged = async (send: Send): Promise<void> => {
  // PostgreSQL delays the statistics of the last second.
  await send('select pg_stat_force_next_flush()');
  const { rows } = await send<{ readonly name: string }>(
    'select quote_ident(relname) as name from pg_stat_user_tables ' +
      'where n_mod_since_analyze > 0 or n_dead_tup > 0',
  );
  if (rows.length > 0) await send(`vacuum (analyze) ${rows.map(({ name }) => name).join()}`);
};
