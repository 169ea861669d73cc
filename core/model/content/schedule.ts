import type { EpochMs } from '../../primitives/time.ts';
import type { ContentStatus } from './content-item.ts';

export const scheduledActions = ['publish', 'unpublish'] as const;
export type ScheduledAction = (typeof scheduledActions)[number];

/** What names one planned change. An item has at most one of each action. */
export interface ScheduleKey {
  readonly contentId: string;
  readonly action: ScheduledAction;
  /** By the clock of the store. */
  readonly at: EpochMs;
}

/** A change of status that is planned, or that failed at its time. */
export interface ScheduledChange extends ScheduleKey {
  /** Why the change failed; undefined while it is pending. */
  readonly reason: string | undefined;
  /**
   * The account in whose name the change is made, even if it does not exist (any more); undefined for the operator.
   * `noId` for an imported change whose account is not here.
   */
  readonly scheduledBy: string | undefined;
}

/** A scheduled change as lists show it. */
export interface ScheduleEntry extends ScheduledChange {
  /** Of the item now. */
  readonly title: string;
  readonly collectionId: string;
}

/**
 * The planned changes that are pointless once an item has this status. They are removed together with the change of
 * status, and so are all that have failed.
 */
export const pointlessIn: Readonly<Record<ContentStatus, readonly ScheduledAction[]>> = {
  draft: ['unpublish'],
  published: ['publish'],
  archived: ['publish', 'unpublish'],
};
