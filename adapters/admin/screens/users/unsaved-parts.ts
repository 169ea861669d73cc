import { useEffect, useRef } from 'preact/hooks';
import { confirm } from '../../components/confirm.tsx';
import { guardLeaving } from '../../shell/router.ts';

const askBrowser = (event: BeforeUnloadEvent): void => event.preventDefault();

/**
 * Asks before the screen is left while a part of it has unsaved changes.
 *
 * @param what the thing that is edited, for the question.
 * @returns a function that says whether a part has unsaved changes.
 */
export const useUnsavedParts = (what: string): ((part: string, isUnsaved: boolean) => void) => {
  const parts = useRef(new Set<string>());
  const name = useRef(what);
  name.current = what;
  useEffect(() => {
    const removeGuard = guardLeaving(
      async () =>
        parts.current.size === 0 ||
        (await confirm({
          title: 'Leave without saving?',
          text: `Your changes of ${name.current} are not saved.`,
          action: 'Discard the changes',
          cancel: 'Keep editing',
          danger: true,
        })),
    );
    return () => {
      removeGuard();
      removeEventListener('beforeunload', askBrowser);
    };
  }, []);
  return (part, isUnsaved) => {
    if (isUnsaved) parts.current.add(part);
    else parts.current.delete(part);
    if (parts.current.size > 0) addEventListener('beforeunload', askBrowser);
    else removeEventListener('beforeunload', askBrowser);
  };
};
