import { useEffect, useState } from 'preact/hooks';
import type { MediaFileDto } from '../../../../contracts/operations/media.ts';
import {
  noSelection,
  selectAll,
  toggleFile,
  withChanged,
  type MediaSelection,
} from './selection.ts';

export interface FileSelection {
  readonly selection: MediaSelection;
  readonly clear: () => void;
  readonly toggle: (file: MediaFileDto, isRange: boolean) => void;
  /** Of those that are selected, the others stay as they are. */
  readonly update: (changed: readonly MediaFileDto[]) => void;
}

const isInText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select');

const isInDialog = (): boolean => document.querySelector('dialog[open]') !== null;

/** The selection of files, with Ctrl+A for all of the page, and Escape for none. */
export const useSelection = (shown: readonly MediaFileDto[]): FileSelection => {
  const [selection, setSelection] = useState(noSelection);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (isInDialog() || event.defaultPrevented) return;
      const isAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a';
      if (isAll && !isInText(event.target)) {
        event.preventDefault();
        setSelection((current) => selectAll(current, shown));
      } else if (event.key === 'Escape') {
        // Asks the state itself: this listener may be older than the selection.
        setSelection((current) => (current.files.size === 0 ? current : noSelection));
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [shown]);
  return {
    selection,
    clear: () => setSelection(noSelection),
    toggle: (file, isRange) => setSelection((current) => toggleFile(current, shown, file, isRange)),
    update: (changed) => setSelection((current) => withChanged(current, changed)),
  };
};
