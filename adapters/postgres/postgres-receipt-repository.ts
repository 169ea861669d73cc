import type {
  Receipt,
  ReceiptRepository,
  ReceiptState,
  ReceiptTimes,
  Reservation,
  StoredAnswer,
  UsedRight,
} from '../../core/index.ts';
import type { Database } from './connection/connections.ts';
import { execute, query, removeIfAny, type Statement } from './connection/statement.ts';
import { storeTime } from './connection/store-time.ts';

/** A row of `receipts`, with the rest of its lease. The driver parses JSON and returns `bigint` as digits. */
interface ReceiptRow {
  readonly digest: string;
  readonly lease_ms: string;
  readonly answer: StoredAnswer | null;
  readonly rights: readonly UsedRight[] | null;
}

const isFree =
  `receipts.stored_at <= ${storeTime} - $6::bigint or (receipts.answer is null ` +
  `and receipts.leased_until <= ${storeTime} and receipts.digest = excluded.digest)`;

const reserve: Statement = {
  name: 'receipt_reserve',
  text:
    'insert into receipts (user_id, key, reservation_id, digest, leased_until, stored_at) ' +
    `values ($1, $2, $3, $4, ${storeTime} + $5::bigint, ${storeTime}) on conflict (user_id, key) do update ` +
    'set reservation_id = excluded.reservation_id, digest = excluded.digest, ' +
    'leased_until = excluded.leased_until, stored_at = excluded.stored_at, answer = null, rights = null ' +
    `where ${isFree}`,
};

const find: Statement = {
  name: 'receipt_find',
  text:
    `select digest, greatest(0, leased_until - ${storeTime}) as lease_ms, answer, rights ` +
    'from receipts where user_id = $1 and key = $2',
};

const isHeld = 'user_id = $1 and key = $2 and reservation_id = $3 and answer is null';

const renew: Statement = {
  name: 'receipt_renew',
  text: `update receipts set leased_until = ${storeTime} + $4::bigint where ${isHeld}`,
};

const complete: Statement = {
  name: 'receipt_complete',
  text:
    'update receipts set digest = $4, answer = $5::json, rights = $6::json, ' +
    `stored_at = ${storeTime} where ${isHeld}`,
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
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async reserve(
    reservation: Reservation,
    { leaseMs, lifetimeMs }: ReceiptTimes,
  ): Promise<ReceiptState> {
    const { userId, key, digest } = reservation;
    const values = [...heldValues(reservation), digest, leaseMs, lifetimeMs];
    for (;;) {
      if ((await execute(this.#database, reserve, values)) > 0) return { kind: 'reserved' };
      const [row] = await query<ReceiptRow>(this.#database, find, [userId, key]);
      // Without a row, another attempt was released in between.
      if (row !== undefined) return stateOf(row);
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

  async removeOld(lifetimeMs: number): Promise<void> {
    await removeIfAny(this.#database, anyOld, removeOld, [lifetimeMs]);
  }
}

const heldValues = ({ userId, key, id }: Reservation) => [userId, key, id] as const;

const stateOf = ({ digest, lease_ms: leaseMs, answer, rights }: ReceiptRow): ReceiptState =>
  answer === null
    ? { kind: 'running', digest, leaseMs: Number(leaseMs) }
    : { kind: 'stored', receipt: { digest, answer, rights: rights ?? [] } };
