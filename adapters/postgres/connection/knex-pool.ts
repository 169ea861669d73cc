import { callbackify } from 'node:util';
import knex, { type Knex } from 'knex';
import type { Client } from 'pg';
import type { Timer } from '../../../core/index.ts';
import { isDomainError, type Snapshot } from '../../../core/vocabulary.ts';
import { isReadOnlyError, noConnection } from './errors.ts';
import { gatesOf, type Gates } from './gates.ts';
import { newProcessMark, type ProcessMark } from './process-mark.ts';

export interface Result<Row> {
  readonly rows: readonly Row[];
  readonly rowCount: number;
}

/**
 * Sends a statement on one connection.
 *
 * @param options of the driver, such as the name of a prepared statement.
 * @throws the error of the driver.
 */
export type Send = <Row>(
  text: string,
  values?: readonly unknown[],
  options?: object,
) => Promise<Result<Row>>;

/**
 * Runs a statement and returns its result, to observe it.
 *
 * @param name of the prepared statement, which has no values; empty for one that is not prepared.
 */
export type RunStatement = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export interface PoolUsage {
  readonly used: number;
  readonly free: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
}

/** How a transaction begins. Without an isolation level, it has the default of the connection. */
export interface TransactionOptions {
  readonly isolationLevel?: 'read committed' | 'repeatable read';
  readonly readOnly?: boolean;
}

