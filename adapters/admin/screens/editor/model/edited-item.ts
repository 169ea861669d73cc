import { batch, type ReadonlySignal, type Signal } from '@preact/signals';
import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';
import type { PendingConflicts, StoredCopy, StoredItem, StoredState } from './editing.ts';
import { stillRefused, type Issues } from './find-issues.ts';
import { mergeTexts, textOf, type ItemText } from './item-text.ts';
import type { Savers } from './savers.ts';
import type { UnfinishedInputs } from './unfinished-inputs.ts';

/** What saving reads and changes. */
export interface EditedItem {
  readonly collection: CollectionDto;
  readonly stored: Signal<StoredItem | undefined>;
  readonly copy: Signal<StoredCopy | undefined>;
  /** Whether the form has the text of the copy of an item that is no longer published: the next save stores it there. */
  readonly isCopyTaken: Signal<boolean>;
  readonly note: Signal<string>;
  readonly newLocale: Signal<string | undefined>;
  /** The text that the changes are based on, and its version. */
  readonly base: Signal<ItemText>;
  readonly etag: Signal<string | undefined>;
  readonly text: Signal<ItemText>;
  readonly hasOwnSlug: Signal<boolean>;
  /** What the last save found. */
  readonly rejected: Signal<Issues>;
  /** What a publish found before the last save, and is not mended. */
  readonly refused: Signal<Issues>;
  readonly isGone: Signal<boolean>;
  readonly pending: Signal<PendingConflicts | undefined>;
  readonly takenOver: Signal<readonly string[]>;
  readonly savedByOthers: Signal<Savers | undefined>;
  readonly isChanged: ReadonlySignal<boolean>;
  readonly unfinished: UnfinishedInputs;
  /** Forgets what Ctrl+Z takes back outside of texts: it would take back changes of others, too. */
  readonly forgetSteps: () => void;
  /** Replaces everything that was typed. */
  readonly replace: (text: ItemText) => void;
}

/** What the form edits of what is stored. */
export interface StoredVersion {
  readonly text: ItemText;
  readonly etag: string;
  /** Epoch milliseconds. */
  readonly updatedAt: number;
}

const copyIn = ({ stored, copy }: StoredState): StoredCopy | undefined =>
  stored.item.status === 'published' ? copy : undefined;

/** Whether the form edits a working copy. */
export const isOnCopy = (state: StoredState): boolean => copyIn(state) !== undefined;

/** The working copy of a published item, or else the item itself. */
export const versionOf = (state: StoredState): StoredVersion => {
  const copy = copyIn(state);
  const { updated_at: updatedAt, ...shown } = copy?.copy ?? state.stored.item;
  return { text: textOf(shown), etag: copy?.etag ?? state.stored.etag, updatedAt };
};

/** Where a new item is created, and in which language. */
export const placeOfNew = ({ collection, newLocale }: EditedItem) => {
  const locale = newLocale.peek();
  return { collectionId: collection.id, ...(locale !== undefined && { locale }) };
};

/** Makes what is stored now the base of the next save. @param text that the form shows then. */
export const rebase = (edited: EditedItem, next: StoredState, text: ItemText): void => {
  const version = versionOf(next);
  batch(() => {
    edited.stored.value = next.stored;
    edited.copy.value = next.copy;
    edited.base.value = version.text;
    edited.etag.value = version.etag;
    edited.text.value = text;
    edited.hasOwnSlug.value = true;
  });
};

/** Accepts the answer to a save. What was typed while the request was on its way stays. */
export const accept = (edited: EditedItem, next: StoredState, sent: ItemText): void => {
  const { text, collection } = edited;
  const texts = { base: sent, mine: text.peek(), theirs: versionOf(next).text };
  const { merged } = mergeTexts(texts, collection.schema);
  rebase(edited, next, merged);
};

/**
 * Shows the mistakes that a save has found. What a publish found before stays until it is mended.
 *
 * @param isPublish whether the save was to publish.
 */
export const showIssues = (edited: EditedItem, found: Issues, isPublish: boolean): void => {
  const { rejected, refused, text, collection } = edited;
  const before = isPublish ? [] : [...refused.peek(), ...rejected.peek()];
  batch(() => {
    refused.value = stillRefused(
      before.filter(([path]) => !found.has(path)),
      text.peek().data,
      collection,
    );
    rejected.value = found;
  });
};
