import type { Knex } from 'knex';

/** In milliseconds. */
const interval = 600_000;

/**
 * Stands in for the autovacuum of a server, which there is none of inside a process: every ten
 * minutes, and at the end, clears up after what was written. Without it lists slow down, for the
 * planner knows nothing of the tables, and an index alone is not trusted.
 *
 * @returns clears up a last time and stops.
 */
export const keepVacuumed = (knex: Knex): (() => Promise<void>) => {
  let isDue = false;
  knex.on('query', ({ sql }: { readonly sql: string }) => {
    isDue ||= /^(?:insert|update|delete)\b/.test(sql);
  });
  const vacuum = async (): Promise<void> => {
    if (!isDue) return;
    isDue = false;
    try {
      await knex.raw('vacuum (analyze)');
    } catch {
      // Nothing is lost but time.
      isDue = true;
    }
  };
  const timer = setInterval(() => void vacuum(), interval);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await vacuum();
  };
};
