import type {
  Receipt,
  ReceiptLimits,
  ReceiptRepository,
  ReceiptState,
  Reservation,
} from 'quoin/core/store';
import type { Access } from '../work/access.ts';

export class SqliteReceipts implements ReceiptRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async reserve(
    { userId, key, id, digest }: Reservation,
    { leaseMs, lifetimeMs, maxCount, maxBytes }: ReceiptLimits,
  ): Promise<ReceiptState> {
    return this.#access.write((db) => {
      const now = Date.now();
      const stored = db.get<ReceiptRow>(
        'select * from receipts where user_id = ? and key = ? and stored_at > ?',
        userId,
        key,
        now - lifetimeMs,
      );
      if (stored !== undefined) {
        if (stored.receipt !== null) {
          return { kind: 'stored', receipt: JSON.parse(stored.receipt) as Receipt };
        }
        const left = stored.leased_until - now;
        if (left > 0 || stored.digest !== digest) {
          return { kind: 'running', digest: stored.digest, leaseMs: Math.max(0, left) };
        }
      }
      const [used] = db.all<UsageRow>(usage, userId, now - lifetimeMs);
      if (used !== undefined && (used.count >= maxCount || used.bytes >= maxBytes)) {
        return { kind: 'full', waitMs: used.oldest + lifetimeMs - now };
      }
      db.put('receipts', 'user_id, key', {
        user_id: userId,
        key,
        id,
        digest,
        leased_until: now + leaseMs,
        stored_at: now,
        receipt: undefined,
      });
      return { kind: 'reserved' };
    });
  }

  async renew({ userId, key, id }: Reservation, leaseMs: number): Promise<boolean> {
    const sql = `update receipts set leased_until = ? where ${held}`;
    return this.#access.write((db) => db.run(sql, Date.now() + leaseMs, userId, key, id) > 0);
  }

  async complete({ userId, key, id }: Reservation, receipt: Receipt): Promise<boolean> {
    const sql = `update receipts set receipt = ?, stored_at = ? where ${held}`;
    const text = JSON.stringify(receipt);
    return this.#access.write((db) => db.run(sql, text, Date.now(), userId, key, id) > 0);
  }

  async release({ userId, key, id }: Reservation): Promise<void> {
    await this.#access.write((db) => db.run(`delete from receipts where ${held}`, userId, key, id));
  }

  async sweep(lifetimeMs: number): Promise<false> {
    await this.#access.write((db) =>
      db.run('delete from receipts where stored_at <= ?', Date.now() - lifetimeMs),
    );
    return false;
  }
}

/** A reservation that was neither completed nor taken by another attempt. */
const held = 'user_id = ? and key = ? and id = ? and receipt is null';

/** What is stored for a user; no row if nothing is. */
const usage =
  'select count(*) as count, sum(octet_length(receipt)) as bytes, min(stored_at) as oldest from receipts ' +
  'where user_id = ? and receipt is not null and stored_at > ? group by user_id';

interface UsageRow {
  readonly count: number;
  readonly bytes: number;
  readonly oldest: number;
}

interface ReceiptRow {
  readonly digest: string;
  readonly leased_until: number;
  readonly receipt: string | null;
}
