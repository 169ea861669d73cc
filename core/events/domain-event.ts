import type { Collection } from '../model/collection.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { MediaFile } from '../model/media/media-file.ts';
import type { Profile } from '../model/user.ts';

/** Some members, and the others if the store still has them when the listener is called. */
type Known<T, Name extends keyof T> = Pick<T, Name> & Partial<Omit<T, Name>>;

/**
 * A state of an item. The other members are those of the same version: all of them while it is the newest, also in the
 * trash; those of its revision after that, among them `data`; none when the history does not have it. `locale` and `group` are
 * there whenever the item had them.
 */
export type ItemInEvent = Known<
  ContentItem,
  'id' | 'version' | 'status' | 'slug' | 'collectionId' | 'title'
>;

/** A state of a collection. The other members are there while it is the newest. */
export type CollectionInEvent = Known<Collection, 'id' | 'version' | 'name' | 'isActive'>;

/** A file. The other members are as they are now, and absent once its record is removed. */
export type FileInEvent = Known<MediaFile, 'id' | 'filename' | 'key'>;

/** A record of something that happened, as the outbox has it. */
export type RecordedEvent =
  | { readonly type: 'content.created'; readonly item: ItemInEvent }
  | { readonly type: 'content.updated'; readonly before: ItemInEvent; readonly item: ItemInEvent }
  | { readonly type: 'content.deleted'; readonly item: ItemInEvent }
  | { readonly type: 'collection.created'; readonly collection: CollectionInEvent }
  | {
      readonly type: 'collection.updated';
      readonly before: CollectionInEvent;
      readonly collection: CollectionInEvent;
    }
  | { readonly type: 'collection.deleted'; readonly collection: CollectionInEvent }
  | { readonly type: 'media.uploaded'; readonly file: FileInEvent }
  | { readonly type: 'media.deleted'; readonly file: FileInEvent };

/** Something that happened to a user. The instance that wrote tells it once, and a crash loses it. */
export type UserEvent =
  | { readonly type: 'user.registered'; readonly user: Profile }
  | { readonly type: 'user.changed'; readonly user: Profile }
  | { readonly type: 'user.deleted'; readonly user: Profile };

/** Something that happened. The listener gets it after the commit. */
export type DomainEvent = RecordedEvent | UserEvent;

/**
 * The listener of the embedding application.
 *
 * It gets each event of content, collections and media at least once, also after a crash, on one of the instances that have
 * a listener; those of one item in their order, one call at a time. No request waits for it. If it throws, or takes longer than
 * 30 seconds, it gets the event again, and no later one before it; see `EventUseCases.tell`.
 *
 * The instance that wrote tells events of users at once; a crash loses them. The operation waits for at most five seconds. An
 * error is logged.
 */
export type OnEvent = (event: DomainEvent) => Promise<void> | void;
