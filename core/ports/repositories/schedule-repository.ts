import type { CollectionScope } from '../../model/actor.ts';
import type { ScheduledChange, ScheduleEntry, ScheduleKey } from '../../model/content/schedule.ts';
import type { ExactLocale } from '../../model/content/view.ts';
import type { JsonText } from '../../primitives/json.ts';
import type { Page } from '../../primitives/paging.ts';
import type { EpochMs } from '../../primitives/time.ts';

/** The schedule of one item. */
export interface ItemSchedule {
  /** The time now, by the clock of the store. */
  readonly now: EpochMs;
  /** At most one change of each action. */
  readonly changes: readonly ScheduledChange[];
}

/**
 * Planned changes of content. All times are those of the clock of the store, which all instances share. A planned
 * change is carried out by `Store.commit`, which removes it.
 */
export interface ScheduleRepository {
  find(contentId: string): Promise<ItemSchedule>;

  /**
   * Replaces the schedule of an item by the result of `revise`. Concurrent calls for one item run one after the
   * other. `revise` may be called more than once.
   *
   * @returns the new schedule; undefined if there is no such item.
   * @throws what `revise` throws. Then nothing changes.
   */
  revise(
    contentId: string,
    revise: (stored: ItemSchedule) => readonly ScheduledChange[],
  ): Promise<ItemSchedule | undefined>;

  /**
   * The changes of existing items, soonest first; those of the same time by the id of the item, then by action. The work does
   * not grow with the number of changes in other collections and other locales.
   *
   * @param within the collections that the items are in now. @param locale lists only changes of items in it; its collections
   *   are those of `within`.
   */
  list(
    page: Page,
    within: CollectionScope,
    locale?: ExactLocale,
  ): Promise<readonly ScheduleEntry[]>;

  /**
   * Claims the pending change that is due for the longest time, among those that nobody has claimed. A change has to
   * wait for an earlier pending one of its item. Only one of several concurrent calls claims a change. The claim ends
   * after `leaseMs`, or when the change is removed or fails.
   *
   * @returns undefined if none is due.
   */
  claim(leaseMs: number): Promise<ScheduledChange | undefined>;

  /** Extends the claim of a pending change to `leaseMs` from now. */
  extendClaim(key: ScheduleKey, leaseMs: number): Promise<void>;

  /**
   * Marks a pending change as failed, and stores the event with it.
   *
   * @returns false if there is no such pending change. Then nothing is stored.
   */
  fail(key: ScheduleKey, reason: string, event: JsonText): Promise<boolean>;

  /** Removes a change. Removing one that does not exist succeeds. */
  remove(key: ScheduleKey): Promise<void>;
}
