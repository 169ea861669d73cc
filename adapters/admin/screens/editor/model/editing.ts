import type { ReadonlySignal, Signal } from '@preact/signals';
import type { MergeConflict } from '../../../../../contracts/client/merge-states.ts';
import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';
import type {
  ContentItemDto,
  WorkingCopyDto,
} from '../../../../../contracts/schemas/content-schemas.ts';
import type { FormSteps } from '../../../components/undo.ts';
import type { Json, Path } from './json-path.ts';
import type { ItemText } from './item-text.ts';
import type { UnfinishedInputs } from './unfinished-inputs.ts';
import type { Savers } from './savers.ts';
import type { UnsavedWork } from './unsaved-work.ts';

export type ContentStatus = ContentItemDto['status'];

/** The stored item and its version. */
export interface StoredItem {
  readonly item: ContentItemDto;
  readonly etag: string;
}

/** The stored working copy of a published item and its version. */
export interface StoredCopy {
  readonly copy: WorkingCopyDto;
  readonly etag: string;
}

/** Everything that is stored of an item. */
export interface StoredState {
  readonly stored: StoredItem;
  /** The copy of a published item; it stays when the item is unpublished. */
  readonly copy: StoredCopy | undefined;
}

/** What somebody else saved, with members that both changed differently. Nothing is written until they are decided. */
export interface PendingConflicts {
  readonly conflicts: readonly MergeConflict[];
  readonly theirs: StoredState;
  /** The text before both changes. */
  readonly base: ItemText;
  /** The published text has changed since the working copy was begun. The copy is saved, but cannot be published as it is. */
  readonly isOutdated?: boolean;
  /** Who saved it; undefined until that is known. */
  readonly savers?: Savers | undefined;
  /** The status that the save was meant to set. */
  readonly status: ContentStatus | undefined;
}

/** The value that each conflicting member gets, by its path; undefined removes it. */
export type Decisions = ReadonlyMap<string, Json | undefined>;

