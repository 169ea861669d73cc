import { batch, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { CollectionDto } from '../../../../../contracts/operations/collections.ts';
import { hasStatus, messageOf, OfflineError } from '../../../api/client.ts';
import { isOnline } from '../../../api/connection.ts';
import type { ContentStatus, Editing, PendingConflicts, StoredItem } from './editing.ts';
import { findIssues, withOtherIssues, type Issues } from './find-issues.ts';
import { changedMembers, createItem, readItem, updateItem } from './item-requests.ts';
import { differencesOf, merge, textOf, withMembers, type ItemText } from './merge.ts';
import type { UnfinishedInputs } from './unfinished-inputs.ts';

/** What saving reads and changes. */
export interface EditedItem {
  readonly collection: CollectionDto;
  readonly stored: Signal<StoredItem | undefined>;
  /** The text that the changes are based on, and its version. */
  readonly base: Signal<ItemText>;
  readonly etag: Signal<string | undefined>;
  readonly text: Signal<ItemText>;
  readonly hasOwnSlug: Signal<boolean>;
  /** What the last save found. */
  readonly rejected: Signal<Issues>;
  readonly isGone: Signal<boolean>;
  readonly pending: Signal<PendingConflicts | undefined>;
  readonly isChanged: ReadonlySignal<boolean>;
  readonly unfinished: UnfinishedInputs;
}

type Saving = Pick<
  Editing,
  | 'isSaving'
  | 'isWriting'
  | 'failure'
  | 'takenOver'
  | 'isDeciding'
  | 'save'
  | 'saveDraft'
  | 'setStatus'
  | 'stopRepeating'
  | 'resolve'
>;

/** Writes what has been typed: one save after the other, each based on the version before. */
export const startSaving = (edited: EditedItem): Saving => {
  const { collection, stored, base, etag, text, hasOwnSlug, rejected, isGone, pending } = edited;
  const isSaving = signal(false);
  const isWriting = signal(false);
  const isDeciding = signal(false);
  const failure = signal<string | undefined>(undefined);
  const takenOver = signal<readonly string[]>([]);

  const accept = (next: StoredItem, sent: ItemText): void => {
    batch(() => {
      stored.value = next;
      etag.value = next.etag;
      base.value = textOf(next.item);
      // What was typed while the request was on its way stays.
      text.value = merge(sent, text.peek(), base.peek()).text;
      hasOwnSlug.value = true;
    });
  };

  const write = (sent: ItemText, status: ContentStatus | undefined): Promise<StoredItem> => {
    const id = stored.peek()?.item.id;
    const withStatus = { ...(status !== undefined && { status }) };
    if (id !== undefined) {
      return updateItem(id, { ...changedMembers(sent, base.peek()), ...withStatus }, etag.peek());
    }
    const { slug, ...text } = sent;
    const withSlug = { ...(hasOwnSlug.peek() && slug.trim() !== '' && { slug }) };
    return createItem({ collectionId: collection.id, ...text, ...withSlug, ...withStatus });
  };

  /** Makes what somebody else saved the base. */
  const rebase = (theirs: StoredItem, merged: ItemText): void => {
    const mine = text.peek();
    batch(() => {
      stored.value = theirs;
      etag.value = theirs.etag;
      base.value = textOf(theirs.item);
      text.value = merged;
      pending.value = undefined;
      takenOver.value = differencesOf(mine, merged).map(({ name }) => name);
    });
  };

  /** Takes over what only they changed. @returns whether the save can go on without asking. */
  const takeOver = async (id: string, status: ContentStatus | undefined): Promise<boolean> => {
    const theirs = await readItem(id);
    const { text: merged, conflicts } = merge(base.peek(), text.peek(), textOf(theirs.item));
    if (conflicts.length > 0) {
      pending.value = { conflicts, theirs, status };
      return false;
    }
    rebase(theirs, merged);
    return true;
  };

  const saveOnce = async (status: ContentStatus | undefined): Promise<boolean> => {
    const sent = text.peek();
    const current = stored.peek()?.item;
    const id = current?.id;
    const checked = {
      collection,
      text: sent,
      status: status ?? current?.status ?? 'draft',
      id,
      isSlugNew: sent.slug !== current?.slug && hasOwnSlug.peek(),
    };
    if (sent.title.trim() === '' || edited.unfinished.all.peek().size > 0) {
      rejected.value = await findIssues(checked);
      return false;
    }
    const isNeeded = id === undefined || edited.isChanged.peek() || status !== current?.status;
    if (!isNeeded) return true;
    try {
      accept(await write(sent, status), sent);
      rejected.value = new Map();
      return true;
    } catch (error) {
      if (id !== undefined && hasStatus(error, 412)) {
        return (await takeOver(id, status)) && saveOnce(status);
      }
      if (id !== undefined && hasStatus(error, 404)) {
        isGone.value = true;
        return false;
      }
      const issues = await withOtherIssues(error, checked);
      if (issues.size === 0) throw error;
      rejected.value = issues;
      return false;
    }
  };

  const setStatusOnce = async (status: ContentStatus): Promise<void> => {
    const id = stored.peek()?.item.id;
    if (id === undefined) return;
    try {
      accept(await updateItem(id, { status }, etag.peek()), base.peek());
    } catch (error) {
      if (!hasStatus(error, 412)) throw error;
      // The base stays: the next save of the text takes over what somebody else has saved.
      stored.value = await updateItem(id, { status });
    }
  };

  let queue: Promise<unknown> = Promise.resolve();
  /** Ends the wait for the connection of the save before. */
  let stopWaiting = (): void => undefined;

  const repeatOnceOnline = (save: () => Promise<unknown>): void => {
    stopWaiting = effect(() => {
      if (!isOnline.value) return;
      queueMicrotask(() => {
        stopWaiting();
        save().catch(() => undefined);
      });
    });
  };

  /** A new item whose request was on its way may exist: only the user can see that. */
  const isRepeatable = (): boolean => stored.peek() !== undefined || !navigator.onLine;

  const enqueue = <T>(work: () => Promise<T>, repeat?: () => Promise<unknown>): Promise<T> => {
    const next = queue.then(async () => {
      stopWaiting();
      stopWaiting = () => undefined;
      isWriting.value = true;
      failure.value = undefined;
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof OfflineError)) failure.value = messageOf(error);
        else if (repeat !== undefined && isRepeatable()) repeatOnceOnline(repeat);
        throw error;
      } finally {
        isWriting.value = false;
      }
    });
    queue = next.catch(() => undefined);
    return next;
  };

  const save = async (status?: ContentStatus): Promise<boolean> => {
    isSaving.value = true;
    try {
      const isStored = await enqueue(
        () => saveOnce(status),
        () => save(status),
      );
      isDeciding.value = pending.peek() !== undefined;
      return isStored;
    } finally {
      isSaving.value = false;
    }
  };

  const saveDraft = async (): Promise<void> => {
    const isDraft = (): boolean =>
      stored.peek()?.item.status === 'draft' &&
      edited.isChanged.peek() &&
      !isGone.peek() &&
      pending.peek() === undefined;
    if (!isDraft()) return;
    await enqueue(async () => isDraft() && saveOnce(undefined), saveDraft).catch(() => undefined);
  };

  return {
    isSaving,
    isWriting,
    isDeciding,
    failure,
    takenOver,
    save,
    saveDraft,
    stopRepeating: () => stopWaiting(),
    setStatus: (status) => enqueue(() => setStatusOnce(status)),
    resolve: (decisions) => {
      const waiting = pending.peek();
      if (waiting === undefined) return save();
      const { text: merged } = merge(base.peek(), text.peek(), textOf(waiting.theirs.item));
      batch(() => {
        rebase(waiting.theirs, withMembers(merged, decisions));
        takenOver.value = [];
        isDeciding.value = false;
      });
      return save(waiting.status);
    },
  };
};
