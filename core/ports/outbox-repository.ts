import type { JsonText } from '../primitives/json.ts';

/** What happened, in the order in which it was stored. `Store.commit` adds to it. */
export interface OutboxRepository {
  /** The oldest events. */
  list(limit: number): Promise<readonly JsonText[]>;

  /** Removes the events that were stored before a time, in epoch milliseconds. */
  removeBefore(time: number): Promise<void>;
}
