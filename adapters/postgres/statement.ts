import type { Knex } from 'knex';
import { translated } from './translated.ts';

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
 * takes the place of the query builder, which costs more than the database does.
 *
 * @throws DomainError as {@link translated} tells.
 */
export const runStatement = <Row>(
  knex: Knex,
  { text, ...options }: Statement,
  values: readonly Value[],
): Promise<StatementResult<Row>> => translated(send(knex, text, values, options));

/** No answer is awaited for longer than this; as long as a timer can wait. */
const patience = { query_timeout: 2 ** 31 - 1 };

/** Runs constant text of one or many statements, however long it takes. */
export const runScript = async (knex: Knex, text: string): Promise<void> => {
  await translated(send(knex, text, [], patience));
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
  bindings: readonly Value[],
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
