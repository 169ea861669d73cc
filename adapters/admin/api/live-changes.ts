import { effect, signal } from '@preact/signals';
import { changes } from '../../../contracts/client/index.ts';
import type { ChangeDto } from '../../../contracts/operations/changes.ts';
import { sessionApi } from './client.ts';

/** Whether somebody can see the tab. */
export const isVisible = signal(true);

/** Keeps {@link isVisible} up to date. */
export const watchVisibility = (): void => {
  const update = (): void => {
    isVisible.value = document.visibilityState === 'visible';
  };
  document.addEventListener('visibilitychange', update);
  update();
};

/** After an answer that ends a reader of the feed, such as 401 and 410. */
const pauseMs = 30_000;

/** @param changed undefined: anything may have changed. */
type Listener = (changed: ChangeDto | undefined) => void;

/** Listeners by the name of the collection. A tab has one reader for each. */
const readers = new Map<string, { readonly listeners: Set<Listener>; readonly stop: () => void }>();

/** Reads until the signal, or until the service answers with an error. @returns the cursor to go on with; undefined for none. */
const read = async (
  collection: string,
  cursor: string | undefined,
  tell: Listener,
  until: AbortSignal,
): Promise<string | undefined> => {
  const reader = { collection, perspective: 'drafts' } as const;
  let after = cursor;
  try {
    if (after === undefined) {
      const { body } = await sessionApi.listChanges({ query: reader, signal: until });
      after = body.meta.cursor;
      tell(undefined);
    }
    for await (const page of changes(sessionApi, { ...reader, after, signal: until })) {
      after = page.meta.cursor;
      for (const change of page.data) tell(change.type === 'reset' ? undefined : change);
    }
  } catch {
    if (until.aborted) return after;
  }
  return undefined;
};

const follow = (collection: string, tell: Listener): (() => void) => {
  let after: string | undefined;
  const isPausing = signal(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    if (!isVisible.value || isPausing.value) return undefined;
    const until = new AbortController();
    void read(collection, after, tell, until.signal).then((cursor) => {
      after = cursor;
      if (until.signal.aborted) return;
      isPausing.value = true;
      timer = setTimeout(() => {
        isPausing.value = false;
      }, pauseMs);
    });
    return () => until.abort();
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
};

/**
 * Calls back when something has changed in a collection, as long as the tab can be seen: with each change, and first without
 * one. After the tab was hidden, the changes since then come.
 *
 * @returns a function that stops it.
 */
export const watchChanges = (collection: string, listener: Listener): (() => void) => {
  const listeners = readers.get(collection)?.listeners ?? new Set<Listener>();
  listeners.add(listener);
  if (listeners.size === 1) {
    const tell: Listener = (change) => {
      for (const each of listeners) each(change);
    };
    readers.set(collection, { listeners, stop: follow(collection, tell) });
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    readers.get(collection)?.stop();
    readers.delete(collection);
  };
};
