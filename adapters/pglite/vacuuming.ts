import type { Knex } from 'knex';

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
export const startVacuuming = (knex: Knex): (() => Promise<void>) => {
  let needsVacuum = false;
  let needsPlans = false;
  knex.on('query', ({ sql }: { readonly sql: string }) => {
    if (!/^(?:insert|update|delete|with)\b/.test(sql)) return;
    needsVacuum = true;
    needsPlans = true;
  });
  const replan = async (): Promise<void> => {
    if (!needsPlans) return;
    needsPlans = false;
    await knex.raw('discard plans').catch(() => {
      needsPlans = true;
    });
  };
  const vacuum = async (run: (knex: Knex) => Promise<unknown>): Promise<void> => {
    if (!needsVacuum) return;
    needsVacuum = false;
    await run(knex).catch(() => {
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
const vacuumAll = async (knex: Knex): Promise<unknown> => knex.raw('vacuum (analyze)');

/** Takes a few milliseconds, instead of more than a hundred for all tables. */
const vacuumChanged = async (knex: Knex): Promise<void> => {
  // PostgreSQL delays the statistics of the last second.
  await knex.raw('select pg_stat_force_next_flush()');
  const tables = await knex('pg_stat_user_tables')
    .where('n_mod_since_analyze', '>', 0)
    .orWhere('n_dead_tup', '>', 0)
    .pluck<string[]>('relname');
  if (tables.length > 0)
    await knex.raw(`vacuum (analyze) ${tables.map(() => '??').join()}`, tables);
};
