import type { ItemText } from './item-text.ts';
import type { UnfinishedByPath } from './unfinished-inputs.ts';

/** What a user has typed and not saved, and what it was based on. */
export interface UnsavedWork {
  /** The name of the collection. */
  readonly collection: string;
  readonly text: ItemText;
  readonly unfinished: UnfinishedByPath;
  readonly base: ItemText;
  /** The version of the base; undefined for a new item. */
  readonly etag: string | undefined;
  /** The language of the item, if it has one: of use if somebody deletes it. */
  readonly locale?: string | undefined;
  /** Whether the slug was typed, so that it no longer follows the title. */
  readonly hasOwnSlug: boolean;
}
