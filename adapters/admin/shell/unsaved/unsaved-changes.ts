import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../catalogue/texts.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { guardLeaving, type LeaveGuard } from '../router.ts';

/**
 * While something would be lost, asks before the user opens another screen, and lets the browser ask before
 * the page is closed.
 *
 * @param mayLeave asks the user. Without it, the user has to stay.
 */
export const useLeaveGuard = (
  wouldLose: () => boolean,
  mayLeave: LeaveGuard = () => Promise.resolve(false),
): void => {
  // Other effects end only when the next screen has been painted: until then the guard would ask there.
  useLayoutEffect(() => {
    const release = guardLeaving(async () => !wouldLose() || mayLeave());
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (wouldLose()) event.preventDefault();
    };
    addEventListener('beforeunload', onUnload);
    return () => {
      release();
      removeEventListener('beforeunload', onUnload);
    };
  }, []);
};

/**
 * While a form has unsaved changes, asks before the user leaves.
 *
 * @param what has the changes, for the question: “the settings”.
 */
export const useUnsavedChanges = (isDirty: boolean, what: string): void => {
  const latest = useRef(isDirty);
  latest.current = isDirty;
  useLeaveGuard(
    () => latest.current,
    () =>
      confirm({
        title: t.unsaved.leaveQuestion,
        text: t.unsaved.notSaved(what),
        action: t.unsaved.discardChanges,
        cancel: t.unsaved.stayHere,
        danger: true,
      }),
  );
};
