import type { ReadonlySignal } from '@preact/signals';
import type { CollectionDto } from '../../../../../contracts/collections.ts';
import type { ContentItemDto } from '../../../../../contracts/content.ts';
import type { Json, Path } from './json-path.ts';
import type { Conflict, ItemText } from './merge.ts';
import type { UnfinishedInputs } from './unfinished-inputs.ts';
import type { UnsavedWork } from './unsaved-work.ts';

export type ContentStatus = ContentItemDto['status'];

/** The stored item and its version. */
export interface StoredItem {
  readonly item: ContentItemDto;
  readonly etag: string;
}

/** Members that somebody else changed too; the write waits for the user's decisions. */
export interface PendingConflicts {
  readonly conflicts: readonly Conflict[];
  /** The status that the save was meant to set. */
  readonly status: ContentStatus | undefined;
}

/** One item that is being edited: what is stored, what has been typed, and how one becomes the other. */
export interface Editing {
  readonly collection: CollectionDto;
  /** Undefined until a new item is saved. */
  readonly stored: ReadonlySignal<StoredItem | undefined>;
  readonly text: ReadonlySignal<ItemText>;
  readonly isChanged: ReadonlySignal<boolean>;
  readonly isSaving: ReadonlySignal<boolean>;
  /** Mistakes by the path of the field: those that the service found, and input that is no value yet. */
  readonly issues: ReadonlySignal<ReadonlyMap<string, string>>;
  readonly pending: ReadonlySignal<PendingConflicts | undefined>;
  /** Whether somebody else deleted the item. */
  readonly isGone: ReadonlySignal<boolean>;
  /** Whether the slug was typed, so that it no longer follows the title. */
  readonly hasOwnSlug: ReadonlySignal<boolean>;
  readonly setTitle: (title: string) => void;
  readonly setSlug: (slug: string) => void;
  /** Shows the slug that the service would generate. */
  readonly followTitle: (slug: string) => void;
  readonly read: (path: Path) => Json | undefined;
  /** Undefined removes a member of an object. */
  readonly write: (path: Path, value: Json | undefined) => void;
  readonly unfinished: UnfinishedInputs;
  /**
   * Saves what has changed and, if given, the status, in one write. Saves run one after the other.
   *
   * @returns whether it was stored. @throws ApiError, OfflineError for reasons that are not mistakes in
   *   fields.
   */
  readonly save: (status?: ContentStatus) => Promise<boolean>;
  /** Decides the pending conflicts and saves. */
  readonly resolve: (taken: readonly Conflict[]) => Promise<boolean>;
  readonly cancelResolving: () => void;
  /** Makes the next save create a new item: for one that somebody else deleted. */
  readonly detach: () => void;
  /** Returns to the stored text. */
  readonly discard: () => void;
  /** What to keep in the browser; undefined if nothing has changed. */
  readonly unsaved: () => UnsavedWork | undefined;
}
