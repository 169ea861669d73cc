import type { Replacement, Selected, TextEdit } from './text-edit.ts';

/** A passage that people have commented on. */
export interface MarkedPassage {
  readonly start: number;
  readonly end: number;
  /** The id of the thread. */
  readonly comment: string;
}

/** What a text is written in: a text area with its source, or the formatted text. */
export interface WritingSurface {
  /** What has the focus while somebody writes. */
  readonly element: HTMLElement;
  /** Whether the source itself is shown. */
  readonly isSource: boolean;
  /** The text and the selection in it. */
  readonly selected: () => Selected;
  /** Applies an edit as if it were typed, so that undo covers it, and leaves the focus in the text. */
  readonly apply: (edit: Replacement) => void;
  /** Puts the caret at a point of the window, if that is in the text. */
  readonly placeCaret: (x: number, y: number) => void;
  /** Where the line in which the selection ends is in the window; undefined if nothing is selected, or it is out of sight. */
  readonly selectedLine?: () => Pick<DOMRect, 'top' | 'bottom'> | undefined;
  /** Marks passages, in the place of those that were marked before; undefined where nothing can be marked. */
  readonly mark?: (passages: readonly MarkedPassage[]) => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** Applies an edit at the selection. */
export const applyEdit = (surface: WritingSurface, edit: TextEdit): void =>
  surface.apply(edit(surface.selected()));

const isBehindDialog = (element: Element): boolean => {
  const top = [...document.querySelectorAll('dialog:modal')].at(-1);
  return top !== undefined && !top.contains(element);
};

/** Resolves when the element can get the focus: no dialog is above it. */
const untilReachable = async (element: Element): Promise<void> => {
  if (!isBehindDialog(element)) return;
  const reachable = Promise.withResolvers<void>();
  const observer = new MutationObserver(() => {
    if (!isBehindDialog(element)) reachable.resolve();
  });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] });
  await reachable.promise;
  observer.disconnect();
};

/**
 * Applies an edit that the user does not wait for: the focus, the caret and the place of the page stay. An
 * input method first ends its word. Does nothing if the edit returns undefined or the text is gone.
 *
 * @param current what the text is written in now: it can change while the edit waits.
 */
export const applyBeside = async (
  current: () => WritingSurface | null,
  edit: (selected: Selected) => Replacement | undefined,
  isComposing: () => boolean,
): Promise<void> => {
  const first = current();
  if (first === null) return;
  await untilReachable(first.element);
  while (isComposing()) {
    await new Promise((resolve) => {
      document.addEventListener('compositionend', resolve, { once: true });
    });
  }
  const surface = current();
  if (surface?.element.isConnected !== true) return;
  const replacement = edit(surface.selected());
  if (replacement === undefined) return;
  const focused = document.activeElement;
  const place = [scrollX, scrollY] as const;
  surface.apply(replacement);
  if (focused === surface.element || !(focused instanceof HTMLElement)) return;
  focused.focus({ preventScroll: true });
  scrollTo(...place);
};
