import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { openPglite } from '../../../adapters/pglite/open-pglite.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import {
  expectLeanLists,
  fillLarge,
  insertCollections,
  scatter,
} from '../../support/content-plans.ts';
import { dataFolder } from '../../support/data-folder.ts';

const folder = await dataFolder();
const { knex, close } = await openPglite(join(folder.path, 'database'), new SystemTimer());

afterAll(async () => {
  await close();
  await folder[Symbol.asyncDispose]();
});

test('the embedded database reads only what a list returns, without any statistics', async () => {
  await insertCollections(knex);
  await expectLeanLists(knex, { hasVisibilityMap: false });
  await knex.raw(fillLarge(20_000));
  await knex.raw(scatter);
  await expectLeanLists(knex, { hasVisibilityMap: false });
  await knex.raw('vacuum (analyze)');
  await expectLeanLists(knex, { hasVisibilityMap: true });
});
