import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '../../../core/store.ts';
import { currentOf, openLateOf, type DatabaseSession } from './database-session.ts';
import {
  commitErrorOf,
  databaseErrorOf,
  domainErrorOf,
  isConflict,
  isStorageFailure,
  retryAfterMs,
  writeErrors,
  type ConstraintErrors,
} from './errors.ts';
import type { Result } from './knex-pool.ts';

/** The value of a placeholder. A list becomes an array of PostgreSQL; bytes are sent as its binary format. */
export type Value =
  | string
  | number
  | boolean
  | null
  | readonly (string | number | boolean | null)[]
  | Uint8Array;

/** Constant SQL with `$n` placeholders. Each connection prepares it once, under its name. */
export interface Statement {
  /** At most 63 bytes, unique for the text. Empty for a statement that is planned for each call. */
  readonly name: string;
  readonly text: string;
  /** Rows are arrays instead of objects, which is faster for many rows. */
  readonly rowMode?: 'array';
  /** A read that takes longer is cancelled, unless it runs in a transaction or in the embedded database. */
  readonly timeoutMs?: number;
  /** In a transaction, it takes as long as it needs, because it can write all items of a collection. */
  readonly isUnbounded?: true;
}

const rendered = new Map<string, Statement>();

/** A statement whose rows are arrays. Its text is rendered once for each name. */
export const prepared = (name: string, text: () => string): Statement => {
  const cached = rendered.get(name);
  if (cached !== undefined) return cached;
  const statement = { name, text: text(), rowMode: 'array' } as const;
  rendered.set(name, statement);
  return statement;
};

/** Whether the server cancelled a statement: after its timeout, for example. */
const isCancelled = (error: unknown): boolean => databaseErrorOf(error)?.code === '57014';

/** The error for a read that was cancelled after a timeout of its own. */
const tookTooLong = (cause: unknown): DomainError =>
  new DomainError('dependency_unavailable', 'The read took too long and was ended', {
    details: 'Add a condition on an indexed field that fewer items satisfy, or try again later',
    retryAfterMs,
    cause,
  });

/**
 * Runs a read, in the transaction if `database` is one.
 *
 * @throws DomainError `dependency_unavailable`; its message says when the read was cancelled after its own timeout.
 */
export const query = async <Row>(
  database: DatabaseSession,
  statement: Statement,
  values: readonly Value[] = [],
): Promise<readonly Row[]> => {
  try {
    return (await send<Row>(database, statement, values)).rows;
  } catch (error) {
    throw statement.timeoutMs !== undefined && isCancelled(error)
      ? tookTooLong(error)
      : domainErrorOf(error);
  }
};

/**
 * Runs a write, in the transaction if `database` is one. Outside of a transaction, retries after a
 * deadlock and leaves a part of the pool to reads.
 *
 * @param constraints the errors to throw for violated constraints.
 * @returns the number of rows written.
 * @throws DomainError as `constraints` say, or `dependency_unavailable`; its details say when it is
 *   unknown whether the write was stored.
 */
export const execute = async (
  database: DatabaseSession,
  statement: Statement,
  values: readonly Value[],
  constraints: ConstraintErrors = writeErrors,
): Promise<number> => (await write(database, statement, values, constraints)).rowCount;

/** Runs a write like {@link execute}. @returns the rows of its RETURNING clause. */
export const executeReturning = async <Row>(
  database: DatabaseSession,
  statement: Statement,
  values: readonly Value[],
  errors: ConstraintErrors = writeErrors,
): Promise<readonly Row[]> => (await write<Row>(database, statement, values, errors)).rows;

/**
 * Runs a removal if there is anything to remove. For the embedded database, a statement that removes nothing is a write,
 * too, and a write invalidates what is cached.
 *
 * @param look returns a row if there is anything to remove. It takes the first of the values, if there are any.
 * @returns the number of rows removed.
 */
