import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Shows a text alone on the screen. Escape, or the same button, shows everything again. */
export const useAlone = (frame: RefObject<HTMLElement | null>) => {
  const [isAlone, setAlone] = useState(false);
  useEffect(() => {
    if (!isAlone) return undefined;
    const { documentElement: root } = document;
    root.dataset['alone'] = '';
    const leave = (event: KeyboardEvent): void => {
      const isOpen = document.querySelector('dialog:modal, [popover=auto]:popover-open') !== null;
      if (event.key !== 'Escape' || event.defaultPrevented || isOpen) return;
      event.preventDefault();
      setAlone(false);
    };
    document.addEventListener('keydown', leave);
    frame.current?.scrollIntoView();
    return () => {
      delete root.dataset['alone'];
      document.removeEventListener('keydown', leave);
    };
  }, [isAlone]);
  return { isAlone, toggleAlone: () => setAlone((before) => !before) };
};
