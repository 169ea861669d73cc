import type { JsonText } from '../../primitives/json.ts';
import type { MaxAgeMs, Swept } from './swept.ts';

/** How far the feed has come. */
export interface FeedState {
  /** Identifies the store. After a restore from a backup it is another one, so that no position is used twice. */
  readonly epoch: string;
  /** The position of the last event that has one; 0 if none ever had. */
  readonly head: number;
}

export interface PlacedEvent {
  /** Grows from event to event, not always by one. */
  readonly position: number;
  readonly event: JsonText;
}

/**
 * What happened. `Store.commit` adds to it, and so do the repositories of working copies and schedules.
 *
 * An event gets its position when the feed is read: after every event that has one. So positions appear in their order,
 * and an open transaction delays only its own events.
 *
 * A sweep removes events that have a position and are too old by the clock of the store, the oldest ones first. It keeps
 * those that an active webhook has not read.
 */
export interface OutboxRepository extends Swept<MaxAgeMs> {
  /** Stores events, in their order. */
  add(events: readonly JsonText[]): Promise<void>;

  /** The oldest events, in the order in which they were stored. */
  list(limit: number): Promise<readonly JsonText[]>;

  /**
   * Gives a position to every event that is stored now: to events of one item in the order of their changes. Writes nothing
   * if all have one. Waits for no writer.
   */
  advance(): Promise<FeedState>;

  /**
   * Up to `limit` events after a position, by ascending position.
   *
   * @returns undefined if an event after the position was removed.
   */
  listAfter(position: number, limit: number): Promise<readonly PlacedEvent[] | undefined>;

  /**
   * The newest events of the type `visibility` after a position, newest first: up to `limit`. Those that have no position
   * yet come first, with `Number.MAX_SAFE_INTEGER`. The work does not grow with other events.
   */
  listVisibilityAfter(position: number, limit: number): Promise<readonly PlacedEvent[]>;
}
