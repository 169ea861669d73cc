import { useLayoutEffect, useRef } from 'preact/hooks';
import { confirm, type Question } from '../components/confirm.tsx';
import { guardLeaving } from './router.ts';

/**
 * While something is unsaved, asks before the user opens another screen, and lets the browser ask before
 * the page is closed. @returns a function that ends that.
 */
export const guardUnsaved = (isUnsaved: () => boolean, question: Question): (() => void) => {
  const release = guardLeaving(async () => !isUnsaved() || confirm(question));
  const onUnload = (event: BeforeUnloadEvent): void => {
    if (isUnsaved()) event.preventDefault();
  };
  addEventListener('beforeunload', onUnload);
  return () => {
    release();
    removeEventListener('beforeunload', onUnload);
  };
};

/**
 * While a form has unsaved changes, asks before the user leaves.
 *
 * @param what has the changes, for the question: “the settings”.
 */
export const useUnsavedChanges = (isDirty: boolean, what: string): void => {
  const latest = useRef(isDirty);
  latest.current = isDirty;
  useLayoutEffect(
    () =>
      guardUnsaved(() => latest.current, {
        title: 'Leave without saving?',
        text: `Your changes of ${what} are not saved yet.`,
        action: 'Discard changes',
        cancel: 'Stay here',
        danger: true,
      }),
    [],
  );
};
