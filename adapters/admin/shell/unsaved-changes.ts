import { useEffect, useRef } from 'preact/hooks';
import { confirm } from '../components/confirm.tsx';
import { guardLeaving } from './router.ts';

/**
 * While a form has unsaved changes, asks before the user opens another screen, and lets the browser ask
 * before the page is closed.
 *
 * @param what has the changes, for the question: “the collection”.
 */
export const useUnsavedChanges = (isDirty: boolean, what: string): void => {
  const latest = useRef(isDirty);
  latest.current = isDirty;
  useEffect(() => {
    const release = guardLeaving(async () => {
      if (!latest.current) return true;
      return confirm({
        title: 'Leave without saving?',
        text: `Your changes of ${what} are not saved yet.`,
        action: 'Discard changes',
        cancel: 'Stay here',
        danger: true,
      });
    });
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (latest.current) event.preventDefault();
    };
    addEventListener('beforeunload', onUnload);
    return () => {
      release();
      removeEventListener('beforeunload', onUnload);
    };
  }, []);
};
