import type { Actor } from '../model/actor.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { MediaFile } from '../model/media/media-file.ts';
import type { JsonObject } from '../primitives/json.ts';

/** What a hook subscribes to. One request may trigger several, or none. */
export const hookedOperations = [
  'content.create',
  'content.update',
  'content.publish',
  'content.unpublish',
  'content.delete',
  'media.upload',
  'media.delete',
] as const;
export type HookedOperation = (typeof hookedOperations)[number];

type WithoutRequest<A> = A extends unknown ? Omit<A, 'request'> : never;

/** An actor as hooks see it. */
export type HookActor = WithoutRequest<Actor>;

/** An operation that is about to happen. Hooks get a frozen copy. */
export type Attempt =
  | { readonly operation: 'content.create'; readonly actor: HookActor; readonly item: ContentItem }
  | {
      readonly operation: 'content.update' | 'content.publish' | 'content.unpublish';
      readonly actor: HookActor;
      /** Undefined if the item is created as published. */
      readonly before: ContentItem | undefined;
      readonly item: ContentItem;
    }
  | { readonly operation: 'content.delete'; readonly actor: HookActor; readonly item: ContentItem }
  | {
      readonly operation: 'media.upload' | 'media.delete';
      readonly actor: HookActor;
      readonly file: MediaFile;
    };

/** What a hook wants to be stored instead. Absent members keep their value; `data` is replaced as a whole. */
export interface Replacement {
  readonly replace: { readonly title?: string; readonly data?: JsonObject };
}

/**
 * `undefined` allows the operation. A text blocks it; the caller gets the text as the reason. A replacement
 * allows it with another title or other data; only for operations that store an item.
 */
export type Verdict = string | Replacement | undefined;

/** An extension that can block operations, and replace what they store. */
export interface Hook {
  /** Unique among the hooks. Shown to callers and in the log. */
  readonly name: string;
  readonly operations: readonly HookedOperation[];
  /**
   * Called without any lock, and before the operation uses a transaction. The operation is blocked if it
   * throws, takes longer than five seconds, or returns anything that is not a valid verdict.
   */
  readonly decide: (attempt: Attempt) => Promise<Verdict> | Verdict;
}

/** Whether a hook runs before writes of content. */
export const watchContent = (hooks: readonly Hook[]): boolean =>
  hooks.some(({ operations }) => operations.some((name) => name.startsWith('content.')));
