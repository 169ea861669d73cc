import type { Replacement, Selected } from './text-edit.ts';

/** The text and the selection of a text area. */
export const selectedIn = (area: HTMLTextAreaElement): Selected => ({
  text: area.value,
  start: area.selectionStart,
  end: area.selectionEnd,
});

/**
 * Applies an edit as if it were typed, so that the browser's undo covers it, and leaves the focus in the
 * area. `insertText` is deprecated without a replacement that keeps undo; where it does nothing, the value
 * is set.
 */
export const applyToArea = (
  area: HTMLTextAreaElement,
  { start, end, text, selection }: Replacement,
): void => {
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, end);
  const command = text === '' ? 'delete' : 'insertText';
  const isNothing = start === end && text === '';
  // An area in a collapsed block gets no focus: the command would edit another text.
  const hasFocus = document.activeElement === area;
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else inserts text and keeps undo
  const isDone = isNothing || (hasFocus && document.execCommand(command, false, text));
  if (!isDone) {
    area.setRangeText(text, start, end, 'end');
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  area.setSelectionRange(start + selection[0], start + selection[1]);
};

const isBehindDialog = (area: Element): boolean => {
  const top = [...document.querySelectorAll('dialog:modal')].at(-1);
  return top !== undefined && !top.contains(area);
};

/** Resolves when the area can get the focus: no dialog is above it. */
const untilReachable = async (area: Element): Promise<void> => {
  if (!isBehindDialog(area)) return;
  const reachable = Promise.withResolvers<void>();
  const observer = new MutationObserver(() => {
    if (!isBehindDialog(area)) reachable.resolve();
  });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] });
  await reachable.promise;
  observer.disconnect();
};

/**
 * Applies an edit that the user does not wait for: the focus, the caret and the place of the page stay. An
 * input method first ends its word. Does nothing if the edit returns undefined or the area is gone.
 */
export const applyBeside = async (
  area: HTMLTextAreaElement,
  edit: (selected: Selected) => Replacement | undefined,
  isComposing: () => boolean,
): Promise<void> => {
  await untilReachable(area);
  while (isComposing()) {
    await new Promise((resolve) => {
      area.addEventListener('compositionend', resolve, { once: true });
    });
  }
  if (!area.isConnected) return;
  const replacement = edit(selectedIn(area));
  if (replacement === undefined) return;
  const focused = document.activeElement;
  const place = [scrollX, scrollY] as const;
  applyToArea(area, replacement);
  if (focused === area || !(focused instanceof HTMLElement)) return;
  focused.focus({ preventScroll: true });
  scrollTo(...place);
};
