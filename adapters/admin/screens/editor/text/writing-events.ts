import { droppedFiles, hasFiles, pastedFiles } from '../../../media/transfer-files.ts';
import { isFiles, pasteOf } from './paste/paste.ts';
import type { WritingSurface } from './surface.ts';
import type { TextSyntax } from './syntax.ts';
import type { Replacement } from './text-edit.ts';

export interface WritingOptions {
  readonly syntax: TextSyntax;
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
  { syntax, isReadOnly, onLink, onFiles, onFormatted }: WritingOptions,
): WritingEvents => {
  let leavesNext = false;
  let isPlainPaste = false;

  const mark = (isDropping: boolean): void => {
    current()?.element.toggleAttribute('data-dropping', isDropping);
  };

  const keyEdit = (
    event: KeyboardEvent,
    { selected, isSource }: Pick<WritingSurface, 'selected' | 'isSource'>,
  ): Replacement | undefined => {
    const keys = isSource ? syntax.sourceKeys : syntax.keys;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    // Reading the selection of a large text takes time, so other keys do not wait for it.
    if (isPlain && event.key === 'Enter' && !event.shiftKey) return keys?.enter(selected());
    if (isPlain && event.key === 'Tab' && !leavesNext) {
      return keys?.indent(selected(), event.shiftKey ? 'out' : 'in');
    }
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return undefined;
    const name = event.key.toLowerCase();
    if (name === 'b') return syntax.edits.bold(selected());
    return name === 'i' ? syntax.edits.italic(selected()) : undefined;
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
      const selected = surface.selected();
      const text = clipboard.text.replaceAll(/\r\n|\r/g, '\n');
      const paste = isPlain ? undefined : pasteOf(syntax, clipboard, selected);
      if (paste?.kind === 'formatted') onFormatted(clipboard.html, text);
      else {
        const edit =
          paste?.edit ?? (surface.isSource ? undefined : syntax.pastePlain?.(text)(selected));
        if (edit === undefined) return;
        surface.apply(edit);
      }
      event.preventDefault();
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
