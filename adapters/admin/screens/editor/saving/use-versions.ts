import { useState } from 'preact/hooks';
import type { RevisionDto } from '../../../../../contracts/operations/history.ts';
import { messageOf } from '../../../api/client.ts';
import { t } from '../../../catalogue/texts.ts';
import { formatMoment } from '../../../components/format-time.ts';
import { showToast } from '../../../components/show-toast.ts';
import { offerUndo } from '../../../components/undo.ts';
import {
  dropCopy,
  dropOwn,
  storeAgain,
  storeAside,
  storeCopy,
  type UnsavedCopy,
} from '../../../shell/unsaved/unsaved-copies.ts';
import { textOf } from '../model/item-text.ts';
import { placeOf, type OpenedItem } from '../model/open-item.ts';
import type { UnsavedWork } from '../model/unsaved-work.ts';

interface VersionCommands {
  /** Unsaved work that is not in the form: of other tabs, and what a restored version has replaced. */
  readonly others: readonly UnsavedCopy<UnsavedWork>[];
  /** @returns why the form does not show the version, for people; undefined if it does. */
  readonly restore: (revision: RevisionDto) => Promise<string | undefined>;
  /** Discards the working copy and what is typed. */
  readonly discard: () => Promise<void>;
}

/** Replaces what the form shows with another version, so that each step can be undone and nothing is lost. */
export const useVersions = (opened: OpenedItem): VersionCommands => {
  const { editing } = opened;
  const [others, setOthers] = useState(opened.others);

  /** Shows a former text again. @param save it then. */
  const putBack = async (former: UnsavedWork, save: () => Promise<unknown>): Promise<void> => {
    editing.show(former);
    // The form may be closed, and then no longer looks after what it shows.
    const unsaved = editing.unsaved();
    if (unsaved !== undefined) await storeCopy(placeOf(opened), unsaved).catch(() => undefined);
    await save().catch(() => undefined);
    if (editing.unsaved() === undefined) await dropOwn(placeOf(opened).what);
  };

  const restore = async (revision: RevisionDto): Promise<string | undefined> => {
    // What is typed gets a version of its own, if the form saves by itself.
    await editing.saveDraft();
    const former = editing.current();
    const isInHistory = !editing.isChanged.peek() && !editing.isUnpublished.peek();
    const aside = isInHistory ? undefined : await storeAside(placeOf(opened), former);
    try {
      await editing.restoreVersion(revision.version);
    } catch (error) {
      if (aside !== undefined) await dropCopy(aside);
      return t.saving.versions.notRestored(messageOf(error));
    }
    const { base, etag } = editing.current();
    const kept = aside && { ...aside, work: { ...former, base, etag } };
    if (kept !== undefined) {
      void storeAgain(kept);
      setOthers((list) => [...list, kept]);
    }
    const isPublic = editing.stored.peek()?.item.status === 'published';
    const moment = formatMoment(revision.created_at);
    offerUndo(
      isPublic ? t.saving.versions.inChanges(moment) : t.saving.versions.restored(moment),
      () => {
        if (kept !== undefined) {
          void dropCopy(kept);
          setOthers((list) => list.filter((each) => each !== kept));
        }
        if (!isInHistory) void putBack(former, editing.saveDraft);
        else if (isPublic) editing.discardCopy().catch(() => undefined);
        else void putBack(former, () => editing.save());
      },
    );
    return undefined;
  };

  const discard = async (): Promise<void> => {
    const former = editing.current();
    const kept = editing.isCopyKept.peek() ? editing.copy.peek() : undefined;
    // Only a published item can get a working copy again.
    const offer = async (): Promise<void> => {
      if (kept === undefined) return putBack(former, editing.saveDraft);
      const work = { ...former, text: textOf(kept.copy), unfinished: new Map() };
      const aside = await storeAside(placeOf(opened), work);
      setOthers((list) => [...list, aside]);
    };
    try {
      await editing.discardCopy();
      offerUndo(t.saving.versions.discarded, () => void offer());
    } catch (error) {
      showToast({ text: t.saving.versions.notDiscarded(messageOf(error)), kind: 'failed' });
    }
  };

  return { others, restore, discard };
};
