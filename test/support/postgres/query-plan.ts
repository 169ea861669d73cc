import type { Knex } from 'knex';
import type { Value } from '../../../adapters/postgres/connection/statement.ts';

/** One step of an executed plan, from EXPLAIN (ANALYZE, FORMAT JSON). Absent values are 0 or ''. */
export interface PlanStep {
  readonly type: string;
  readonly table: string;
  readonly index: string;
  /** Rows that the step returned, and rows that it read and dropped by a filter. */
  readonly rows: number;
  readonly dropped: number;
  /** Rows of the table that an index-only scan had to read. */
  readonly heapFetches: number;
  /** How often the step ran, and the pages of 8 KiB that it and the steps below it read. */
  readonly loops: number;
  readonly pages: number;
}

/** The executed plan of a statement. */
export interface Plan {
  readonly statement: string;
  readonly steps: readonly PlanStep[];
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Heap Fetches'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Node[];
}

/** A statement as knex reports it. */
export interface SentStatement {
  readonly sql: string;
  readonly bindings: readonly Value[];
  readonly options?: { readonly name?: string };
}

/** What the plans of a read depend on, besides the rows. */
export interface Circumstances {
  /** Whether the table was vacuumed after the last write. */
  readonly hasVisibilityMap: boolean;
}

/** A read whose plans can be checked. */
export interface Read {
  readonly send: () => Promise<unknown>;
  /** Checks the executed plans of its statements. */
  readonly check: (plans: readonly Plan[], circumstances: Circumstances) => void;
}

/** Runs `work`. @returns the prepared statements that it sent. */
export const sentBy = async (
  knex: Knex,
  work: () => Promise<unknown>,
): Promise<readonly SentStatement[]> => {
  const sent: SentStatement[] = [];
  const record = (statement: SentStatement): void => void sent.push(statement);
  knex.on('query', record);
  await work();
  knex.off('query', record);
  return sent;
};

export const nameOf = ({ options }: SentStatement): string => options?.name ?? '';

const explain = async (knex: Knex, sent: SentStatement, options: string): Promise<Node> => {
  const { bindings } = sent;
  const values = bindings.length === 0 ? '' : `(${bindings.map(literal).join(', ')})`;
  const { rows } = await knex.raw(`explain (${options}) execute "${nameOf(sent)}"${values}`);
  const [{ 'QUERY PLAN': trees }] = rows as [{ 'QUERY PLAN': readonly [{ readonly Plan: Node }] }];
  return trees[0].Plan;
};

/**
 * Runs `work`, then explains its prepared statements on the same connection. So the plans are the ones
 * that PostgreSQL has cached.
 *
 * @param knex with one connection.
 * @param parts of statements with stamps: only the last part, which reads rows, or all of them.
 */
export const plansOf = async (
  knex: Knex,
  work: () => Promise<unknown>,
  parts: 'last' | 'whole' = 'last',
): Promise<readonly Plan[]> => {
  const planOf = explainedOnce(knex, parts);
  const plans: Plan[] = [];
  for (const sent of await sentBy(knex, work)) plans.push(await planOf(sent));
  return plans;
};

/** Executes and explains a prepared statement. */
export const executedPlanOf = async (
  knex: Knex,
  sent: SentStatement,
): Promise<readonly PlanStep[]> => {
  const root = await explain(knex, sent, 'analyze, buffers, costs off, timing off, format json');
  return stepsOf(pageOf(root));
};

/**
 * Executes and explains a prepared statement, but only once with the same values: while no row changes,
 * it reads the same again.
 */
export const explainedOnce = (
  knex: Knex,
  parts: 'last' | 'whole' = 'last',
): ((sent: SentStatement) => Promise<Plan>) => {
  const known = new Map<string, Promise<Plan>>();
  const explainAgain = async (sent: SentStatement): Promise<Plan> => {
    const root = await explain(knex, sent, 'analyze, buffers, costs off, timing off, format json');
    return { statement: nameOf(sent), steps: stepsOf(parts === 'last' ? pageOf(root) : root) };
  };
  return (sent) => {
    const key = JSON.stringify([nameOf(sent), sent.bindings]);
    const plan = known.get(key) ?? explainAgain(sent);
    known.set(key, plan);
    return plan;
  };
};

/** Of a statement with stamps, the part that reads the rows; see `adapters/postgres/basis.ts`. */
const pageOf = (root: Node): Node => {
  const members = (root.Plans ?? []).filter((plan) => plan['Parent Relationship'] === 'Member');
  const [last] = members.slice(-1);
  if (root['Node Type'] !== 'Append' || last === undefined) return root;
  const [inside] = last.Plans ?? [];
  return last['Node Type'] === 'Subquery Scan' && inside !== undefined ? inside : last;
};

/** The plan that PostgreSQL has cached for a prepared statement, as a text without estimates. */
export const cachedPlan = async (knex: Knex, sent: SentStatement): Promise<string> =>
  JSON.stringify(await explain(knex, sent, 'costs off, format json'));

/**
 * Whether a scan of an index read only the pages that the returned rows need. A scan that goes on after
 * the last match reads more. The plan does not show how many index entries it read.
 */
export const isShortScan = ({
  type,
  rows,
  dropped,
  heapFetches,
  loops,
  pages,
}: PlanStep): boolean =>
  // A page of an index has at least 40 entries; each row of the table can be on another page.
  pages <= 10 * loops + rows / 40 + 2 * (type === 'Index Only Scan' ? heapFetches : rows + dropped);

const literal = (value: Value): string => {
  if (value === null) return 'null';
  const each = value instanceof Uint8Array ? textsIn(Buffer.from(value)) : value;
  const text = typeof each === 'object' ? `{${each.map(quoted).join(',')}}` : String(each);
  return `'${text.replaceAll("'", "''")}'`;
};

const quoted = (element: string | number | boolean | null): string =>
  element === null ? 'null' : `"${String(element).replaceAll(/["\\]/g, '\\$&')}"`;

/** The elements of an array that `jsonArray` made. */
const textsIn = (array: Buffer): readonly string[] => {
  const texts: string[] = [];
  for (let place = 20; place < array.length;) {
    const end = place + 4 + array.readInt32BE(place);
    texts.push(array.toString('utf8', place + 4, end));
    place = end;
  }
  return texts;
};

/** Leaves out steps that were not executed. The index of a bitmap scan gets the table's name. */
const stepsOf = (node: Node, parent?: Node): readonly PlanStep[] => {
  const loops = node['Actual Loops'];
  if (loops === 0) return [];
  const step: PlanStep = {
    type: node['Node Type'],
    table: node['Relation Name'] ?? parent?.['Relation Name'] ?? '',
    index: node['Index Name'] ?? '',
    rows: node['Actual Rows'] * loops,
    dropped:
      ((node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
      loops,
    heapFetches: node['Heap Fetches'] ?? 0,
    loops,
    pages: node['Shared Hit Blocks'] + node['Shared Read Blocks'],
  };
  return [step, ...(node.Plans ?? []).flatMap((child) => stepsOf(child, node))];
};
