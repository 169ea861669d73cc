import type {
  Receipt,
  ReceiptLimits,
  ReceiptRepository,
  ReceiptState,
  Reservation,
  UsedRight,
} from '../../core/store.ts';
import type { StoredAnswer } from '../../core/vocabulary.ts';
import type { DatabaseSession } from './connection/database-session.ts';
import { hasEnded, processOf } from './connection/process-mark.ts';
import { execute, query, removeIfAny, type Statement } from './connection/statement.ts';
import { storeTime } from './connection/store-time.ts';

/** A row of `receipts`, with the rest of its lease. The driver parses JSON and returns `bigint` as digits. */
interface ReceiptRow {
  readonly digest: string;
  readonly lease_ms: string;
  readonly answer: StoredAnswer | null;
  readonly rights: readonly UsedRight[] | null;
}

/** Whether a new attempt can replace a row. */
const isFree = (digest: string, lifetime: string): string =>
  `receipts.stored_at <= ${storeTime} - ${lifetime}::bigint or (receipts.answer is null ` +
  `and receipts.digest = ${digest} ` +
  `and (receipts.leased_until <= ${storeTime} or ${hasEnded('receipts.process')}))`;

/**
 * A row if so much is stored for the user that another receipt has to wait, and how long. What is stored is the
 * difference of the sums now and those before the oldest receipt.
 */
const full = (lifetime: string, maxCount: string, maxBytes: string): string =>
  `select oldest.stored_at + ${lifetime}::bigint - ${storeTime} as full_ms from receipt_totals totals ` +
  // With an equation, another index would have the order too, and the receipts of others would be read.
  'cross join lateral (select user_id, total_count, total_bytes, stored_at from receipts ' +
  'where total_count is not null ' +
  `and (user_id, stored_at) > (totals.user_id, (select ${storeTime} - ${lifetime}::bigint)) ` +
  'order by user_id, stored_at limit 1) oldest ' +
  `where totals.user_id = $1 and oldest.user_id = totals.user_id and (totals.count - oldest.total_count >= ${maxCount}::bigint ` +
  `or totals.bytes - oldest.total_bytes >= ${maxBytes}::bigint)`;

const reserve: Statement = {
  name: 'receipt_reserve',
  text:
    'insert into receipts (user_id, key, reservation_id, digest, leased_until, stored_at, process) ' +
    `select $1::uuid, $2, $3::uuid, $4, ${storeTime} + $5::bigint, ${storeTime}, $7::integer ` +
    `where not exists (${full('$6', '$8', '$9')}) on conflict (user_id, key) do update ` +
    'set reservation_id = excluded.reservation_id, digest = excluded.digest, ' +
    'leased_until = excluded.leased_until, stored_at = excluded.stored_at, process = excluded.process, ' +
    'answer = null, rights = null, total_count = null, total_bytes = null ' +
    `where ${isFree('excluded.digest', '$6')}`,
};

const find: Statement = {
  name: 'receipt_find',
  text:
    `select digest, greatest(0, leased_until - ${storeTime}) as lease_ms, answer, rights ` +
    `from receipts where user_id = $1 and key = $2 and not (${isFree('$3', '$4')})`,
};

const findFull: Statement = { name: 'receipt_full', text: full('$2', '$3', '$4') };

const isHeld = 'user_id = $1 and key = $2 and reservation_id = $3 and answer is null';

const renew: Statement = {
  name: 'receipt_renew',
  text: `update receipts set leased_until = ${storeTime} + $4::bigint where ${isHeld}`,
};

/** Receipts of one user are counted one after the other. */
const complete: Statement = {
  name: 'receipt_complete',
  text:
    'with total as (insert into receipt_totals as total (user_id, count, bytes) ' +
    `select user_id, 1, octet_length($5) + octet_length($6) from receipts where ${isHeld} ` +
    'on conflict (user_id) do update set count = total.count + 1, bytes = total.bytes + excluded.bytes ' +
    'returning count - 1 as count, bytes - octet_length($5) - octet_length($6) as bytes) ' +
    'update receipts set digest = $4, answer = $5::json, rights = $6::json, ' +
    `total_count = total.count, total_bytes = total.bytes, stored_at = ${storeTime} from total where ${isHeld}`,
};

const release: Statement = {
  name: 'receipt_release',
  text: `delete from receipts where ${isHeld}`,
};

// A subquery, so that the time is read once and the index is used.
const old = `from receipts where stored_at <= (select ${storeTime} - $1::bigint)`;

const anyOld: Statement = {
  name: 'receipts_any_old',
  text: `select key ${old} order by stored_at limit 1`,
};

const removeOld: Statement = { name: 'receipts_remove', text: `delete ${old}` };

export class PostgresReceiptRepository implements ReceiptRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async reserve(
    reservation: Reservation,
    { leaseMs, lifetimeMs, maxCount, maxBytes }: ReceiptLimits,
  ): Promise<ReceiptState> {
    const { userId, key, digest } = reservation;
    const process = processOf(this.#database.pool.processMark);
    const held = [...heldValues(reservation), digest, leaseMs, lifetimeMs, process];
    for (;;) {
      const written = await execute(this.#database, reserve, [...held, maxCount, maxBytes]);
      if (written > 0) return { kind: 'reserved' };
      const values = [userId, key, digest, lifetimeMs];
      const [row] = await query<ReceiptRow>(this.#database, find, values);
      if (row !== undefined) return stateOf(row);
      type Full = { readonly full_ms: string };
      const limits = [userId, lifetimeMs, maxCount, maxBytes];
      const [full] = await query<Full>(this.#database, findFull, limits);
      if (full !== undefined) return { kind: 'full', waitMs: Math.max(0, Number(full.full_ms)) };
      // Another attempt was released in between, or an old receipt has ended.
    }
  }

  async renew(reservation: Reservation, leaseMs: number): Promise<boolean> {
    return (await execute(this.#database, renew, [...heldValues(reservation), leaseMs])) > 0;
  }

  async complete(reservation: Reservation, receipt: Receipt): Promise<boolean> {
    const { digest, answer, rights } = receipt;
    const values = [digest, JSON.stringify(answer), JSON.stringify(rights)];
    return (await execute(this.#database, complete, [...heldValues(reservation), ...values])) > 0;
  }

  async release(reservation: Reservation): Promise<void> {
    await execute(this.#database, release, heldValues(reservation));
  }

  async sweep(lifetimeMs: number): Promise<false> {
    await removeIfAny(this.#database, anyOld, removeOld, [lifetimeMs]);
    return false;
  }
}

const heldValues = ({ userId, key, id }: Reservation) => [userId, key, id] as const;

const stateOf = ({ digest, lease_ms: leaseMs, answer, rights }: ReceiptRow): ReceiptState =>
  answer === null
    ? { kind: 'running', digest, leaseMs: Number(leaseMs) }
    : { kind: 'stored', receipt: { digest, answer, rights: rights ?? [] } };
