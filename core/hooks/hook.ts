import type { Actor } from '../access/actor.ts';
import type { ContentItem } from '../content/content-item.ts';
import type { MediaFile } from '../media/media-file.ts';

/** What is about to happen. Nobody can see anything of it yet. Hooks are shown a frozen copy. */
export type Attempt =
  | { readonly operation: 'content.create'; readonly actor: Actor; readonly item: ContentItem }
  | {
      readonly operation: 'content.update' | 'content.publish' | 'content.unpublish';
      readonly actor: Actor;
      /** Undefined when the item is created in that status. */
      readonly before: ContentItem | undefined;
      readonly item: ContentItem;
    }
  | { readonly operation: 'content.delete'; readonly actor: Actor; readonly item: ContentItem }
  | {
      readonly operation: 'media.upload' | 'media.delete';
      readonly actor: Actor;
      readonly file: MediaFile;
    };

/** What hooks are asked about. One endpoint of an API may come to several, or to none. */
export type HookedOperation = Attempt['operation'];

/** `undefined` lets the operation pass; a text blocks it and tells the caller why. */
export type Verdict = string | undefined;

/** An extension that may block operations. It cannot change them. */
export interface Hook {
  readonly name: string;
  readonly operations: readonly HookedOperation[];
  /** One that throws or takes longer than five seconds blocks: hooks fail closed. */
  readonly decide: (attempt: Attempt) => Promise<Verdict> | Verdict;
}