/** One item that is being edited: what is stored, what has been typed, and how one becomes the other. */
export interface Editing {
  readonly collection: CollectionDto;
  /** Undefined until a new item is saved. */
  readonly stored: ReadonlySignal<StoredItem | undefined>;
  /** The working copy; undefined if there is none. */
  readonly copy: ReadonlySignal<StoredCopy | undefined>;
  /** Whether an item that is no longer published has a working copy, and the form does not have its text. */
  readonly isCopyKept: ReadonlySignal<boolean>;
  /** Whether the item is published, and the form or the working copy has changes that readers do not see. */
  readonly isUnpublished: ReadonlySignal<boolean>;
  /** For the history: goes with the next save that has a revision. */
  readonly note: Signal<string>;
  /** The language that a new item gets; undefined where items have none. */
  readonly newLocale: Signal<string | undefined>;
  readonly text: ReadonlySignal<ItemText>;
  readonly isChanged: ReadonlySignal<boolean>;
  /** Whether a save that the user asked for is running. */
  readonly isSaving: ReadonlySignal<boolean>;
  /** Whether any save is running, also one that started by itself. */
  readonly isWriting: ReadonlySignal<boolean>;
  /** Why the last save failed, if not for mistakes in fields or the connection. */
  readonly failure: ReadonlySignal<string | undefined>;
  /** Mistakes by the path of the field: those that the last save found, and input that is no value yet. */
  readonly issues: ReadonlySignal<ReadonlyMap<string, string>>;
  /** Those of the issues that a publish found, and that the last save did not: they prevent only the next publish. */
  readonly refused: ReadonlySignal<ReadonlyMap<string, string>>;
  /** The paths of keys that the last save found in the data, but neither in the schema nor in what is stored. */
  readonly unknownKeys: ReadonlySignal<readonly string[]>;
  readonly pending: ReadonlySignal<PendingConflicts | undefined>;
  /** Whether the user is deciding the pending conflicts. */
  readonly isDeciding: Signal<boolean>;
  /** The paths of members that the last save took over, because only somebody else had changed them. */
  readonly takenOver: Signal<readonly string[]>;
  /** What somebody else saved last while the form was open; undefined if nobody did. */
  readonly savedByOthers: ReadonlySignal<Savers | undefined>;
  /** Whether somebody else deleted the item. */
  readonly isGone: ReadonlySignal<boolean>;
  /** Whether the slug was typed, so that it no longer follows the title. */
  readonly hasOwnSlug: ReadonlySignal<boolean>;
  /** Grows with each change by the user. */
  readonly edits: ReadonlySignal<number>;
  /** Changes that Ctrl+Z takes back outside of texts. */
  readonly steps: FormSteps;
  readonly setTitle: (title: string) => void;
  readonly setSlug: (slug: string) => void;
  /** Shows the slug that the service would generate. */
  readonly followTitle: (slug: string) => void;
  readonly read: (path: Path) => Json | undefined;
  /** Undefined removes a member of an object. */
  readonly write: (path: Path, value: Json | undefined) => void;
  readonly unfinished: UnfinishedInputs;
  /**
   * Saves what has changed and, if given, the status, in one write. What has changed in a published item is saved
   * in its working copy, which the status `published` makes public. Saves run one after the other. A save that does
   * not reach the service is repeated when the connection is back.
   *
   * @param isLenient keeps {@link Editing.unknownKeys}.
   * @returns whether it was stored. @throws ApiError, OfflineError for reasons that are not mistakes in
   *   fields.
   */
  readonly save: (status?: ContentStatus, isLenient?: boolean) => Promise<boolean>;
  /**
   * Saves a stored draft or the working copy of a published item, if the text has changed. Asks nothing and moves no focus:
   * `issues`, `pending` and `failure` say why not.
   */
  readonly saveDraft: () => Promise<void>;
  /**
   * Takes over what somebody else saved meanwhile, without a save. Asks nothing: what both changed is `pending`. Does nothing
   * while something is pending.
   */
  readonly refresh: () => Promise<void>;
  /** Sets only the status: unsaved text stays unsaved. @throws ApiError, OfflineError. */
  readonly setStatus: (status: ContentStatus) => Promise<void>;
  /** Corrects the language of the item: what is typed stays unsaved. @throws ApiError, OfflineError. */
  readonly setLocale: (locale: string) => Promise<void>;
  /**
   * Joins the item and its translations with those of another item.
   *
   * @param shareFrom the id of the item whose shared fields all get, if they differ. @throws ApiError, OfflineError.
   */
  readonly joinGroup: (other: string, shareFrom?: string) => Promise<void>;
  /** Makes the item one without translations. @throws ApiError, OfflineError. */
  readonly leaveGroup: () => Promise<void>;
  /** Discards the working copy and what is typed: the form shows the published text. @throws ApiError, OfflineError. */
  readonly discardCopy: () => Promise<void>;
  /**
   * Writes an earlier version: as a new version or, of a published item, into its working copy. The form shows it
   * instead of what is typed. @throws ApiError, OfflineError.
   */
  readonly restoreVersion: (version: number) => Promise<void>;
  /** Shows the text of the copy of an item that is no longer published. @returns a function that shows the former text. */
  readonly takeCopy: () => () => void;
  /** Once the form is closed, no save is repeated. */
  readonly stopRepeating: () => void;
  /** Decides the pending conflicts and saves. */
  readonly resolve: (decisions: Decisions) => Promise<boolean>;
  /** Makes the next save create a new item: for one that somebody else deleted. */
  readonly detach: () => void;
  /** Returns to the stored text. */
  readonly discard: () => void;
  /** Goes on with unsaved work, and with the version that it was based on. */
  readonly restore: (work: UnsavedWork) => void;
  /** Shows a former text and its unfinished input. The base of the next save stays. */
  readonly show: (former: Pick<UnsavedWork, 'text' | 'unfinished'>) => void;
  /** What the form shows, and what it is based on. */
  readonly current: () => UnsavedWork;
  /** What to keep in the browser; undefined if nothing has changed. */
  readonly unsaved: () => UnsavedWork | undefined;
}
