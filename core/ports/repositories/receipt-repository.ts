import type { Receipt, Reservation } from '../../model/receipt.ts';
import type { MaxAgeMs, Swept } from './swept.ts';

/** What is stored under the name of a receipt. */
export type ReceiptState =
  | { readonly kind: 'reserved' }
  | {
      /** Another attempt holds the reservation, for `leaseMs` from now. */
      readonly kind: 'running';
      readonly digest: string;
      readonly leaseMs: number;
    }
  | { readonly kind: 'stored'; readonly receipt: Receipt }
  | {
      /** As much is stored for the user as may be. The oldest receipt ends `waitMs` from now. */
      readonly kind: 'full';
      readonly waitMs: number;
    };

export interface ReceiptLimits {
  /** How long a reservation is held unless it is renewed. */
  readonly leaseMs: number;
  /** How long a receipt is stored. An older one counts as absent. */
  readonly lifetimeMs: number;
  /** The most receipts of one user. */
  readonly maxCount: number;
  /** How much may be stored for one user before another name is reserved: UTF-8, about. */
  readonly maxBytes: number;
}

/**
 * The responses to requests that had a key, and the reservations of those that are being answered. Times are measured
 * by the clock of the store. A sweep removes what is older than the lifetime.
 */
export interface ReceiptRepository extends Swept<MaxAgeMs> {
  /**
   * Reserves the name, unless there is a receipt, or a reservation with another digest or with time left, or the limits of
   * the user are reached. Of concurrent calls for one name, one reserves it. A reservation of a process that has ended may
   * have no time left. Reservations do not count as receipts: concurrent requests can exceed the limits by their number.
   *
   * @returns `reserved`, or what is stored instead.
   */
  reserve(reservation: Reservation, limits: ReceiptLimits): Promise<ReceiptState>;

  /** Starts the lease again. @returns false if another attempt has reserved the name. */
  renew(reservation: Reservation, leaseMs: number): Promise<boolean>;

  /**
   * Replaces the reservation by its receipt, whose lifetime begins.
   *
   * @returns false if another attempt has reserved the name; nothing is stored then.
   */
  complete(reservation: Reservation, receipt: Receipt): Promise<boolean>;

  /** Removes the reservation, but no receipt and no reservation of another attempt. */
  release(reservation: Reservation): Promise<void>;
}
