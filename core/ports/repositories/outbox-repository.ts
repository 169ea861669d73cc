import type { JsonText } from '../../primitives/json.ts';
import type { MaxAgeMs, Swept } from './swept.ts';

/** How far the feed has come. */
export interface FeedState {
  /** Identifies the store. After a restore from a backup it is another one, so that no position is used twice. */
  readonly epoch: string;
  /** The position of the last event that has one; 0 if none ever had. */
  readonly head: number;
}

/** How far a reader has come whom the outbox remembers. */
export interface ReaderPlace {
  /** Of the last event that it has handled. */
  readonly position: number;
  /** How often it has failed at the event after it. */
  readonly failures: number;
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

  /** Remembers a reader, after this position. Does nothing if there is one of this name. */
  addReader(name: string, position: number): Promise<void>;

  /**
   * Claims a reader that is before `head`. Only one of several concurrent calls gets it. The claim ends after `leaseMs`, by
   * the clock of the store. Writes nothing if there is nothing to claim.
   *
   * @param claim identifies the claim: a UUID.
   * @returns undefined if the reader is not before `head`, is claimed, or is not known.
   */
  claimReader(
    name: string,
    claim: string,
    head: number,
    leaseMs: number,
  ): Promise<ReaderPlace | undefined>;

  /**
   * Stores how far a reader has come, and has the claim end after `leaseMs` from now.
   *
   * @returns false if another claim has followed. Then nothing changes.
   */
  moveReader(name: string, claim: string, place: ReaderPlace, leaseMs: number): Promise<boolean>;
}
