import { expect } from 'vitest';
import type { Pool } from '../../../adapters/postgres/connection/knex-pool.ts';
import { listReads } from './content-plans.ts';
import { currentBasis, storeOver } from './database-subject.ts';
import {
  cachedPlan,
  explainedOnce,
  nameOf,
  sentBy,
  type Circumstances,
  type Plan,
  type Read,
} from './query-plan.ts';
import { summaryReads } from './summary-plans.ts';

/** All reads of content whose cost could grow with the number of items. */
const readsOf = async (pool: Pool): Promise<readonly Read[]> => {
  const store = storeOver(pool);
  const { contents, summaries } = store.repositories;
  const basis = await currentBasis(store);
  return [...listReads(contents, basis), ...summaryReads(summaries, basis)];
};

/** Sends all reads once, so that the connection caches their plans. */
export const cachePlans = async (pool: Pool): Promise<void> => {
  for (const { send } of await readsOf(pool)) await send();
};

/** A statement of a read, with the plan that a connection has cached for it. */
interface CachedPlan {
  /** The position of the first read that sends it. */
  readonly read: number;
  readonly plan: string;
}

/**
 * Checks the executed plans of all reads.
 *
 * @returns the plans that the connection has cached for their statements, by the names of these.
 */
export const expectLeanReads = async (
  pool: Pool,
  circumstances: Circumstances,
): Promise<ReadonlyMap<string, CachedPlan>> => {
  const cached = new Map<string, CachedPlan>();
  const planOf = explainedOnce(pool.knex);
  for (const [read, { send, check }] of (await readsOf(pool)).entries()) {
    const plans: Plan[] = [];
    for (const sent of await sentBy(pool.knex, send)) {
      plans.push(await planOf(sent));
      const name = nameOf(sent);
      if (!cached.has(name)) cached.set(name, { read, plan: await cachedPlan(pool.knex, sent) });
    }
    check(plans, circumstances);
  }
  return cached;
};

/**
 * Sends each statement once and then `again` times, and checks that the connection has the same plans. On
 * the same rows, equal plans read the same.
 */
export const expectPlans = async (
  pool: Pool,
  plans: ReadonlyMap<string, CachedPlan>,
  again = 0,
): Promise<void> => {
  const reads = await readsOf(pool);
  for (const read of new Set([...plans.values()].map((each) => each.read))) {
    const { send } = reads[read] ?? expect.fail();
    for (let count = 0; count < again; count += 1) await send();
    for (const sent of await sentBy(pool.knex, send)) {
      const known = plans.get(nameOf(sent));
      if (known?.read === read) expect(await cachedPlan(pool.knex, sent)).toBe(known.plan);
    }
  }
};
