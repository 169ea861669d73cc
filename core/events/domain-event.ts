import type { Collection } from '../model/collection.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { MediaFile } from '../model/media/media-file.ts';
import type { Profile } from '../model/user.ts';
import type { Log } from '../ports/monitoring.ts';

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
 * instance that wrote. A crash after the commit loses the event. The operation waits for the listener;
 * an error of the listener is logged and does not affect the operation.
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

export const notifier =
  (onEvent: OnEvent | undefined, log: Log): Notify =>
  async (event) => {
    try {
      await onEvent?.(event);
    } catch (error) {
      log.error('The listener for domain events failed', { event: event.type }, error);
    }
  };
