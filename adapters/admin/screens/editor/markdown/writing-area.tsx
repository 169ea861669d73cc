import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ControlAttributes } from '../../../components/inputs/field.tsx';
import { droppedFiles, hasFiles, pastedFiles } from '../../../media/transfer-files.ts';
import { applyToArea, selectedIn } from './area-edit.ts';
import { isMonospace } from './format-toolbar.tsx';
import { continueList, indentList } from './list-keys.ts';
import { markdownEdits } from './markdown-edits.ts';
import { isFiles, pasteOf } from './paste.ts';
import { withoutPlaceholders } from './placeholders.ts';
import { insert, type Replacement } from './text-edit.ts';
import styles from './writing-area.module.css';

interface WritingAreaProps {
  readonly control: ControlAttributes;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  /** With LF only, and without placeholders. */
  readonly text: string;
  /** Parts of the text in the area that are not part of the value. */
  readonly placeholders: ReadonlySet<string>;
  readonly isReadOnly: boolean;
  /** Whether the preview is in its place. */
  readonly isCovered: boolean;
  readonly onText: (text: string) => void;
  readonly onLink: () => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onFormatted: (html: string, text: string) => void;
}

/** Room for the bars that cover the page above and below the line that is being typed. */
const scrollRoom = '120px';

const growsByItself = CSS.supports('field-sizing', 'content');

/** The text area: it grows with the text, goes on with lists, and takes formatted text and files. */
export const WritingArea = ({
  control,
  area,
  text,
  placeholders,
  isReadOnly,
  isCovered,
  onText,
  onLink,
  onFiles,
  onFormatted,
}: WritingAreaProps) => {
  const leavesNext = useRef(false);
  const isPlainPaste = useRef(false);

  const fit = (): void => {
    if (growsByItself || area.current === null) return;
    area.current.style.height = 'auto';
    area.current.style.height = `${area.current.scrollHeight}px`;
  };

  // The element keeps its own text, because the browser's undo goes back letter by letter when its text is
  // set after each of them. A text from elsewhere replaces it, before the next key.
  useLayoutEffect(() => {
    const element = area.current;
    if (element !== null && withoutPlaceholders(element.value, placeholders) !== text) {
      element.value = text;
    }
    fit();
  }, [text]);

  useEffect(() => () => document.documentElement.style.removeProperty('scroll-padding-block'), []);

  const keyEdit = (event: KeyboardEvent, element: HTMLTextAreaElement): Replacement | undefined => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    // Reading the selection of a large text takes time, so other keys do not wait for it.
    if (isPlain && event.key === 'Enter' && !event.shiftKey)
      return continueList(selectedIn(element));
    if (isPlain && event.key === 'Tab' && !leavesNext.current) {
      return indentList(selectedIn(element), event.shiftKey ? 'out' : 'in');
    }
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return undefined;
    const name = event.key.toLowerCase();
    if (name === 'b') return markdownEdits.bold(selectedIn(element));
    return name === 'i' ? markdownEdits.italic(selectedIn(element)) : undefined;
  };

  const onKeyDown = (
    event: KeyboardEvent & { readonly currentTarget: HTMLTextAreaElement },
  ): void => {
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    isPlainPaste.current = isCommand && event.shiftKey && key === 'v';
    if (isReadOnly) return;
    if (isCommand && !event.shiftKey && !event.altKey && key === 'k') {
      event.preventDefault();
      onLink();
      return;
    }
    const edit = keyEdit(event, event.currentTarget);
    leavesNext.current = key === 'escape' || (leavesNext.current && key === 'shift');
    if (edit === undefined) return;
    event.preventDefault();
    applyToArea(event.currentTarget, edit);
  };

  const onPaste = (
    event: ClipboardEvent & { readonly currentTarget: HTMLTextAreaElement },
  ): void => {
    const data = event.clipboardData;
    if (data === null || isReadOnly) return;
    const isPlain = isPlainPaste.current;
    isPlainPaste.current = false;
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
    const paste = isPlain ? undefined : pasteOf(clipboard, selectedIn(event.currentTarget));
    if (paste === undefined) return;
    event.preventDefault();
    if (paste.kind === 'edit') applyToArea(event.currentTarget, paste.edit);
    else onFormatted(clipboard.html, clipboard.text.replaceAll(/\r\n|\r/g, '\n'));
  };

  const onDrop = (event: DragEvent & { readonly currentTarget: HTMLTextAreaElement }): void => {
    if (!hasFiles(event.dataTransfer) || isReadOnly) return;
    event.preventDefault();
    const element = event.currentTarget;
    element.classList.remove(styles.dropping ?? '');
    const found = document.caretPositionFromPoint?.(event.clientX, event.clientY);
    if (found?.offsetNode === element) element.setSelectionRange(found.offset, found.offset);
    onFiles(droppedFiles(event.dataTransfer).files);
  };

  return (
    <textarea
      {...control}
      ref={area}
      class={[
        'input',
        styles.area,
        isMonospace.value ? styles.mono : '',
        isCovered ? styles.covered : '',
      ].join(' ')}
      dir="auto"
      readOnly={isReadOnly}
      tabIndex={isCovered ? -1 : 0}
      aria-hidden={isCovered ? true : undefined}
      onInput={(event) => {
        fit();
        onText(withoutPlaceholders(event.currentTarget.value, placeholders));
      }}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onDragOver={(event) => {
        if (!hasFiles(event.dataTransfer) || isReadOnly) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        event.currentTarget.classList.add(styles.dropping ?? '');
      }}
      onDragLeave={(event) => event.currentTarget.classList.remove(styles.dropping ?? '')}
      onDrop={onDrop}
      onFocus={() => {
        document.documentElement.style.setProperty('scroll-padding-block', scrollRoom);
      }}
      onBlur={() => {
        leavesNext.current = false;
        document.documentElement.style.removeProperty('scroll-padding-block');
      }}
    />
  );
};

/** Puts a text in the place of the selection of an area, as if it were typed. */
export const insertText = (area: HTMLTextAreaElement, text: string): void =>
  applyToArea(area, insert(text)(selectedIn(area)));
