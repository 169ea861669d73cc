import { batch, computed, signal } from '@preact/signals';
import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';
import { formSteps } from '../../../components/undo.ts';
import { versionOf, type EditedItem } from './edited-item.ts';
import type { Editing, PendingConflicts, StoredCopy, StoredState } from './editing.ts';
import type { Issues } from './find-issues.ts';
import { issueKey, readAt, writeAt } from './json-path.ts';
import { isSameText, textOf, type ItemText } from './item-text.ts';
import type { Savers } from './savers.ts';
import { startSaving } from './saving.ts';
import { messagesOf, unfinishedInputs } from './unfinished-inputs.ts';
import type { UnsavedWork } from './unsaved-work.ts';

/** Edits one item: what is stored, what has been typed, and how one becomes the other. */
export const startEditing = (
  collection: CollectionDto,
  state: StoredState | undefined,
  initial: ItemText,
  work: UnsavedWork | undefined,
): Editing => {
  const stored = signal(state?.stored);
  const copy = signal<StoredCopy | undefined>(state?.copy);
  const isCopyTaken = signal(false);
  const note = signal('');
  const newLocale = signal<string | undefined>(undefined);
  const base = signal(work?.base ?? initial);
  const etag = signal(work?.etag ?? (state && versionOf(state).etag));
  const text = signal(work?.text ?? initial);
  const hasOwnSlug = signal(work?.hasOwnSlug ?? state !== undefined);
  const isGone = signal(false);
  const pending = signal<PendingConflicts | undefined>(undefined);
  const found = { rejected: signal<Issues>(new Map()), refused: signal<Issues>(new Map()) };
  const unfinished = unfinishedInputs(work?.unfinished);
  const isChanged = computed(
    () => unfinished.all.value.size > 0 || !isSameText(text.value, base.value),
  );
  const edits = signal(0);
  const steps = formSteps();

  /** Replaces everything that was typed. */
  const replace = (next: Pick<UnsavedWork, 'text' | 'unfinished'>): void => {
    steps.clear();
    text.value = next.text;
    unfinished.replace(next.unfinished);
    for (const each of Object.values(found)) each.value = new Map();
    pending.value = undefined;
  };

  const edited: EditedItem = {
    collection,
    stored,
    copy,
    isCopyTaken,
    note,
    newLocale,
    base,
    etag,
    text,
    hasOwnSlug,
    ...found,
    isGone,
    pending,
    takenOver: signal<readonly string[]>([]),
    savedByOthers: signal<Savers | undefined>(undefined),
    isChanged,
    unfinished,
    forgetSteps: steps.clear,
    replace: (shown) => replace({ text: shown, unfinished: new Map() }),
  };

  /** @param name of what was changed: its mistakes are no longer known. */
  const countEdit = (name: string): void => {
    const isInside = (key: string): boolean => key === name || key.startsWith(`${name}.`);
    edits.value += 1;
    for (const each of Object.values(found)) {
      const left = [...each.peek()].filter(([key]) => !isInside(key));
      if (left.length < each.peek().size) each.value = new Map(left);
    }
  };

  const edit = (name: string, next: ItemText): void => {
    batch(() => {
      text.value = next;
      countEdit(name);
    });
  };

  /** What the form edits of what is stored. */
  const version = () => {
    const current = stored.peek();
    return current && versionOf({ stored: current, copy: copy.peek() });
  };

  const current = (): UnsavedWork => ({
    collection: collection.name,
    text: text.value,
    unfinished: unfinished.all.value,
    base: base.value,
    etag: etag.value,
    locale: stored.peek()?.item.locale ?? newLocale.peek(),
    hasOwnSlug: hasOwnSlug.value,
  });

  return {
    ...edited,
    ...startSaving(edited),
    edits,
    steps,
    isCopyKept: computed(
      () =>
        copy.value !== undefined && stored.value?.item.status !== 'published' && !isCopyTaken.value,
    ),
    isUnpublished: computed(
      () =>
        stored.value?.item.status === 'published' && (isChanged.value || copy.value !== undefined),
    ),
    issues: computed(
      () =>
        new Map([
          ...found.refused.value,
          ...found.rejected.value,
          ...messagesOf(unfinished.all.value),
        ]),
    ),
    unfinished: {
      ...unfinished,
      set: (path, input) => {
        unfinished.set(path, input);
        if (input !== undefined) countEdit(issueKey(path));
      },
    },
    setTitle: (title) => edit('title', { ...text.peek(), title }),
    setSlug: (slug) => {
      batch(() => {
        edit('slug', { ...text.peek(), slug });
        // An emptied slug follows the title again, as long as the item is new.
        hasOwnSlug.value = stored.peek() !== undefined || slug !== '';
      });
    },
    followTitle: (slug) => {
      if (hasOwnSlug.peek()) return;
      batch(() => {
        text.value = { ...text.peek(), slug };
        base.value = { ...base.peek(), slug };
      });
    },
    read: (path) => readAt(text.value.data, path),
    write: (path, value) => {
      const { data } = text.peek();
      edit(issueKey(path), {
        ...text.peek(),
        data: writeAt(data, path, value) as ItemText['data'],
      });
    },
    detach: () => {
      batch(() => {
        newLocale.value = stored.peek()?.item.locale;
        stored.value = undefined;
        copy.value = undefined;
        etag.value = undefined;
        isGone.value = false;
      });
    },
    discard: () => {
      batch(() => {
        const current = version();
        base.value = current?.text ?? initial;
        etag.value = current?.etag;
        hasOwnSlug.value = current !== undefined;
        replace({ text: base.peek(), unfinished: new Map() });
      });
    },
    restore: (former) => {
      batch(() => {
        base.value = former.base;
        etag.value = former.etag ?? version()?.etag;
        hasOwnSlug.value = former.hasOwnSlug;
        replace(former);
      });
    },
    show: (former) => batch(() => replace(former)),
    takeCopy: () => {
      const taken = copy.peek();
      const former = { text: text.peek(), unfinished: unfinished.all.peek() };
      const put = (shown: typeof former, isTaken: boolean): void => {
        batch(() => {
          replace(shown);
          isCopyTaken.value = isTaken;
          edits.value += 1;
        });
      };
      if (taken !== undefined) put({ text: textOf(taken.copy), unfinished: new Map() }, true);
      return () => put(former, false);
    },
    current,
    unsaved: () => (isChanged.value ? current() : undefined),
  };
};
