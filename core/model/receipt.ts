import { day, minute } from '../primitives/time.ts';
import type { LocaleCode } from './locale.ts';

/** A response as it is sent again. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the user needed to be allowed to do. */
export interface UsedRight {
  readonly action: string;
  readonly collection?: { readonly id: string; readonly name: string };
  readonly ownerId?: string | undefined;
  readonly locale?: LocaleCode | undefined;
}

/** The response to a request that had a key. */
export interface Receipt {
  /** Of the whole request. */
  readonly digest: string;
  readonly answer: StoredAnswer;
  /** Checked again before the response is sent again. */
  readonly rights: readonly UsedRight[];
}

/** Identifies a receipt. */
export interface ReceiptName {
  readonly userId: string;
  readonly key: string;
}

/** What one attempt to answer a request holds. */
export interface Reservation extends ReceiptName {
  /** Differs for every attempt. */
  readonly id: string;
  /** Of the request, as far as it is known when the attempt begins. */
  readonly digest: string;
}

/** How long a receipt is stored. */
export const receiptLifetimeMs = day;

/** How long an attempt holds its reservation without a sign of life. */
export const reservationLeaseMs = minute;

/** What is stored for one user at most. Without a limit, refused requests would fill the store at no cost. */
export const receiptsMaxCount = 100_000;
export const receiptsMaxBytes = 512 * 1024 * 1024;

export const idempotencyKeyMaxLength = 255;
