import type { Knex } from 'knex';
import type { LockName } from '../../core/index.ts';
import { runStatement } from './statement.ts';

/**
 * What is locked, by number. Together with {@link lockSpace} it is the key of an advisory lock of
 * the database, which holds across all instances and ends with the transaction that took it.
 */
const lockNumbers = {
  migrations: 0,
  accounts: 1,
  settings: 2,
} as const satisfies Readonly<Record<LockName | 'migrations', number>>;

/** Keeps our locks apart from those of other programs in the same database: "quoi" in ASCII. */
const lockSpace = 0x71_75_6f_69;

/** SQL that waits for a lock of the transaction as {@link takeLock} does, for scripts. */
export const lockScript = (lock: keyof typeof lockNumbers): string =>
  `select pg_advisory_xact_lock(${lockSpace}, ${lockNumbers[lock]})`;

const takeLockStatement = {
  name: 'take_lock',
  text: 'select pg_advisory_xact_lock($1::integer, $2::integer)',
};

/** Waits until no other transaction holds the lock and keeps it until this one ends. */
export const takeLock = async (
  transaction: Knex.Transaction,
  lock: keyof typeof lockNumbers,
): Promise<void> => {
  await runStatement(transaction, takeLockStatement, [lockSpace, lockNumbers[lock]]);
};