export const removeIfAny = async (
  database: DatabaseSession,
  look: Statement,
  removal: Statement,
  values: readonly Value[],
): Promise<number> =>
  (await query(database, look, values.slice(0, 1))).length === 0
    ? 0
    : execute(database, removal, values);

/** The longest timeout that Node supports. */
export const noTimeout = { query_timeout: 2 ** 31 - 1 };

/** Runs one or many statements without placeholders, however long they take. */
export const runScript = async (database: DatabaseSession, text: string): Promise<void> => {
  try {
    await send(database, { text, ...noTimeout }, []);
  } catch (error) {
    throw domainErrorOf(error);
  }
};

const maxAttempts = 5;

/**
 * Runs `attempt` up to five times while the database rolls it back because of a concurrent transaction,
 * for example after a deadlock.
 */
export const retryOnConflict = async <T>(
  attempt: () => Promise<T>,
  mayRetry: (error: unknown) => boolean = isConflict,
): Promise<T> => {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (count === maxAttempts || !mayRetry(error)) throw error;
      // Random delays, so that the same transactions do not collide again.
      await sleep(Math.random() * 10 * 2 ** count);
    }
  }
};

type SentStatement = Omit<Statement, 'name'> & Partial<Pick<Statement, 'name'>>;

const write = <Row>(
  database: DatabaseSession,
  statement: Statement,
  values: readonly Value[],
  constraints: ConstraintErrors,
): Promise<Result<Row>> => {
  const late = openLateOf(database);
  if (late !== undefined) {
    return late.write(
      (inside) => write<Row>(inside, statement, values, constraints),
      ({ rowCount }) => rowCount > 0,
    );
  }
  const { gates, latestWrite } = database.pool;
  // A lost connection rolls a transaction back. Outside of one, the write may have been committed.
  const isInTransaction = database.kind === 'transaction';
  const errorOf = isInTransaction ? domainErrorOf : commitErrorOf;
  const attempt = async (): Promise<Result<Row>> => {
    try {
      const result = await send<Row>(database, statement, values);
      // A write of no row says nothing.
      if (result.rowCount > 0) latestWrite.hasFailed = false;
      return result;
    } catch (error) {
      if (isStorageFailure(error)) latestWrite.hasFailed = true;
      throw errorOf(error, constraints);
    }
  };
  return isInTransaction ? attempt() : retryOnConflict(() => gates.write(attempt));
};

const send = <Row>(
  database: DatabaseSession,
  statement: SentStatement,
  values: readonly Value[],
): Promise<Result<Row>> => {
  const { runStatement } = database.pool;
  if (runStatement === undefined) return sendNow<Row>(database, statement, values);
  return runStatement(statement.name ?? '', () => sendNow<Row>(database, statement, values));
};

const sendNow = <Row>(
  given: DatabaseSession,
  { text, timeoutMs, isUnbounded, ...options }: SentStatement,
  values: readonly Value[],
): Promise<Result<Row>> => {
  const database = currentOf(given);
  const isEmbedded = database.pool.ownSnapshot !== undefined;
  if (isUnbounded) {
    return database.withConnection(async (sendHere) => {
      await sendHere('set local statement_timeout = 0');
      return sendHere<Row>(text, values, { ...options, ...noTimeout });
    });
  }
  if (timeoutMs === undefined || database.kind === 'transaction' || isEmbedded) {
    return database.withConnection((sendHere) => sendHere<Row>(text, values, options));
  }
  return database.withConnection(async (sendHere) => {
    await sendHere(`begin read only; ${timeoutOf(timeoutMs)}`);
    try {
      return await sendHere<Row>(text, values, options);
    } finally {
      await sendHere('rollback');
    }
  });
};

/** Sets the timeout of the statements of a transaction. A shorter one that an operator has set remains. */
const timeoutOf = (ms: number): string =>
  "select set_config('statement_timeout', least(" +
  "nullif(extract(epoch from current_setting('statement_timeout')::interval) * 1000, 0), " +
  `${ms})::integer::text, true)`;
