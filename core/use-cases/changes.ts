import type { ChangePage } from '../feed/change.ts';
import {
  awaitChanges,
  followChanges,
  type AwaitChanges,
  type FollowChanges,
} from '../feed/follow-changes.ts';
import { readChanges, type ReadChanges } from '../feed/read-changes.ts';
import type { Reserve } from '../limits/reserve.ts';
import type { Actor } from '../model/actor.ts';
import type { Signal } from '../primitives/signal.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** The feed of changes. */
export interface ChangeUseCases {
  /**
   * A page of the feed: what has changed for the reader since the cursor. A change that was acknowledged before another
   * one began comes before it, and none is left out. A page can be empty although there are more.
   *
   * @throws DomainError `invalid_input`; `invalid_cursor` for the cursor of another reader, collection, locale or
   *   perspective; `cursor_expired` if changes after the cursor are no longer known; `token_scope`, `rate_limited`,
   *   `invalid_preview`; `forbidden` for a caller who may not read in the perspective of drafts; `invalid_session`,
   *   `invalid_token` for a caller who has lost access meanwhile.
   */
  readonly read: (actor: Actor, command: ReadChanges) => Promise<ChangePage>;

  /**
   * A page of the feed, like `read`. Waits for a change instead of returning an empty page at the end of the feed.
   *
   * @param signal ends the wait: the page is empty then.
   * @throws DomainError `invalid_input`, `invalid_cursor`, `cursor_expired`, `token_scope`,
   *   `rate_limited`, `invalid_preview`, `forbidden`, `invalid_session`, `invalid_token`; `rate_limited` and
   *   `overloaded` also if too many readers wait.
   */
  readonly await: (actor: Actor, command: AwaitChanges, signal?: Signal) => Promise<ChangePage>;

  /**
   * The feed without an end: pages as changes come, and an empty one as a sign of life, at least every 15 seconds. Ends
   * when the signal is aborted, when the caller has lost access, and when the store fails; a reader then continues with
   * the last cursor. What the caller may see is decided anew for each page.
   *
   * @param reserve counts the bytes of each page until the next one is requested. If it refuses them, the stream ends.
   *   By default nothing is counted.
   * @returns after the first page was read. The seat is taken when the first page is requested.
   * @throws DomainError `invalid_input`, `invalid_cursor`, `cursor_expired`, `token_scope`,
   *   `rate_limited`, `invalid_preview`, `forbidden`, `invalid_session`, `invalid_token`; `overloaded` if too many
   *   bytes wait. The first page throws `rate_limited` and `overloaded` if too many readers wait.
   */
  readonly follow: (
    actor: Actor,
    command: FollowChanges,
    signal?: Signal,
    reserve?: Reserve,
  ) => Promise<AsyncIterable<ChangePage>>;

  /** How many readers of this process wait for changes. */
  readonly countReaders: () => number;
}

export const changeUseCases = (dependencies: UseCaseDependencies): ChangeUseCases => ({
  read: readChanges(dependencies),
  await: awaitChanges(dependencies),
  follow: followChanges(dependencies),
  countReaders: () => dependencies.feedSeats.taken,
});
