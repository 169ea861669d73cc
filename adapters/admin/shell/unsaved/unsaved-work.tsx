import { effect } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { formatMoment } from '../../components/format-time.ts';
import { showToast } from '../../components/show-toast.ts';
import { offerUndo } from '../../components/undo.ts';
import {
  dropOwn,
  storeCopy,
  storeAgain,
  type UnsavedCopy,
  type WorkPlace,
} from './unsaved-copies.ts';
import { useLeaveGuard } from './unsaved-changes.ts';

/** So long after a change the copy is written, at the latest. */
const delayMs = 400;

interface FormWork {
  /** What to store in the browser; undefined if nothing has changed. May read signals. */
  readonly work: () => object | undefined;
  /** What it belongs to now; a new item gets another place when it is saved. May read signals. */
  readonly place: () => WorkPlace;
  /** Saves what can be saved without asking, before the user leaves. */
  readonly saveFirst?: () => Promise<void>;
}

/**
 * Keeps a copy of the unsaved work of this tab in the browser until it is saved or discarded.
 *
 * @returns a function that writes what is waiting, and stops.
 */
const storeWhileChanged = ({ work, place }: FormWork): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A copy from before may be there.
  let last = place().what;
  let hasWarned = false;

  const onFailure = (): void => {
    if (hasWarned) return;
    hasWarned = true;
    showToast({ text: t.unsaved.cannotKeep, kind: 'failed' });
  };
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const next = place();
    if (last !== next.what) void dropOwn(last);
    last = next.what;
    const copy = work();
    if (copy === undefined) void dropOwn(next.what);
    else storeCopy(next, copy).catch(onFailure);
  };

  let isFirst = true;
  const stop = effect(() => {
    const copy = work();
    void place();
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
 * @param what is restored, for the question: “the item”. @param form undefined for a form that cannot be
 *   changed.
 */
export const useUnsavedWork = (what: string, form: FormWork | undefined): void => {
  // Ends before the next screen is there, which may read the copy.
  useLayoutEffect(() => {
    if (form === undefined) return undefined;
    return storeWhileChanged(form);
  }, []);
  useLeaveGuard(
    () => form?.work() !== undefined,
    async () => {
      await form?.saveFirst?.();
      if (form?.work() === undefined) return true;
      return confirm({
        title: t.unsaved.leaveQuestion,
        text: t.unsaved.keptHere(what),
        action: t.unsaved.leave,
        cancel: t.unsaved.stay,
      });
    },
  );
};

interface RestoredNoticeProps<T> {
  readonly restored: UnsavedCopy<T> | undefined;
  /** Returns to what is stored. @returns a function that restores the work again. */
  readonly discard: () => () => void;
}

/** Says that the unsaved work of this tab was restored into the form, and offers to discard it. */
export const RestoredNotice = <T,>({ restored, discard }: RestoredNoticeProps<T>) => {
  if (restored === undefined) return null;
  const time = formatMoment(restored.at);
  return (
    <div class="note row between" role="status">
      <span>{t.unsaved.restored(time)}</span>
      <Button
        onClick={() => {
          const undo = discard();
          offerUndo(t.unsaved.changesDiscarded(time), () => {
            undo();
            // The form may be closed.
            void storeAgain(restored);
          });
        }}
      >
        {t.unsaved.discardThem}
      </Button>
    </div>
  );
};
