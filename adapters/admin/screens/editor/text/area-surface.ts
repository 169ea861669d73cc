import type { WritingSurface } from './surface.ts';

/**
 * A text area as it is. `insertText` is deprecated without a replacement that keeps the undo of the browser; where it does
 * nothing, the value is set.
 */
export const areaSurface = (area: HTMLTextAreaElement): WritingSurface => {
  const command = (name: 'undo' | 'redo') => (): void => {
    area.focus();
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else reaches the undo of the browser
    document.execCommand(name);
  };
  return {
    element: area,
    isSource: true,
    selected: () => ({ text: area.value, start: area.selectionStart, end: area.selectionEnd }),
    apply: ({ start, end, text, selection }) => {
      area.focus({ preventScroll: true });
      area.setSelectionRange(start, end);
      const insertion = text === '' ? 'delete' : 'insertText';
      const isNothing = start === end && text === '';
      // An area in a collapsed block gets no focus: the command would edit another text.
      const hasFocus = document.activeElement === area;
      // oxlint-disable-next-line typescript/no-deprecated -- nothing else inserts text and keeps undo
      const isDone = isNothing || (hasFocus && document.execCommand(insertion, false, text));
      if (!isDone) {
        area.setRangeText(text, start, end, 'end');
        area.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
      area.setSelectionRange(start + selection[0], start + selection[1]);
    },
    placeCaret: (x, y) => {
      const found = document.caretPositionFromPoint?.(x, y);
      if (found?.offsetNode === area) area.setSelectionRange(found.offset, found.offset);
    },
    undo: command('undo'),
    redo: command('redo'),
  };
};
