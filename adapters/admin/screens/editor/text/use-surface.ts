import { signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { applyBeside, applyEdit, type WritingSurface } from './surface.ts';
import type { Replacement, Selected, TextEdit } from './text-edit.ts';

/** Counts the texts that have been put on the screen. */
export const surfacesTaken = signal(0);

/** By their elements. */
const surfaces = new WeakMap<Element, WritingSurface>();

/** What a text is written in, by the element that has the focus then. */
export const surfaceOf = (element: Element): WritingSurface | undefined => surfaces.get(element);

/** What a text is written in, while that changes. @param isComposing whether an input method composes a word. */
export const useSurface = (isComposing: () => boolean) => {
  const current = useRef<WritingSurface>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const kept = useRef<Omit<Selected, 'text'>>(undefined);

  const surface = (): WritingSurface | null => current.current;

  /** Keeps the caret for what the text is written in next, which then gets the focus. */
  const keepCaret = (): void => {
    kept.current ??= current.current?.selected();
  };

  const take = (next: WritingSurface | null): void => {
    if (next === null && document.activeElement === current.current?.element) keepCaret();
    current.current = next;
    if (next !== null) {
      surfaces.set(next.element, next);
      surfacesTaken.value += 1;
    }
    area.current = next?.element instanceof HTMLTextAreaElement ? next.element : null;
    if (next === null || kept.current === undefined) return;
    const { start, end } = kept.current;
    kept.current = undefined;
    next.apply({ start, end: start, text: '', selection: [0, end - start] });
  };

  return {
    surface,
    /** The text area, if the source is shown. */
    area,
    take,
    keepCaret,
    edit: (make: TextEdit): void => {
      if (current.current !== null) applyEdit(current.current, make);
    },
    editBeside: (make: (selected: Selected) => Replacement | undefined): Promise<void> =>
      applyBeside(surface, make, isComposing),
  };
};

export type Surface = ReturnType<typeof useSurface>;
