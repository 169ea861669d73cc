import { effect } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { confirm } from '../components/confirm.tsx';
import { formatTime } from '../components/time.tsx';
import { showToast } from '../components/toasts.tsx';
import { dropKept, keep, type Kept } from './kept-work-store.ts';
import { useLeaveGuard } from './unsaved-changes.ts';

/** So long after a change the copy is written, at the latest. */
const delayMs = 400;

interface KeptWork {
  /** What to keep; undefined if nothing has changed. May read signals. */
  readonly work: () => object | undefined;
  /** The place of the copy now; a new item gets another one when it is saved. May read signals. */
  readonly key: () => string;
}

/**
 * Keeps a copy of unsaved work in the browser until it is saved or discarded.
 *
 * @returns a function that writes what is waiting, and stops.
 */
const keepWhileChanged = ({ work, key }: KeptWork): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: string | undefined;
  let hasWarned = false;

  const onFailure = (): void => {
    if (hasWarned) return;
    hasWarned = true;
    showToast({ text: 'This browser cannot keep unsaved work. Save often.', kind: 'failed' });
  };
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const place = key();
    if (last !== undefined && last !== place) void dropKept(last);
    last = place;
    const copy = work();
    if (copy === undefined) void dropKept(place);
    else keep(place, copy).catch(onFailure);
  };

  let isFirst = true;
  const stop = effect(() => {
    const copy = work();
    void key();
    if (isFirst) isFirst = false;
    else if (copy === undefined) write();
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

/**
 * While a form has unsaved work, keeps a copy in the browser and asks before the user leaves.
 *
 * @param what is restored, for the question: “the item”. @param kept undefined for a form that cannot be
 *   changed.
 */
export const useKeptWork = (what: string, kept: KeptWork | undefined): void => {
  // Ends before the next screen is there, which may read the copy.
  useLayoutEffect(() => {
    if (kept === undefined) return undefined;
    return keepWhileChanged(kept);
  }, []);
  useLeaveGuard(
    () => kept?.work() !== undefined,
    () =>
      confirm({
        title: 'Leave without saving?',
        text: `Your changes stay in this browser. They are restored when you open ${what} again.`,
        action: 'Leave',
        cancel: 'Stay',
      }),
  );
};

interface RestoredNoticeProps {
  readonly restored: Kept<unknown> | undefined;
  readonly onDiscard: () => void;
}

/** Says that unsaved work was restored into the form, and offers to discard it. */
export const RestoredNotice = ({ restored, onDiscard }: RestoredNoticeProps) =>
  restored === undefined ? null : (
    <div class="note row between" role="status">
      <span>Your unsaved changes of {formatTime(restored.at)} were restored.</span>
      <Button onClick={onDiscard}>Discard them</Button>
    </div>
  );
