import type { Client } from 'pg';
import type { Timer } from '../../../core/index.ts';
import { readAddress } from './address.ts';
import { endWhenUnanswered } from './answer-timeout.ts';
import { openKnexPool, type Pool, type RunStatement } from './knex-pool.ts';
import { markConnection, type ProcessMark } from './process-mark.ts';

export interface PoolOptions {
  /** `postgres://user:password@host:port/database`; its parameters override the defaults here. */
  readonly url: string;
  /** Maximum number of connections. */
  readonly poolMax: number;
  /** Maximum time until a statement is answered, in milliseconds. Defaults to 20 seconds. */
  readonly answerTimeoutMs?: number;
  readonly runStatement?: RunStatement | undefined;
}

/** In milliseconds. */
const timeouts = {
  /** To wait for a free connection, and to establish a new one. */
  connection: 2_000,
  lock: 5_000,
  statement: 15_000,
  /** Longer than the statement timeout: reached only if the server or the network hangs. */
  answer: 20_000,
  idleTransaction: 30_000,
  /** Idle time until TCP probes the connection. */
  keepAlive: 10_000,
} as const;

/** Settings of a session by name (PostgreSQL manual, chapter 20). A bare number is in milliseconds. */
type SessionSettings = Readonly<Record<string, string>>;

const defaultSettings: SessionSettings = {
  statement_timeout: String(timeouts.statement),
  lock_timeout: String(timeouts.lock),
  idle_in_transaction_session_timeout: String(timeouts.idleTransaction),
  // Each statement has an index in its order. Without these settings, the planner would choose other
  // plans on the basis of estimates, which are wrong for skewed data and for tables that just grew.
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
  enable_incremental_sort: 'off',
  // Both cost more than they save for a page of items.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  // Each write stores the data of an item twice, in the item and in its revision. For texts of 7 kB, the default
  // algorithm takes half of the time of a creation in the database.
  default_toast_compression: 'lz4',
};

/** An operator cannot change these. */
const requiredSettings: SessionSettings = {
  // A statement that has waited for a lock must see what was committed meanwhile.
  default_transaction_isolation: 'read committed',
  // Fewer digits would round numbers, for example those in the cursors of queries.
  extra_float_digits: '1',
};

/** How many callers may wait per connection. At 1 ms a statement they are served within 100 ms. */
const waitingPerConnection = 100;

/** Opens a pool of connections to a server. Connects on first use. */
export const openPool = (
  { url, poolMax, answerTimeoutMs = timeouts.answer, runStatement }: PoolOptions,
  timer: Timer,
): Pool => {
  const { connectionString, timeouts: inAddress } = readAddress(url);
  return openKnexPool({
    timer,
    connection: connectionOptions(connectionString),
    size: { min: 0, max: poolMax, createTimeoutMillis: 2 * timeouts.connection },
    acquireTimeoutMs: timeouts.connection,
    maxWaiting: poolMax * waitingPerConnection,
    prepare: async (connection, mark) => {
      await prepareSession(connection, inAddress, mark);
      endWhenUnanswered(connection, answerTimeoutMs);
    },
    replacesConnections: true,
    runStatement,
  });
};

/** How every connection is made. */
export const connectionOptions = (connectionString: string) => ({
  connectionString,
  application_name: 'quoin',
  connectionTimeoutMillis: timeouts.connection,
  keepAlive: true,
  keepAliveInitialDelayMillis: timeouts.keepAlive,
});

/**
 * The defaults do not override what the operator set for the role, for the database or in
 * `options` of the address. They do override `postgresql.conf`, which applies to all programs. A server may lack an
 * algorithm.
 */
const applySettings = `
  select set_config(wanted.name, wanted.value, false)
  from unnest($1::text[], $2::text[], $3::boolean[]) as wanted (name, value, is_decided)
  join pg_settings on pg_settings.name = wanted.name
  where is_decided or (source not in ('client', 'user', 'database', 'database user')
    and (enumvals is null or wanted.value = any (enumvals)))`;

/** Sets timeouts by SQL, because a pooler may reject them as connection parameters. */
const prepareSession = async (
  connection: Client,
  inAddress: SessionSettings,
  processMark: ProcessMark,
): Promise<void> => {
  const decided = { ...inAddress, ...requiredSettings };
  const settings = { ...defaultSettings, ...decided };
  const names = Object.keys(settings);
  const values = [names, Object.values(settings), names.map((name) => name in decided)];
  try {
    const settingsQuery = { text: applySettings, values, query_timeout: timeouts.connection };
    await connection.query(settingsQuery);
    const { processID } = connection as Client & { readonly processID?: number | null };
    await markConnection(connection, processMark, processID ?? 0);
  } catch (error) {
    void connection.end();
    throw error;
  }
};
