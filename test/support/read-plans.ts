import type { Knex } from 'knex';
import { expectLeanLists } from './content-plans.ts';
import { expectLeanWindows } from './known-place-plans.ts';
import { expectLeanSummaryReads, type Circumstances } from './summary-plans.ts';

/** Checks the plans of all reads of content whose cost could grow with the number of items. */
export const expectLeanReads = async (knex: Knex, circumstances: Circumstances): Promise<void> => {
  await expectLeanLists(knex, circumstances);
  await expectLeanWindows(knex, circumstances);
  await expectLeanSummaryReads(knex, circumstances);
};
