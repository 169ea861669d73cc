import type { Knex } from 'knex';

/** In milliseconds. */
const replanInterval = 60_000;
const vacuumInterval = 600_000;

/**
 * Replaces autovacuum, which the embedded PostgreSQL lacks. Every ten minutes and on close, vacuums and
 * analyzes if anything was written. Without it lists slow down: the visibility map is stale and
 * index-only scans read the rows.
 *
 * Every minute, plans are discarded if anything was written: a plan for a table that was empty may be
 * slow now that the table has grown.
 *
 * @returns stops the timers and vacuums a last time.
 */
export const keepVacuumed = (knex: Knex): (() => Promise<void>) => {
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
  const vacuum = async (): Promise<void> => {
    if (!needsVacuum) return;
    needsVacuum = false;
    await knex.raw('vacuum (analyze)').catch(() => {
      needsVacuum = true;
    });
  };
  const timers = [
    setInterval(() => void replan(), replanInterval),
    setInterval(() => void vacuum(), vacuumInterval),
  ];
  for (const timer of timers) timer.unref();
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await vacuum();
  };
};
