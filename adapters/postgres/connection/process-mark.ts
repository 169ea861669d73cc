import { randomInt } from 'node:crypto';
import type { Client } from 'pg';

/**
 * Tells other processes whether this one lives. All its connections hold an advisory lock with its number, which ends
 * with the last of them: then no write of the process can be stored any more. Everybody can see such locks, and whoever
 * takes one of the same number only makes others wait for the end of a claim.
 */
export interface ProcessMark {
  readonly number: number;
  /** False until the first connection, and behind a pooler, whose connections can outlive the process. */
  isHeld: boolean;
}

/** "quop" in ASCII separates the locks from those of other programs and from that of migrations. */
const lockSpace = 1_903_521_648;

export const newProcessMark = (): ProcessMark => ({
  number: randomInt(1, 2 ** 31),
  isHeld: false,
});

/**
 * Marks a new connection.
 *
 * @param serverProcess as the connection was told; undefined for the embedded database. A pooler tells another number.
 */
export const markConnection = async (
  connection: Client,
  mark: ProcessMark,
  serverProcess?: number,
): Promise<void> => {
  const { rows } = await connection.query(
    `select pg_advisory_lock_shared(${lockSpace}, $1) where pg_backend_pid() = coalesce($2, pg_backend_pid())`,
    [mark.number, serverProcess ?? null],
  );
  mark.isHeld = rows.length > 0;
};

/** The number to store with a claim; null if the end of the process could not be seen. */
export const processOf = ({ number, isHeld }: ProcessMark): number | null =>
  isHeld ? number : null;

/** Whether the process with the number in a column has ended. False if that is unknown. */
export const hasEnded = (column: string): string =>
  `(${column} is not null and not exists (select from pg_locks where locktype = 'advisory' ` +
  `and classid = ${lockSpace} and objid = ${column}::oid and objsubid = 2))`;
