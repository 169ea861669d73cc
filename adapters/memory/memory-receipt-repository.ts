import type {
  Receipt,
  ReceiptLimits,
  ReceiptName,
  ReceiptRepository,
  ReceiptState,
  Reservation,
} from '../../core/store.ts';
import { copyOf } from './copy-of.ts';
import { removeFound } from './memory-records.ts';
import type { MemoryAccess, MemoryTables, StoredReceipt } from './memory-tables.ts';

export class MemoryReceiptRepository implements ReceiptRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async reserve(
    { userId, key, id, digest }: Reservation,
    limits: ReceiptLimits,
  ): Promise<ReceiptState> {
    const { leaseMs, lifetimeMs } = limits;
    const name = nameOf({ userId, key });
    return this.#access.write(({ receipts }) => {
      const now = Date.now();
      const stored = receipts.get(name);
      if (stored !== undefined && stored.storedAt > now - lifetimeMs) {
        if (stored.receipt !== undefined)
          return { kind: 'stored', receipt: copyOf(stored.receipt) };
        const left = stored.leasedUntil - now;
        if (left > 0 || stored.digest !== digest) {
          return { kind: 'running', digest: stored.digest, leaseMs: Math.max(0, left) };
        }
      }
      const waitMs = fullFor([...receipts.values()], userId, now, limits);
      if (waitMs !== undefined) return { kind: 'full', waitMs };
      const reserved = { userId, id, digest, leasedUntil: now + leaseMs, storedAt: now };
      receipts.set(name, { ...reserved, receipt: undefined, bytes: 0 });
      return { kind: 'reserved' };
    });
  }

  async renew(reservation: Reservation, leaseMs: number): Promise<boolean> {
    return this.#replace(reservation, (held, now) => ({ ...held, leasedUntil: now + leaseMs }));
  }

  async complete(reservation: Reservation, receipt: Receipt): Promise<boolean> {
    const stored = { receipt: copyOf(receipt), bytes: JSON.stringify(receipt).length };
    return this.#replace(reservation, (held, now) => ({ ...held, ...stored, storedAt: now }));
  }

  async release(reservation: Reservation): Promise<void> {
    await this.#access.write((tables) => {
      if (heldIn(tables, reservation) !== undefined) tables.receipts.delete(nameOf(reservation));
    });
  }

  async sweep(lifetimeMs: number): Promise<false> {
    const oldest = Date.now() - lifetimeMs;
    await removeFound(
      this.#access,
      ({ receipts }) => [...receipts].filter(([, { storedAt }]) => storedAt <= oldest),
      ({ receipts }, [name]) => receipts.delete(name),
    );
    return false;
  }

  #replace(
    reservation: Reservation,
    change: (held: StoredReceipt, now: number) => StoredReceipt,
  ): Promise<boolean> {
    return this.#access.write((tables) => {
      const held = heldIn(tables, reservation);
      if (held === undefined) return false;
      tables.receipts.set(nameOf(reservation), change(held, Date.now()));
      return true;
    });
  }
}

const nameOf = ({ userId, key }: ReceiptName): string => `${userId} ${key}`;

/** How long the user has to wait; undefined as long as the user may store more. */
const fullFor = (
  all: readonly StoredReceipt[],
  userId: string,
  now: number,
  { lifetimeMs, maxCount, maxBytes }: ReceiptLimits,
): number | undefined => {
  const living = all.filter(
    (each) =>
      each.userId === userId && each.receipt !== undefined && each.storedAt > now - lifetimeMs,
  );
  const bytes = living.reduce((sum, each) => sum + each.bytes, 0);
  if (living.length < maxCount && bytes < maxBytes) return undefined;
  return Math.min(...living.map(({ storedAt }) => storedAt)) + lifetimeMs - now;
};

/** The reservation, unless it was completed or is another attempt's. */
const heldIn = (
  { receipts }: MemoryTables,
  reservation: Reservation,
): StoredReceipt | undefined => {
  const stored = receipts.get(nameOf(reservation));
  return stored?.id === reservation.id && stored.receipt === undefined ? stored : undefined;
};
