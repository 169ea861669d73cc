import type { Profile } from '../accounts/user.ts';
import type { Collection } from '../collections/collection.ts';
import type { ContentItem } from '../content/content-item.ts';
import type { MediaFile } from '../media/media-file.ts';

/** What happened, told after it is kept. */
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
