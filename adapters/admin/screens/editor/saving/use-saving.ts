import { effect, useSignalEffect } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { OfflineError } from '../../../api/client.ts';
import { t } from '../../../catalogue/texts.ts';
import { confirm } from '../../../components/dialogs/confirm.tsx';
import { showToast } from '../../../components/show-toast.ts';
import { offerUndo } from '../../../components/undo.ts';
import { groupFailure } from '../../../translations/group-failure.ts';
import { currentPath, rename, urlOf } from '../../../shell/router.ts';
import { placeLabel } from '../error-links.ts';
import { askToKeep } from './ask-to-keep.tsx';
import type { ContentStatus, Decisions, Editing } from '../model/editing.ts';

/** So long after the last change, a stored draft or a working copy saves itself. */
const draftDelayMs = 2_000;

const saveDrafts = (editing: Editing): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    clearTimeout(timer);
    if (editing.edits.value > 0) timer = setTimeout(() => void editing.saveDraft(), draftDelayMs);
  });
  return () => {
    stop();
    clearTimeout(timer);
    editing.stopRepeating();
  };
};

const doneWords: Readonly<Record<ContentStatus, string>> = {
  published: t.saving.done.published,
  draft: t.saving.done.draft,
  archived: t.saving.done.archived,
};

/** An archived item becomes a draft before it is published. */
const returnTo = async (editing: Editing, status: ContentStatus): Promise<void> => {
  const current = editing.stored.peek()?.item.status;
  if (current === 'archived' && status === 'published') await editing.setStatus('draft');
  await editing.setStatus(status);
};

const reportFailure = (error: unknown, message: (reason: string) => string): void => {
  showToast({ text: message(groupFailure(error)), kind: 'failed' });
};

/** Adds what the last save took over to a message, because a message replaces the one before. Names it once. */
const withTakenOver = ({ takenOver, collection }: Editing, ...done: readonly string[]): string => {
  const labels = takenOver.peek().map((path) => placeLabel(path, collection.schema));
  takenOver.value = [];
  const also = labels.length > 0 ? [t.saving.alsoNew(labels.join(', '))] : [];
  return [...done, ...also].join(' ');
};

interface SaveCommands {
  /** How often a save found mistakes: the summary takes the focus when it grows. */
  readonly attempts: number;
  /** Saves and, if given, sets the status. Asks before readers see the changes of a published item. */
  readonly save: (status?: ContentStatus) => Promise<void>;
  /** Changes only the status: what is typed stays unsaved. */
  readonly setStatus: (status: ContentStatus) => Promise<void>;
  readonly resolve: (decisions: Decisions) => Promise<void>;
}

/** The saves of an open form, those by the user and those that the form starts by itself. */
export const useSaving = (editing: Editing, isReadOnly: boolean): SaveCommands => {
  const [attempts, setAttempts] = useState(0);
  const { stored } = editing;

  useEffect(() => (isReadOnly ? undefined : saveDrafts(editing)), []);
  useSignalEffect(() => {
    const id = stored.value?.item.id;
    if (id !== undefined && !currentPath.peek().endsWith(`/${id}`)) rename(urlOf(`/content/${id}`));
  });
  useSignalEffect(() => {
    if (editing.takenOver.value.length > 0) showToast({ text: withTakenOver(editing) });
  });

  const offerReturn = (from: ContentStatus | undefined, to: ContentStatus): void => {
    if (from === to) return;
    offerUndo(withTakenOver(editing, doneWords[to]), () => {
      returnTo(editing, from ?? 'draft').catch((error: unknown) =>
        reportFailure(error, t.saving.notUndone),
      );
    });
  };

  /** @returns whether the text was saved with its unknown keys. */
  const keepUnknown = async (status: ContentStatus | undefined): Promise<boolean> => {
    const paths = editing.unknownKeys.peek();
    return paths.length > 0 && (await askToKeep(paths)) && editing.save(status, true);
  };

  const run = async (save: () => Promise<boolean>, status?: ContentStatus): Promise<void> => {
    const before = stored.peek()?.item.status;
    const hadChanges = editing.isUnpublished.peek();
    try {
      if (!(await save()) && !(await keepUnknown(status))) setAttempts((count) => count + 1);
      else if (status !== undefined && status !== before) offerReturn(before, status);
      else if (status === 'published' && hadChanges) {
        showToast({ text: withTakenOver(editing, t.saving.done.changes) });
      }
    } catch (error) {
      // The state of the save says that there is no connection.
      if (!(error instanceof OfflineError)) reportFailure(error, t.saving.notSavedBecause);
    }
  };

  const mayPublish = async (): Promise<boolean> =>
    !editing.isUnpublished.peek() ||
    confirm({
      title: t.saving.askPublish.question,
      text: t.saving.askPublish.explanation,
      action: t.saving.publishChanges,
    });

  return {
    attempts,
    save: async (status) => {
      if (isReadOnly || (status === 'published' && !(await mayPublish()))) return;
      await run(() => editing.save(status), status);
    },
    setStatus: async (status) => {
      const before = stored.peek()?.item.status;
      try {
        await editing.setStatus(status);
        offerReturn(before, status);
      } catch (error) {
        reportFailure(error, t.saving.statusNotChanged);
      }
    },
    resolve: (decisions) => run(() => editing.resolve(decisions), editing.pending.peek()?.status),
  };
};
