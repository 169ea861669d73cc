import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { coreWorld } from '../support/core/core-world.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { emptyTables } from '../support/postgres/empty-tables.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { inconsistencies } from '../support/postgres/inconsistencies.ts';
import {
  compareWithSlugModel,
  neededOutcomes,
  slugSteps,
} from '../support/redirects/slug-model.ts';
import { randomRuns, runSeed } from '../support/seeded-random.ts';

const tally = () => {
  const seen = new Set<string>();
  return {
    count: (what: string): void => void seen.add(what),
    has: (what: string): boolean => seen.has(what),
    missing: () => neededOutcomes.filter((what) => !seen.has(what)),
  };
};

test('after random actions every slug leads where the model says, in memory', async () => {
  const { count, missing } = tally();
  const property = fc.asyncProperty(slugSteps(60), async (steps) => {
    const { cms } = await coreWorld();
    await compareWithSlugModel(cms, steps, count);
  });
  await fc.assert(property, { numRuns: randomRuns(30), seed: runSeed, endOnFailure: true });
  expect(missing()).toEqual([]);
});

await withPostgres('migrated', (url) => {
  test('after random actions every slug leads where the model says, on PostgreSQL', async () => {
    const { count, has } = tally();
    const pool = openPool({ url, poolMax: 2 }, new SystemTimer());
    const { knex } = pool;
    const property = fc.asyncProperty(slugSteps(60), async (steps) => {
      await emptyTables(knex);
      const { cms } = await coreWorld({ ports: { store: storeOver(pool) } });
      await compareWithSlugModel(cms, steps, count);
      const strange = await inconsistencies(knex);
      expect(strange.filter((what) => what.includes('former slug'))).toEqual([]);
    });
    try {
      await fc.assert(property, { numRuns: randomRuns(4), seed: runSeed, endOnFailure: true });
    } finally {
      await knex.destroy();
    }
    expect(has('redirect')).toBe(true);
  });
});
