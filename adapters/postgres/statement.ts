import type { Knex } from 'knex';
import { untilNoConflict } from './conflicts.ts';
import { constraintErrorOf, writeErrors, type ConstraintErrors } from './constraint-errors.ts';
import { writeErrorOf } from './outages.ts';
import { meaningOf, translated } from './translated.ts';
import { inWriteSlot } from './slots.ts';

/** What a placeholder can stand for; a list is an array of the database. */
export type Value = string | number | boolean | null | readonly (string | number | null)[];

/** Constant text with `$n` placeholders, which each connection prepares once, under its name. */
export interface Statement {
  /** At most 63 bytes, and of one text only. */
  readonly name: string;
  readonly text: string;
  /** Rows are arrays instead of objects: faster where there are many. */
  readonly rowMode?: 'array';
}

export interface StatementResult<Row> {
  readonly rows: readonly Row[];
  /** How many rows were read or written. */
  readonly rowCount: number;
}

/**
 * Runs a prepared statement, inside the transaction if `knex` is one. Where reads are hot this
 * takes the place of the query builder, which costs more than the database does. Outside of a
 * transaction it is for reads alone; see {@link runWrite}.
 *
 * @throws DomainError as {@link translated} tells.
 */
export const runStatement = <Row>(
  knex: Knex,
  { text, ...options }: Statement,
  values: readonly Value[],
): Promise<StatementResult<Row>> => translated(send(knex, text, values, options));

/**
 * Runs a prepared statement that changes something.
 *
 * @returns how many rows it wrote.
 * @throws DomainError as {@link translated} tells; `dependency_unavailable` that says so when it is
 *   not known whether the change was kept.
 */
export const runWrite = async (
  knex: Knex,
  { text, ...options }: Statement,
  values: readonly Value[],
): Promise<number> => {
  const { rowCount } = await change(knex, () => send(knex, text, values, options), writeErrors);
  return rowCount;
};

/** Does the same for what the query builder was told. */
export const write = async (
  knex: Knex,
  query: Knex.QueryBuilder,
  constraints: ConstraintErrors = writeErrors,
): Promise<number> => (await changeAsTold(knex, query, constraints)).rowCount;

/** The same again. @returns the rows that it wrote, as far as the query returns them. */
export const writeReturning = async <Row>(
  knex: Knex,
  query: Knex.QueryBuilder,
): Promise<readonly Row[]> => (await changeAsTold<Row>(knex, query, writeErrors)).rows;

const changeAsTold = <Row>(
  knex: Knex,
  query: Knex.QueryBuilder,
  constraints: ConstraintErrors,
): Promise<StatementResult<Row>> => {
  const { sql, bindings } = query.toSQL().toNative();
  return change(knex, () => send<Row>(knex, sql, bindings, {}), constraints);
};

/** No answer is awaited for longer than this; as long as a timer can wait. */
const patience = { query_timeout: 2 ** 31 - 1 };

/** Runs constant text of one or many statements, however long it takes. */
export const runScript = async (knex: Knex, text: string): Promise<void> => {
  await translated(send(knex, text, [], patience));
};

const change = async <Row>(
  knex: Knex,
  statement: () => Promise<StatementResult<Row>>,
  constraints: ConstraintErrors,
): Promise<StatementResult<Row>> => {
  // What a transaction wrote is gone with its connection; what stands alone may be there.
  const isAlone = knex.isTransaction !== true;
  const attempt = async (): Promise<StatementResult<Row>> => {
    try {
      return await statement();
    } catch (error) {
      throw isAlone
        ? (constraintErrorOf(error, constraints) ?? writeErrorOf(error))
        : meaningOf(error, constraints);
    }
  };
  return isAlone ? untilNoConflict(() => inWriteSlot(knex, attempt)) : attempt();
};

/** Knex's own client, as far as it is used here; its types leave these open. */
interface Client {
  acquireConnection(): Promise<unknown>;
  releaseConnection(connection: unknown): Promise<void>;
  query(connection: unknown, query: object): Promise<{ readonly response: unknown }>;
}

const send = async <Row>(
  knex: Knex,
  sql: string,
  bindings: readonly unknown[],
  options: object,
): Promise<StatementResult<Row>> => {
  const client = knex.client as Client;
  const connection = await client.acquireConnection();
  try {
    const { response } = await client.query(connection, { sql, bindings, options });
    return response as StatementResult<Row>;
  } finally {
    await client.releaseConnection(connection);
  }
};
