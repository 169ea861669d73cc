import { batch, computed, signal, type Signal } from '@preact/signals';
import { ApiError } from '../../../../../contracts/client.ts';
import type { CollectionDto } from '../../../../../contracts/collections.ts';
import { api, hasStatus } from '../../../api/client.ts';
import type { ContentStatus, Editing, PendingConflicts, StoredItem } from './editing.ts';
import { isSame, issueKey, readAt, writeAt } from './json-path.ts';
import { isSameText, merge, takeTheirs, textOf, type ItemText } from './merge.ts';
import { messagesOf, unfinishedInputs } from './unfinished-inputs.ts';
import type { UnsavedWork } from './unsaved-work.ts';

/** Edits one item: what is stored, what has been typed, and how one becomes the other. */
export const startEditing = (
  collection: CollectionDto,
  item: StoredItem | undefined,
  initial: ItemText,
  work: UnsavedWork | undefined,
): Editing => {
  const stored = signal(item);
  const base: Signal<ItemText> = signal(work?.base ?? initial);
  const etag = signal(work?.etag ?? item?.etag);
  const text = signal(work?.text ?? initial);
  const hasOwnSlug = signal(work?.hasOwnSlug ?? item !== undefined);
  const isSaving = signal(false);
  const isGone = signal(false);
  const pending = signal<PendingConflicts | undefined>(undefined);
  const rejected = signal<ReadonlyMap<string, string>>(new Map());
  const unfinished = unfinishedInputs(work?.unfinished);
  const isChanged = computed(
    () => unfinished.all.value.size > 0 || !isSameText(text.value, base.value),
  );

  const forget = (name: string): void => {
    if (![...rejected.peek().keys()].some((key) => key === name || key.startsWith(`${name}.`)))
      return;
    rejected.value = new Map(
      [...rejected.peek()].filter(([key]) => key !== name && !key.startsWith(`${name}.`)),
    );
  };

  const accept = ({ item: next, etag: version }: StoredItem, sent: ItemText): void => {
    batch(() => {
      stored.value = { item: next, etag: version };
      etag.value = version;
      base.value = textOf(next);
      // What was typed while the request was on its way stays.
      text.value = merge(sent, text.peek(), base.peek()).text;
      hasOwnSlug.value = true;
      rejected.value = new Map();
    });
  };

  const create = async (sent: ItemText, status: ContentStatus | undefined): Promise<void> => {
    const slug = hasOwnSlug.peek() && sent.slug.trim() !== '' ? { slug: sent.slug } : {};
    const { body, headers } = await api.createContent({
      body: {
        collectionId: collection.id,
        title: sent.title,
        data: sent.data,
        ...slug,
        ...(status !== undefined && { status }),
      },
    });
    accept({ item: body.data, etag: headers.ETag ?? '' }, sent);
  };

  const update = async (
    id: string,
    sent: ItemText,
    status: ContentStatus | undefined,
  ): Promise<void> => {
    const before = base.peek();
    const { body, headers } = await api.updateContent({
      params: { id },
      headers: { 'If-Match': etag.peek() },
      body: {
        ...(sent.title !== before.title && { title: sent.title }),
        ...(sent.slug !== before.slug && { slug: sent.slug }),
        ...(!isSame(sent.data, before.data) && { data: sent.data }),
        ...(status !== undefined && { status }),
      },
    });
    accept({ item: body.data, etag: headers.ETag ?? '' }, sent);
  };

  /** Takes over what only they changed. @returns whether the save can go on without asking. */
  const takeOver = async (id: string, status: ContentStatus | undefined): Promise<boolean> => {
    const { body, headers } = await api.getContent({ params: { id } });
    const theirs = textOf(body.data);
    const { text: merged, conflicts } = merge(base.peek(), text.peek(), theirs);
    batch(() => {
      stored.value = { item: body.data, etag: headers.ETag ?? '' };
      etag.value = headers.ETag;
      base.value = theirs;
      text.value = merged;
      pending.value = conflicts.length === 0 ? undefined : { conflicts, status };
    });
    return conflicts.length === 0;
  };

  const saveOnce = async (status: ContentStatus | undefined): Promise<boolean> => {
    const sent = text.peek();
    if (sent.title.trim() === '') {
      rejected.value = new Map([['title', 'Enter a title.']]);
      return false;
    }
    if (unfinished.all.peek().size > 0) return false;
    const id = stored.peek()?.item.id;
    const isNeeded = id === undefined || isChanged.peek() || status !== stored.peek()?.item.status;
    if (!isNeeded) return true;
    try {
      if (id === undefined) await create(sent, status);
      else await update(id, sent, status);
      return true;
    } catch (error) {
      if (id !== undefined && hasStatus(error, 412)) {
        return (await takeOver(id, status)) && saveOnce(status);
      }
      if (id !== undefined && hasStatus(error, 404)) {
        isGone.value = true;
        return false;
      }
      const issues = issuesOf(error);
      if (issues.size === 0) throw error;
      rejected.value = issues;
      return false;
    }
  };

  let queue: Promise<unknown> = Promise.resolve();
  const save = (status?: ContentStatus): Promise<boolean> => {
    const next = queue.then(async () => {
      isSaving.value = true;
      try {
        return await saveOnce(status);
      } finally {
        isSaving.value = false;
      }
    });
    queue = next.catch(() => undefined);
    return next;
  };

  return {
    collection,
    stored,
    text,
    isChanged,
    isSaving,
    isGone,
    pending,
    hasOwnSlug,
    issues: computed(() => new Map([...rejected.value, ...messagesOf(unfinished.all.value)])),
    unfinished,
    setTitle: (title) => {
      text.value = { ...text.peek(), title };
      forget('title');
    },
    setSlug: (slug) => {
      batch(() => {
        text.value = { ...text.peek(), slug };
        // An emptied slug follows the title again, as long as the item is new.
        hasOwnSlug.value = stored.peek() !== undefined || slug !== '';
      });
      forget('slug');
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
      text.value = { ...text.peek(), data: writeAt(data, path, value) as ItemText['data'] };
      forget(issueKey(path));
    },
    save,
    resolve: (taken) => {
      const waiting = pending.peek();
      batch(() => {
        text.value = taken.reduce(takeTheirs, text.peek());
        pending.value = undefined;
      });
      return save(waiting?.status);
    },
    cancelResolving: () => {
      pending.value = undefined;
    },
    detach: () => {
      batch(() => {
        stored.value = undefined;
        etag.value = undefined;
        isGone.value = false;
      });
    },
    discard: () => {
      batch(() => {
        const current = stored.peek();
        base.value = current === undefined ? initial : textOf(current.item);
        etag.value = current?.etag;
        text.value = base.peek();
        hasOwnSlug.value = current !== undefined;
        rejected.value = new Map();
        unfinished.clear();
      });
    },
    unsaved: () =>
      isChanged.value
        ? {
            text: text.value,
            unfinished: unfinished.all.value,
            base: base.value,
            etag: etag.value,
            hasOwnSlug: hasOwnSlug.value,
          }
        : undefined,
  };
};

/** The mistakes by field; empty if the error is about something else. */
const issuesOf = (error: unknown): ReadonlyMap<string, string> => {
  if (!(error instanceof ApiError)) return new Map();
  if (error.code === 'slug_taken') return new Map([['slug', error.details ?? error.message]]);
  return new Map((error.issues ?? []).map(({ path, message }) => [path, message]));
};
