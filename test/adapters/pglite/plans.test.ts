import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { openPglite } from '../../../adapters/pglite/open-pglite.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import {
  fillLarge,
  insertCollections,
  scatter,
  withoutTitleTrigger,
  withTitleTrigger,
} from '../../support/postgres/content-plans.ts';
import { cachePlans, expectLeanReads, expectPlans } from '../../support/postgres/read-plans.ts';
import { dataFolder } from '../../support/service/data-folder.ts';

const folder = await dataFolder();
const { pool, close } = await openPglite(join(folder.path, 'database'), new SystemTimer());
const { knex } = pool;

afterAll(async () => {
  await close();
  await folder[Symbol.asyncDispose]();
});

test('the embedded database reads only what a list returns, without any statistics', async () => {
  await insertCollections(pool);
  await knex.raw(withoutTitleTrigger);
  await cachePlans(pool);
  await fillLarge(knex, 10_000);
  await knex.raw(scatter);
  const plans = await expectLeanReads(pool, { hasVisibilityMap: false });
  await knex.raw(withTitleTrigger);
  await knex.raw('discard plans');
  await expectPlans(pool, plans);
  await knex.raw('vacuum (analyze)');
  await expectLeanReads(pool, { hasVisibilityMap: true });
});
