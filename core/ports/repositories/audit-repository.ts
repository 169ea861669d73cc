import type { AuditAction, AuditEntry, AuditNote, AuditResource } from '../../model/audit-entry.ts';
import type { EpochMs } from '../../primitives/time.ts';
import type { Swept } from './swept.ts';

/** Absent members match everything. */
export interface AuditFilter {
  /** The id of a user or of an API token. */
  readonly actorId?: string | undefined;
  readonly resource?: AuditResource | undefined;
  readonly id?: string | undefined;
  readonly action?: AuditAction | undefined;
  /** From this time on. */
  readonly from?: EpochMs | undefined;
  /** Before this time. */
  readonly to?: EpochMs | undefined;
}

/** Of an entry, in the order of the list. */
export type AuditPlace = Pick<AuditEntry, 'at' | 'number'>;

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Where the next page begins; undefined if there is none. */
  readonly next: AuditPlace | undefined;
}

/** How much of the audit stays. */
export interface AuditLimits {
  readonly ageMs: number;
  readonly entries: number;
}

/** How many entries one page looks at, if they do not match the whole filter. */
export const auditLookMax = 10_000;

/**
 * Who did what. Entries never change, and only a sweep removes them: those that are too old, and those beyond the number,
 * by their numbers. At most the last `entries` stay.
 *
 * A write whose event has a member `audit`, an {@link AuditNote}, gets its entry later: so it costs what it did without.
 */
export interface AuditRepository extends Swept<AuditLimits> {
  /** Stores entries, in their order, now by the clock of the store. */
  add(notes: readonly AuditNote[]): Promise<void>;

  /**
   * Stores the entries of the events that have a position and a note, each once, in the order of their positions and with
   * the times at which the events were stored: a bounded number at a time. Concurrent calls wait for each other. Writes
   * nothing if there is no new event.
   *
   * @returns whether there may be more.
   */
  collect(): Promise<boolean>;

  /**
   * Newest first; entries of the same time by descending number. A page can have less than `limit` entries, or none,
   * although there are more: after {@link auditLookMax} entries that do not match it ends.
   *
   * @param after the place after which the page begins; undefined for the first one.
   */
  list(filter: AuditFilter, after: AuditPlace | undefined, limit: number): Promise<AuditPage>;
}
