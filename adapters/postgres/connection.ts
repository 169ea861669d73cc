import knex, { type Knex } from 'knex';
import { limitAnswers, type Connection } from './answer-limit.ts';

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`; parameters in it win over what is set here. */
  readonly url: string;
  /** Connections at the same time, at most. */
  readonly poolMax: number;
  /** How long a server may take to answer anything, in milliseconds; 20 seconds unless set. */
  readonly answerLimitMs?: number;
}

/** In milliseconds. A caller that waited this long is better served by trying later. */
const patience = {
  connection: 2_000,
  lock: 5_000,
  statement: 15_000,
  /** The server should have given up by now: it hangs, or the network does. */
  answer: 20_000,
  idleTransaction: 30_000,
} as const;

/**
 * Opens a pool of connections to PostgreSQL. None is made before it is needed; `destroy()` closes
 * them.
 */
export const openDatabase = ({
  url,
  poolMax,
  answerLimitMs = patience.answer,
}: DatabaseOptions): Knex =>
  knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'quoin',
      connectionTimeoutMillis: patience.connection,
      statement_timeout: patience.statement,
      idle_in_transaction_session_timeout: patience.idleTransaction,
      keepAlive: true,
      // Compiling a plan takes longer than any of ours takes to run.
      options: `-c jit=off -c lock_timeout=${patience.lock}`,
    },
    pool: {
      min: 0,
      max: poolMax,
      validate: isAtRest,
      afterCreate: (connection: Connection, done: (error: undefined) => void) => {
        limitAnswers(connection, answerLimitMs);
        done(undefined);
      },
    },
    acquireConnectionTimeout: patience.connection,
    log: silence,
  });

/** Whether a connection may be used again: whoever had it before left no transaction open. */
const isAtRest = (connection: { getTransactionStatus(): string | null }): boolean =>
  connection.getTransactionStatus() === 'I';

const ignore = (): void => {};

/** What Knex logs it throws as well. */
const silence = { debug: ignore, warn: ignore, error: ignore, deprecate: ignore };
