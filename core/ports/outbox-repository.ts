import type { JsonText } from '../primitives/json.ts';

/** What happened, in the order in which it was stored. `Store.commit` adds to it. */
export interface OutboxRepository {
  /** The oldest events. */
  list(limit: number): Promise<readonly JsonText[]>;

  /**
   * Removes events that were stored longer ago, by the clock of the store: the oldest ones, a bounded number at a time.
   * Does not wait for other calls.
   *
   * @returns whether there may be more.
   */
  removeOlderThan(ageMs: number): Promise<boolean>;
}
