import type { Collection } from '../model/collection.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { MediaFile } from '../model/media/media-file.ts';
import type { Profile } from '../model/user.ts';
import type { Ports } from '../ports/ports.ts';
import { second } from '../primitives/time.ts';

/** A record of something that happened. Delivered after the commit. */
export type DomainEvent =
  | { readonly type: 'content.created'; readonly item: ContentItem }
  | { readonly type: 'content.updated'; readonly before: ContentItem; readonly item: ContentItem }
  | { readonly type: 'content.deleted'; readonly item: ContentItem }
  | { readonly type: 'collection.created'; readonly collection: Collection }
  | {
      readonly type: 'collection.updated';
      readonly before: Collection;
      readonly collection: Collection;
    }
  | { readonly type: 'collection.deleted'; readonly collection: Collection }
  | { readonly type: 'media.uploaded'; readonly file: MediaFile }
  | { readonly type: 'media.deleted'; readonly file: MediaFile }
  | { readonly type: 'user.registered'; readonly user: Profile }
  | { readonly type: 'user.changed'; readonly user: Profile }
  | { readonly type: 'user.deleted'; readonly user: Profile };

/**
 * The listener of the embedding application. It is called once per event, after the commit, on the
 * instance that wrote. A crash after the commit loses the event. The operation waits for the listener, five
 * seconds at most; an error of the listener, or that it is late, is logged and does not affect the operation.
 */
export type OnEvent = (event: DomainEvent) => Promise<void> | void;

/** Delivers an event to the listener. Never throws. */
export type Notify = (event: DomainEvent) => Promise<void>;

/** Runs an effect when the writes before it are committed: at once, unless the use case is part of a larger commit. */
export type AfterCommit = (effect: () => Promise<void>) => Promise<void>;

/** What a use case that causes events takes. */
export interface Notifying {
  readonly notify: Notify;
}

const listenerTimeoutMs = 5 * second;

export const notifier =
  (onEvent: OnEvent | undefined, { log, timer }: Pick<Ports, 'log' | 'timer'>): Notify =>
  async (event) => {
    try {
      const heard = onEvent?.(event);
      if (heard === undefined) return;
      const { inTime } = await timer.within(Promise.resolve(heard), listenerTimeoutMs);
      if (!inTime) throw new Error(`No end within ${listenerTimeoutMs} ms`);
    } catch (error) {
      log.error('The listener for domain events failed', { event: event.type }, error);
    }
  };
