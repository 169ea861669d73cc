import { droppedFiles, hasFiles, pastedFiles } from '../../../media/transfer-files.ts';
import { continueList, indentList } from './list-keys.ts';
import { markdownEdits } from './markdown-edits.ts';
import { isFiles, pasteOf } from './paste/paste.ts';
import type { WritingSurface } from './surface.ts';
import type { Replacement } from './text-edit.ts';

export interface WritingOptions {
  readonly isReadOnly: () => boolean;
  readonly onLink: () => void;
  readonly onFiles: (files: readonly File[]) => void;
  /** Formatted text was pasted. @param text its plain text, with LF only. */
  readonly onFormatted: (html: string, text: string) => void;
}

/** What keys, pastes and drops do in a text. An event that is handled is prevented; the others are the browser's. */
export interface WritingEvents {
  readonly keydown: (event: KeyboardEvent) => void;
  readonly paste: (event: ClipboardEvent) => void;
  readonly dragover: (event: DragEvent) => void;
  readonly dragleave: () => void;
  readonly drop: (event: DragEvent) => void;
  readonly blur: () => void;
}

/** @param current what the text is written in. */
export const writingEvents = (
  current: () => WritingSurface | null,
  { isReadOnly, onLink, onFiles, onFormatted }: WritingOptions,
): WritingEvents => {
  let leavesNext = false;
  let isPlainPaste = false;

  const mark = (isDropping: boolean): void => {
    current()?.element.toggleAttribute('data-dropping', isDropping);
  };

  const keyEdit = (
    event: KeyboardEvent,
    { selected }: Pick<WritingSurface, 'selected'>,
  ): Replacement | undefined => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    // Reading the selection of a large text takes time, so other keys do not wait for it.
    if (isPlain && event.key === 'Enter' && !event.shiftKey) return continueList(selected());
    if (isPlain && event.key === 'Tab' && !leavesNext) {
      return indentList(selected(), event.shiftKey ? 'out' : 'in');
    }
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return undefined;
    const name = event.key.toLowerCase();
    if (name === 'b') return markdownEdits.bold(selected());
    return name === 'i' ? markdownEdits.italic(selected()) : undefined;
  };

  return {
    keydown: (event) => {
      const surface = current();
      const isCommand = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      isPlainPaste = isCommand && event.shiftKey && key === 'v';
      if (surface === null || isReadOnly() || event.defaultPrevented) return;
      if (isCommand && !event.shiftKey && !event.altKey && key === 'k') {
        event.preventDefault();
        onLink();
        return;
      }
      const edit = keyEdit(event, surface);
      leavesNext = key === 'escape' || (leavesNext && key === 'shift');
      if (edit === undefined) return;
      event.preventDefault();
      surface.apply(edit);
    },
    paste: (event) => {
      const [data, surface] = [event.clipboardData, current()];
      if (data === null || surface === null || isReadOnly()) return;
      const isPlain = isPlainPaste;
      isPlainPaste = false;
      const clipboard = {
        text: data.getData('text/plain'),
        html: data.getData('text/html'),
        files: pastedFiles(data),
      };
      if (isFiles(clipboard)) {
        event.preventDefault();
        onFiles(clipboard.files);
        return;
      }
      const paste = isPlain ? undefined : pasteOf(clipboard, surface.selected());
      if (paste === undefined) return;
      event.preventDefault();
      if (paste.kind === 'edit') surface.apply(paste.edit);
      else onFormatted(clipboard.html, clipboard.text.replaceAll(/\r\n|\r/g, '\n'));
    },
    dragover: (event) => {
      if (!hasFiles(event.dataTransfer) || isReadOnly()) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      mark(true);
    },
    dragleave: () => mark(false),
    drop: (event) => {
      if (!hasFiles(event.dataTransfer) || isReadOnly()) return;
      event.preventDefault();
      mark(false);
      current()?.placeCaret(event.clientX, event.clientY);
      onFiles(droppedFiles(event.dataTransfer).files);
    },
    blur: () => {
      leavesNext = false;
    },
  };
};
