import { callbackify } from 'node:util';
import knex, { type Knex } from 'knex';
import { boundAcquisition, type PoolClient } from './acquisition.ts';
import { readAddress } from './address.ts';
import { limitAnswers, type Connection } from './answer-limit.ts';
import { isReadOnlyRefusal } from './outages.ts';
import { applySettings } from './session-settings.ts';

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
  /** Until the network is asked whether a silent connection is still there. */
  silence: 10_000,
} as const;

const usualSettings = {
  statement_timeout: String(patience.statement),
  lock_timeout: String(patience.lock),
  idle_in_transaction_session_timeout: String(patience.idleTransaction),
  // Compiling a plan takes longer than any of ours takes to run.
  jit: 'off',
} as const;

/**
 * Opens a pool of connections to PostgreSQL. None is made before it is needed; `destroy()` closes
 * them.
 */
export const openDatabase = ({
  url,
  poolMax,
  answerLimitMs = patience.answer,
}: DatabaseOptions): Knex => {
  const { connectionString, settings: asked } = readAddress(url);
  const prepare = async (connection: Connection): Promise<void> => {
    retireWhenReadOnly(connection);
    limitAnswers(connection, answerLimitMs);
    try {
      await applySettings(connection, { asked, usual: usualSettings }, patience.connection);
    } catch (error) {
      void connection.end();
      throw error;
    }
  };
  const database = knex({
    client: 'pg',
    // Knex would ask for it, for however long; nothing here depends on which it is.
    version: '15',
    connection: {
      connectionString,
      application_name: 'quoin',
      connectionTimeoutMillis: patience.connection,
      keepAlive: true,
      keepAliveInitialDelayMillis: patience.silence,
    },
    pool: {
      min: 0,
      max: poolMax,
      validate: isFitForUse,
      createTimeoutMillis: 2 * patience.connection,
      afterCreate: callbackify(prepare),
    },
    acquireConnectionTimeout: patience.connection,
    log: silence,
  });
  boundAcquisition(database.client as PoolClient);
  return database;
};

const retired = new WeakSet<object>();

/** After a failover it may lead to a server that will never take a change again. */
const retireWhenReadOnly = (connection: Connection): void => {
  const query = connection.query.bind(connection);
  connection.query = (config, answered) => {
    query(config, (error, result) => {
      if (isReadOnlyRefusal(error)) retired.add(connection);
      answered(error, result);
    });
  };
};

/** Whether a connection may be used again: whoever had it before left no transaction open. */
const isFitForUse = (connection: { getTransactionStatus(): string | null }): boolean =>
  connection.getTransactionStatus() === 'I' && !retired.has(connection);

const ignore = (): void => {};

/** What Knex logs it throws as well. */
const silence = { debug: ignore, warn: ignore, error: ignore, deprecate: ignore };
