import { signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../../../components/button.tsx';
import type { IconName } from '../../../../components/icon.tsx';
import { selectedIn } from '../area-edit.ts';
import { caretContext, type CaretContext } from '../caret-context.ts';
import { markdownEdits, setHeading } from '../markdown-edits.ts';
import { StyleMenu } from './style-menu.tsx';
import type { TextEdit } from '../text-edit.ts';
import { Toolbar } from './toolbar.tsx';
import styles from './toolbar.module.css';

const storageKey = 'quoin-monospace';

/** Whether texts are written in a monospace font. This browser remembers it. */
export const isMonospace = signal(localStorage.getItem(storageKey) !== null);

const switchFont = (): void => {
  isMonospace.value = !isMonospace.value;
  if (isMonospace.value) localStorage.setItem(storageKey, '1');
  else localStorage.removeItem(storageKey);
};

interface FormatToolbarProps {
  readonly label: string;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly isReadOnly: boolean;
  readonly isPreview: boolean;
  /** Whether the preview covers the text, so that nothing can be formatted. */
  readonly isCovered: boolean;
  readonly onEdit: (edit: TextEdit) => void;
  readonly onLink: () => void;
  readonly onImage: () => void;
  readonly onPreview: () => void;
}

const noContext: CaretContext = { heading: undefined, pressed: new Set() };

/** The formatting at the caret. It is found once a frame: typing does not wait for it. */
const useCaretContext = (area: RefObject<HTMLTextAreaElement | null>): CaretContext => {
  const [context, setContext] = useState(noContext);
  useEffect(() => {
    let frame = 0;
    let shown = '';
    const update = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (area.current === null || document.activeElement !== area.current) return;
        const next = caretContext(selectedIn(area.current));
        const key = `${next.heading} ${[...next.pressed].join(' ')}`;
        if (key !== shown) setContext(next);
        shown = key;
      });
    };
    document.addEventListener('selectionchange', update);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('selectionchange', update);
    };
  }, []);
  return context;
};

/** The commands for Markdown, and the switches for the font and the preview. */
export const FormatToolbar = ({
  label,
  area,
  isReadOnly,
  isPreview,
  isCovered,
  onEdit,
  onLink,
  onImage,
  onPreview,
}: FormatToolbarProps) => {
  const { heading, pressed } = useCaretContext(area);

  const tool = (title: string, icon: IconName, onClick: () => void, mark?: string) => (
    <Button
      key={title}
      kind="quiet"
      icon={icon}
      label={title}
      disabled={isCovered}
      attributes={{
        'aria-pressed': mark === undefined ? undefined : pressed.has(mark),
      }}
      onClick={onClick}
    />
  );

  const command = (
    name: keyof typeof markdownEdits,
    title: string,
    icon: IconName,
    isState = true,
  ) => tool(title, icon, () => onEdit(markdownEdits[name]), isState ? name : undefined);

  const history = (name: 'undo' | 'redo', title: string) =>
    tool(title, name, () => {
      area.current?.focus();
      // oxlint-disable-next-line typescript/no-deprecated -- nothing else reaches the undo of the browser
      document.execCommand(name);
    });

  const divider = <span class={styles.divider} aria-hidden="true" />;

  return (
    <Toolbar
      label={`${label}: formatting`}
      end={
        <Button kind="quiet" attributes={{ 'aria-pressed': isPreview }} onClick={onPreview}>
          Preview
        </Button>
      }
    >
      {!isReadOnly && (
        <>
          <StyleMenu
            heading={heading}
            disabled={isCovered}
            onChoose={(level) => onEdit(setHeading(level))}
          />
          {divider}
          {command('bold', 'Bold (Ctrl+B)', 'bold')}
          {command('italic', 'Italic (Ctrl+I)', 'italic')}
          {tool('Link (Ctrl+K)', 'link', onLink, 'link')}
          {command('quote', 'Quote', 'quote')}
          {divider}
          {command('bullets', 'Bulleted list', 'list')}
          {command('numbers', 'Numbered list', 'numbers')}
          {command('tasks', 'Task list', 'tasks')}
          {divider}
          {command('code', 'Code', 'api')}
          {command('table', 'Table', 'table', false)}
          {tool('Image', 'image', onImage)}
          {command('divider', 'Divider', 'divider', false)}
          {divider}
          {history('undo', 'Undo')}
          {history('redo', 'Redo')}
        </>
      )}
      <Button kind="quiet" attributes={{ 'aria-pressed': isMonospace.value }} onClick={switchFont}>
        Mono
      </Button>
    </Toolbar>
  );
};
