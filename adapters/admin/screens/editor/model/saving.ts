import { batch, signal } from '@preact/signals';
import { hasCode, hasStatus } from '../../../api/client.ts';
import {
  accept,
  placeOfNew,
  rebase,
  showIssues,
  versionOf,
  type EditedItem,
} from './edited-item.ts';
import type { ContentStatus, Decisions, Editing, StoredItem } from './editing.ts';
import { findIssues, withOtherIssues, type Issues } from './find-issues.ts';
import { groupChanges, type GroupChanges } from './group-changes.ts';
import { changedMembers, createItem, isStale, publishCopy, updateItem } from './item-requests.ts';
import { mergeTexts, withMembers, type ItemText } from './item-text.ts';
import { saveQueue, type SaveQueue } from './save-queue.ts';
import { statusSetter } from './set-status.ts';
import { takeOver } from './take-over.ts';
import { workingCopy, type WorkingCopy } from './working-copy.ts';

type Saving = Pick<
  Editing,
  | 'isSaving'
  | 'isDeciding'
  | 'unknownKeys'
  | 'save'
  | 'saveDraft'
  | 'refresh'
  | 'setStatus'
  | 'resolve'
> &
  Omit<SaveQueue, 'enqueue' | 'between'> &
  Pick<WorkingCopy, 'discardCopy' | 'restoreVersion'> &
  GroupChanges;

interface WrittenItem extends StoredItem {
  /** Whether it also has changes of somebody else. */
  readonly isMerged?: boolean;
}

interface SaveOrder {
  readonly status?: ContentStatus | undefined;
  readonly isAutosave?: boolean;
  readonly isLenient?: boolean | undefined;
}

