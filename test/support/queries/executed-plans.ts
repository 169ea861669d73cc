import type { Knex } from 'knex';
import {
  executedPlanOf,
  nameOf,
  sentBy,
  type PlanStep,
  type SentStatement,
} from '../postgres/query-plan.ts';

export interface ExecutedPlan {
  readonly sql: string;
  readonly steps: readonly PlanStep[];
  /** The pages of 8 KiB that the statement read. */
  readonly pages: number;
}

/**
 * Runs `work`, then explains the statements of queries, which are not prepared.
 *
 * @param knex with one connection.
 */
export const executedPlans = async (
  knex: Knex,
  work: () => Promise<unknown>,
): Promise<readonly ExecutedPlan[]> => {
  const sent = (await sentBy(knex, work)).filter(
    (statement) => nameOf(statement) === '' && statement.sql.includes('page.*'),
  );
  const plans: ExecutedPlan[] = [];
  for (const statement of sent) {
    await knex.raw(`prepare explained as ${statement.sql.replaceAll('?', '\\?')}`);
    const named: SentStatement = { ...statement, options: { name: 'explained' } };
    const steps = await executedPlanOf(knex, named);
    await knex.raw('deallocate explained');
    plans.push({
      sql: statement.sql,
      steps,
      pages: Math.max(0, ...steps.map(({ pages }) => pages)),
    });
  }
  return plans;
};
