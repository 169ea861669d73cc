import type { Collection } from '../model/collection.ts';
import type { Ports } from '../ports/ports.ts';
import { second } from '../primitives/time.ts';
import type { OnEvent, UserEvent } from './domain-event.ts';

/** What an instance learns about its own write, after the commit. A crash loses it: nothing that must happen may depend on it. */
export type Notification =
  /** Events of content or media are in the outbox. */
  | { readonly type: 'stored' }
  /** So is that of a collection. */
  | {
      readonly type: 'collection';
      /** Undefined for a new collection, and for a deleted one. */
      readonly before?: Collection;
      readonly collection: Collection;
    }
  | UserEvent;

/** Acts on a notification. Never throws. */
export type Notify = (notification: Notification) => Promise<void>;

/** Runs an effect when the writes before it are committed: at once, unless the use case is part of a larger commit. */
export type AfterCommit = (effect: () => Promise<void>) => Promise<void>;

/** What a use case that causes notifications takes. */
export interface Notifying {
  readonly notify: Notify;
}

const listenerTimeoutMs = 5 * second;

/** Tells the listener at once about a user, once. Never throws. */
export const userNotifier =
  (onEvent: OnEvent | undefined, { log, timer }: Pick<Ports, 'log' | 'timer'>) =>
  async (event: UserEvent): Promise<void> => {
    try {
      const heard = onEvent?.(event);
      if (heard === undefined) return;
      const { inTime } = await timer.within(Promise.resolve(heard), listenerTimeoutMs);
      if (!inTime) throw new Error(`No end within ${listenerTimeoutMs} ms`);
    } catch (error) {
      log.error('The listener for domain events failed', { event: event.type }, error);
    }
  };
