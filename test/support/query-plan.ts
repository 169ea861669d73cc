import type { Knex } from 'knex';

/** One step of a plan, as EXPLAIN (ANALYZE, FORMAT JSON) tells it; what is not there is 0 or ''. */
export interface PlanStep {
  readonly type: string;
  readonly table: string;
  readonly index: string;
  /** Rows it gave, and rows it read and threw away. */
  readonly rows: number;
  readonly dropped: number;
  /** Rows of the table that had to be looked at although the index should do. */
  readonly heapFetches: number;
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Heap Fetches'?: number;
  readonly Plans?: readonly Node[];
}

/** The steps that reading from `table` takes, for each statement that `work` runs. */
export const plansOf = async (
  knex: Knex,
  table: string,
  work: () => Promise<unknown>,
): Promise<readonly (readonly PlanStep[])[]> => {
  const statements: { readonly sql: string; readonly bindings: readonly unknown[] }[] = [];
  const note = (statement: (typeof statements)[number]): void => void statements.push(statement);
  knex.on('query', note);
  await work();
  knex.off('query', note);
  const plans: (readonly PlanStep[])[] = [];
  for (const { sql, bindings } of statements) {
    const steps = await explain(knex, sql, bindings);
    plans.push(steps.filter((step) => step.table === table));
  }
  return plans;
};

/** Knex's own client, as far as it is used here; its types leave these open. */
interface Client {
  acquireConnection(): Promise<unknown>;
  releaseConnection(connection: unknown): Promise<void>;
  query(
    connection: unknown,
    query: { readonly sql: string; readonly bindings: readonly unknown[] },
  ): Promise<{ readonly response: { readonly rows: readonly ExplainRow[] } }>;
}

interface ExplainRow {
  readonly 'QUERY PLAN': readonly { readonly Plan: Node }[];
}

const explain = async (
  knex: Knex,
  sql: string,
  bindings: readonly unknown[],
): Promise<readonly PlanStep[]> => {
  const client = knex.client as Client;
  const connection = await client.acquireConnection();
  try {
    const text = `explain (analyze, format json) ${sql}`;
    const { response } = await client.query(connection, { sql: text, bindings });
    const [row] = response.rows;
    return row?.['QUERY PLAN'].flatMap(({ Plan }) => stepsOf(Plan)) ?? [];
  } finally {
    await client.releaseConnection(connection);
  }
};

/** Steps that were never taken are left out. A bitmap's index is told apart from its table. */
const stepsOf = (node: Node, parent?: Node): readonly PlanStep[] => {
  if (node['Actual Loops'] === 0) return [];
  const step: PlanStep = {
    type: node['Node Type'],
    table: node['Relation Name'] ?? parent?.['Relation Name'] ?? '',
    index: node['Index Name'] ?? '',
    rows: node['Actual Rows'] * node['Actual Loops'],
    dropped: (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'],
    heapFetches: node['Heap Fetches'] ?? 0,
  };
  return [step, ...(node.Plans ?? []).flatMap((child) => stepsOf(child, node))];
};