/** Writes what has been typed: one save after the other, each based on the version before. */
export const startSaving = (edited: EditedItem): Saving => {
  const { collection, stored, copy, note, base, etag, text, hasOwnSlug } = edited;
  const { isGone, pending } = edited;
  const isSaving = signal(false);
  const isDeciding = signal(false);
  const unknownKeys = signal<readonly string[]>([]);
  // A new item whose request was on its way may exist: only the user can see that.
  const { enqueue, between, ...queue } = saveQueue(
    () => stored.peek() !== undefined || !navigator.onLine,
  );
  const theirs = takeOver(edited);
  const draft = workingCopy(edited, enqueue, theirs);
  const setStatusOnce = statusSetter(edited, theirs, draft);

  const statusNow = (): ContentStatus | undefined => stored.peek()?.item.status;
  /** The note goes with a write that has a revision. */
  const withNote = async <T>(send: (text: string) => Promise<T>): Promise<T> => {
    const sent = note.peek();
    const answer = await send(sent);
    if (note.peek() === sent) note.value = '';
    return answer;
  };

  const writeItem = async (
    sent: ItemText,
    { status, isAutosave = false, isLenient }: SaveOrder,
  ): Promise<WrittenItem> => {
    const id = stored.peek()?.item.id;
    const withStatus = { ...(status !== undefined && { status }) };
    if (id === undefined) {
      const { slug, ...members } = sent;
      const withSlug = { ...(hasOwnSlug.peek() && slug.trim() !== '' && { slug }) };
      const item = { ...members, ...placeOfNew(edited), ...withSlug, ...withStatus };
      return withNote((text) => createItem(item, { note: text, isLenient }));
    }
    const changes = { ...changedMembers(sent, base.peek()), ...withStatus };
    return withNote((text) =>
      updateItem(id, changes, {
        version: etag.peek(),
        // The revision of an autosave would lose the note to the next one.
        isAutosave: isAutosave && text === '',
        // Without a status, the text would become public if somebody has published the item meanwhile.
        isMerging: status !== undefined,
        note: text,
        isLenient,
      }),
    );
  };

  const writeText = async (sent: ItemText, order: SaveOrder): Promise<void> => {
    const next = await writeItem(sent, order);
    const state = { stored: next, copy: await draft.dropTaken() };
    if (next.isMerged === true) theirs.adopt(state, sent, undefined);
    else accept(edited, state, sent);
  };

  /** Saves into the working copy and, if asked for, makes it what readers see. */
  const writeCopy = async (
    published: StoredItem,
    sent: ItemText,
    { status, isLenient = false }: SaveOrder,
  ): Promise<void> => {
    if (edited.isChanged.peek()) {
      const saved = await draft.write(published.item.id, sent, isLenient);
      accept(edited, { stored: published, copy: saved }, sent);
    }
    const current = copy.peek();
    if (status !== 'published' || current === undefined) return;
    const before = base.peek();
    const stored = await withNote((text) => publishCopy(current, text));
    theirs.adopt({ stored, copy: undefined }, before, undefined);
  };

  const checkedBy = (sent: ItemText, { status }: SaveOrder) => {
    const current = stored.peek()?.item;
    return {
      collection,
      text: sent,
      // A working copy may be as incomplete as a draft.
      status: status ?? (current?.status === 'archived' ? 'archived' : ('draft' as const)),
      id: current?.id,
      isSlugNew: sent.slug !== current?.slug && hasOwnSlug.peek(),
    };
  };

  const saveOnce = async (order: SaveOrder): Promise<boolean> => {
    const sent = text.peek();
    const id = stored.peek()?.item.id;
    const checked = checkedBy(sent, order);
    const show = (found: Issues) => showIssues(edited, found, order.status === 'published');
    unknownKeys.value = [];
    if (sent.title.trim() === '' || edited.unfinished.all.peek().size > 0) {
      show(await findIssues(checked));
      return false;
    }
    const current = stored.peek();
    const isOnCopy = current?.item.status === 'published' && staysPublic(order.status);
    try {
      if (isOnCopy) await writeCopy(current, sent, order);
      else await writeText(sent, order);
      show(new Map());
      return true;
    } catch (error) {
      if (id !== undefined && isStale(error)) {
        return (await takeOverAll(id, order)) && saveOnce(order);
      }
      const outdated = hasCode(error, 'draft_outdated') ? copy.peek() : undefined;
      const answer = outdated && (await theirs.askAboutPublished(outdated));
      if (answer === 'asked') return false;
      if (outdated !== undefined && answer === 'merged') {
        // The next save begins a new copy, based on the published text.
        await draft.remove(outdated);
        return saveOnce(order);
      }
      const issues = await withOtherIssues(error, checked);
      if (issues.size === 0) throw error;
      if (hasCode(error, 'unknown_data')) unknownKeys.value = error.issues?.map(pathOf) ?? [];
      show(issues);
      return false;
    }
  };

  /** @returns whether the save can go on. */
  const takeOverAll = async (id: string, { status, isAutosave }: SaveOrder): Promise<boolean> => {
    try {
      return (await theirs.fromStored(id, status)) && (isAutosave !== true || mayAutosave());
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
      isGone.value = true;
      return false;
    }
  };

  const mayAutosave = (): boolean =>
    (statusNow() === 'draft' || statusNow() === 'published') &&
    edited.isChanged.peek() &&
    !isGone.peek() &&
    (pending.peek()?.isOutdated ?? true);

  const save = async (status?: ContentStatus, isLenient?: boolean): Promise<boolean> => {
    isSaving.value = true;
    try {
      const isStored = await enqueue(
        () => saveOnce({ status, isLenient }),
        () => save(status, isLenient),
      );
      const waiting = pending.peek();
      isDeciding.value = waiting !== undefined && (waiting.isOutdated !== true || !isStored);
      return isStored;
    } finally {
      isSaving.value = false;
    }
  };

  const saveDraft = async (): Promise<void> => {
    if (!mayAutosave()) return;
    const run = async () => mayAutosave() && saveOnce({ isAutosave: true });
    await enqueue(run, saveDraft).catch(() => undefined);
  };

  const resolve = async (decisions: Decisions): Promise<boolean> => {
    const waiting = pending.peek();
    if (waiting === undefined) return save();
    const their = versionOf(waiting.theirs).text;
    const texts = { base: waiting.base, mine: text.peek(), theirs: their };
    const { merged } = mergeTexts(texts, collection.schema);
    const before = copy.peek();
    batch(() => {
      rebase(edited, waiting.theirs, withMembers(merged, decisions));
      pending.value = undefined;
      isDeciding.value = false;
    });
    if (waiting.isOutdated === true && before !== undefined) {
      // The next save begins a new copy, based on the published text that the user has seen.
      await enqueue(() => draft.remove(before));
    }
    return save(waiting.status);
  };

  return {
    ...queue,
    isSaving,
    isDeciding,
    unknownKeys,
    save,
    saveDraft,
    resolve,
    refresh: () => between(theirs.refresh),
    setStatus: (status) => enqueue(() => setStatusOnce(status)),
    discardCopy: draft.discardCopy,
    restoreVersion: draft.restoreVersion,
    ...groupChanges(edited, enqueue),
  };
};

const pathOf = ({ path }: { readonly path: string }): string => path;

/** Whether a save of a published item leaves it published: then it goes into the working copy. */
const staysPublic = (status: ContentStatus | undefined): boolean =>
  status === undefined || status === 'published';
