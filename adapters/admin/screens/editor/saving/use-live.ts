import { useComputed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ChangeDto } from '../../../../../contracts/operations/changes.ts';
import { watchChanges } from '../../../api/live-changes.ts';
import { versionOf } from '../model/edited-item.ts';
import type { Editing } from '../model/editing.ts';
import type { OpenedItem } from '../model/open-item.ts';

/** So long after the last key, nobody types. */
const pauseMs = 1_000;

/** Waits for a pause in the typing, in which texts may change. */
const typingPause = () => {
  let lastKey = 0;
  let isComposing = false;
  const note = ({ type }: Event): void => {
    lastKey = Date.now();
    if (type !== 'keydown') isComposing = type === 'compositionstart';
  };
  const events = ['keydown', 'compositionstart', 'compositionend'] as const;
  for (const each of events) document.addEventListener(each, note, true);
  return {
    wait: async (): Promise<void> => {
      for (;;) {
        const leftMs = lastKey + pauseMs - Date.now();
        if (leftMs <= 0 && !isComposing) return;
        await new Promise((resolve) => {
          setTimeout(resolve, Math.max(leftMs, 100));
        });
      }
    },
    stop: (): void => {
      for (const each of events) document.removeEventListener(each, note, true);
    },
  };
};

/** Whether the form has the change: it is the answer to its own save. */
const isKnown = ({ item }: ChangeDto, { stored, copy }: Editing): boolean => {
  const current = stored.peek();
  if (current === undefined || item === undefined) return false;
  return versionOf({ stored: current, copy: copy.peek() }).updatedAt === item.updated_at;
};

/** Takes over what others save while the form is open, in the pauses of typing. */
export const useLive = ({ editing, isReadOnly }: OpenedItem): void => {
  const { collection, stored } = editing;
  const id = useComputed(() => stored.value?.item.id).value;
  useEffect(() => {
    if (id === undefined || isReadOnly || collection.name === '') return undefined;
    const pause = typingPause();
    let isOpen = true;
    let isWaiting = false;
    const refresh = async (): Promise<void> => {
      if (isWaiting) return;
      isWaiting = true;
      await pause.wait();
      isWaiting = false;
      if (isOpen) await editing.refresh();
    };
    const stop = watchChanges(collection.name, (change) => {
      const isOther = change !== undefined && (change.id !== id || isKnown(change, editing));
      if (!isOther) void refresh();
    });
    return () => {
      isOpen = false;
      stop();
      pause.stop();
    };
  }, [id]);
};
