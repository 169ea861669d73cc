import { effect } from '@preact/signals';
import type { Editing } from './editing.ts';
import { dropUnsavedWork, keepUnsavedWork } from './unsaved-work.ts';

/** So long after a change the copy is written, at the latest. */
const delayMs = 400;

/**
 * Keeps a copy of unsaved work in the browser until it is saved or discarded.
 *
 * @param key the place of the copy now: a new item gets another one when it is saved.
 * @param onFailure called when the browser cannot store the copy.
 * @returns a function that writes what is waiting, and stops.
 */
export const keepWhileEditing = (
  editing: Editing,
  key: () => string,
  onFailure: () => void,
): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: string | undefined;

  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const work = editing.unsaved();
    const place = key();
    if (last !== undefined && last !== place) void dropUnsavedWork(last);
    last = place;
    if (work === undefined) void dropUnsavedWork(place);
    else keepUnsavedWork(place, { ...work, at: Date.now() }).catch(onFailure);
  };

  let isFirst = true;
  const stop = effect(() => {
    const work = editing.unsaved();
    void editing.stored.value;
    if (isFirst) isFirst = false;
    else if (work === undefined) write();
    else timer ??= setTimeout(write, delayMs);
  });
  const flush = (): void => {
    if (timer !== undefined) write();
  };
  addEventListener('pagehide', flush);
  return () => {
    removeEventListener('pagehide', flush);
    stop();
    flush();
  };
};