/** A pool of connections to a server, or the one to the embedded PostgreSQL. Its transactions share all of this. */
export interface Pool {
  readonly kind: 'pool';
  /** Itself. */
  readonly pool: Pool;
  /** For tests. */
  readonly knex: Knex;
  readonly gates: Gates;
  /** The outcome of the latest write, for health checks. */
  readonly latestWrite: {
    /** Whether the database could not write: its disk is full, for example. */
    hasFailed: boolean;
  };
  readonly processMark: ProcessMark;
  /** Undefined if nobody observes the statements. */
  readonly runStatement: RunStatement | undefined;
  /** The snapshot now, if the process itself counts the writes; see `Store.snapshot`. */
  readonly ownSnapshot: (() => Snapshot) | undefined;
  /**
   * Runs `work` on a connection.
   *
   * @throws DomainError `dependency_unavailable` when no connection is available in time, or at once
   *   when too many callers wait for one. Nothing was sent to the database then.
   */
  withConnection<T>(work: (send: Send) => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction, and commits it. Does not call `work` if BEGIN fails. @throws the error of Knex. */
  transaction<T>(
    options: TransactionOptions,
    work: (inside: Transaction) => Promise<T>,
  ): Promise<T>;
  /** Calls the listener with the text of each statement before it is sent. */
  onStatement(listener: (text: string) => void): void;
  usage(): PoolUsage;
  close(): Promise<void>;
}

/** A transaction on a connection of the pool. */
export interface Transaction {
  readonly kind: 'transaction';
  readonly pool: Pool;
  /** For the migrator. */
  readonly knex: Knex.Transaction;
  /** The errors of statements that failed and that no savepoint has undone. */
  readonly failures: unknown[];
  /** Runs `work` on the connection of the transaction. */
  withConnection<T>(work: (send: Send) => Promise<T>): Promise<T>;
}

export interface KnexPoolOptions {
  readonly timer: Timer;
  /** How Knex connects with the driver: the options of the driver, or a function that returns them. */
  readonly connection: NonNullable<Knex.Config['connection']>;
  readonly size: { readonly max: number } & Pick<Knex.PoolConfig, 'min' | 'createTimeoutMillis'>;
  /** How long a caller waits for a connection, in milliseconds. */
  readonly acquireTimeoutMs: number;
  /** How many callers may wait for a connection. Unlimited by default. */
  readonly maxWaiting?: number;
  /** Prepares a new connection. */
  readonly prepare: (connection: Client, mark: ProcessMark) => Promise<void>;
  /** Whether another connection takes the place of one that cannot be reused. */
  readonly replacesConnections: boolean;
  readonly runStatement?: RunStatement | undefined;
  readonly ownSnapshot?: () => Snapshot;
}

/** Opens a pool by Knex, which all other files use without Knex. Connects on first use. */
export const openKnexPool = (options: KnexPoolOptions): Pool => {
  const { size, maxWaiting = Infinity } = options;
  const processMark = newProcessMark();
  const discarded = new WeakSet<Client>();
  const isReusable = (connection: Client): boolean =>
    connection.getTransactionStatus() === 'I' && !discarded.has(connection);
  const opened = knex({
    client: 'pg',
    // Otherwise Knex queries the server for it, without a timeout.
    version: '15',
    connection: options.connection,
    pool: {
      ...size,
      ...(options.replacesConnections && { validate: isReusable }),
      afterCreate: callbackify((connection: Client) => options.prepare(connection, processMark)),
    },
    acquireConnectionTimeout: options.acquireTimeoutMs,
    log: silentLog,
    // An error must not contain values.
    compileSqlOnError: false,
  });
  const client = clientOf(opened);
  const connections = client.pool;

  const withClient = async <T>(work: (connection: Client) => Promise<T>): Promise<T> => {
    if (connections.numPendingAcquires() >= maxWaiting) {
      throw noConnection(new Error('Too many callers wait for a connection'));
    }
    const connection = await client.acquireConnection().catch((error: unknown) => {
      throw isDomainError(error) ? error : noConnection(error);
    });
    try {
      return await work(connection);
    } finally {
      await client.releaseConnection(connection);
    }
  };

  const senderOn =
    (by: KnexClient, connection: Client): Send =>
    async <Row>(sql: string, bindings: readonly unknown[] = [], rest: object = {}) => {
      try {
        const sent = { sql, bindings, options: rest };
        return (await by.query<Row>(connection, sent)).response;
      } catch (error) {
        // After a failover, an open connection may lead to a server that stays read-only.
        if (isReadOnlyError(error)) discarded.add(connection);
        throw withoutStatement(error, sql);
      }
    };

  const transactionOn = (connection: Client, inside: Knex.Transaction): Transaction => {
    const failures: unknown[] = [];
    inside.on('query-error', (error) => failures.push(error));
    const send = senderOn(clientOf(inside), connection);
    return {
      kind: 'transaction',
      pool,
      knex: inside,
      failures,
      withConnection: (work) => work(send),
    };
  };

  const pool: Pool = {
    kind: 'pool',
    get pool() {
      return pool;
    },
    knex: opened,
    gates: gatesOf(size.max, options.timer),
    latestWrite: { hasFailed: false },
    processMark,
    runStatement: options.runStatement,
    ownSnapshot: options.ownSnapshot,
    withConnection: (work) => withClient((connection) => work(senderOn(client, connection))),
    transaction: (config, work) =>
      withClient((connection) =>
        opened.transaction(
          (inside) => {
            // Knex calls this even when BEGIN failed, and rejects with that failure.
            if (inside.isCompleted()) throw new Error('The transaction did not begin');
            return work(transactionOn(connection, inside));
          },
          { ...config, connection },
        ),
      ),
    onStatement: (listener) => {
      opened.on('query', ({ sql }: { readonly sql: string }) => listener(sql));
    },
    usage: () => ({
      used: connections.numUsed(),
      free: connections.numFree(),
      waiting: connections.numPendingAcquires(),
    }),
    close: () => opened.destroy(),
  };
  return pool;
};

/** What of the client of Knex is used here. In the types of Knex it can be anything. */
interface KnexClient {
  readonly pool: { numUsed(): number; numFree(): number; numPendingAcquires(): number };
  acquireConnection(): Promise<Client>;
  releaseConnection(connection: Client): Promise<void>;
  query<Row>(connection: Client, sent: object): Promise<{ readonly response: Result<Row> }>;
}

const clientOf = (either: Knex): KnexClient => either.client as KnexClient;

/** Knex puts the statement in front of the message of the driver, and a statement can have thousands of characters. */
const withoutStatement = (error: unknown, sql: string): unknown => {
  if (error instanceof Error && error.message.startsWith(`${sql} - `)) {
    error.message = error.message.slice(sql.length + 3);
  }
  return error;
};

const ignore = (): void => {};

/** Knex also throws the errors that it logs. */
const silentLog: Knex.Logger = { debug: ignore, warn: ignore, error: ignore, deprecate: ignore };
