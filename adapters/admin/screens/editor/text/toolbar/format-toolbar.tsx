import { useEffect, useState } from 'preact/hooks';
import { t } from '../../../../catalogue/texts.ts';
import { Button } from '../../../../components/button.tsx';
import type { IconName } from '../../../../components/icon.tsx';
import { Menu, type MenuEntry } from '../../../../components/menu.tsx';
import type { WritingSurface } from '../surface.ts';
import type { CaretContext, TextEdits, TextSyntax } from '../syntax.ts';
import { StyleMenu } from './style-menu.tsx';
import type { TextEdit } from '../text-edit.ts';
import { Toolbar } from './toolbar.tsx';
import styles from './toolbar.module.css';

interface FormatToolbarProps {
  readonly syntax: TextSyntax;
  readonly label: string;
  readonly surface: () => WritingSurface | null;
  readonly isReadOnly: boolean;
  readonly isSource: boolean;
  readonly isPreview: boolean;
  readonly isAlone: boolean;
  /** Whether the preview covers the text, so that nothing can be formatted. */
  readonly isCovered: boolean;
  readonly onEdit: (edit: TextEdit) => void;
  readonly onLink: () => void;
  readonly onImage: () => void;
  /** Opens the menu of what can be put into the text. Without it, there is no button for it. */
  readonly onMenu: (() => void) | undefined;
  /** Undefined for a text that is too large to be formatted. */
  readonly onSource: (() => void) | undefined;
  readonly onPreview: () => void;
  /** Shows nothing but the text, or everything again. */
  readonly onAlone: () => void;
}

const noContext: CaretContext = { heading: undefined, pressed: new Set() };

/** The formatting at the caret. It is found once a frame: typing does not wait for it. */
const useCaretContext = (
  current: () => WritingSurface | null,
  { caretContext }: Pick<TextSyntax, 'caretContext'>,
): CaretContext => {
  const [context, setContext] = useState(noContext);
  useEffect(() => {
    let frame = 0;
    let shown = '';
    const update = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const surface = current();
        if (surface === null || document.activeElement !== surface.element) return;
        const next = caretContext(surface.selected());
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

type Command = keyof TextEdits;

/** Commands that a narrow toolbar has in its menu. */
const more: readonly (readonly [name: Command, title: string, icon: IconName, isState?: false])[] =
  [
    ['quote', t.toolbar.quote, 'quote'],
    ['numbers', t.toolbar.numbers, 'numbers'],
    ['tasks', t.toolbar.tasks, 'tasks'],
    ['code', t.toolbar.code, 'api'],
    ['table', t.toolbar.table, 'table', false],
    ['divider', t.toolbar.divider, 'divider', false],
  ];

/** The commands of a syntax, and the switches between the formatted text, its source and a preview. */
export const FormatToolbar = ({
  syntax,
  label,
  surface,
  isReadOnly,
  isSource,
  isPreview,
  isAlone,
  isCovered,
  onEdit,
  onLink,
  onImage,
  onMenu,
  onSource,
  onPreview,
  onAlone,
}: FormatToolbarProps) => {
  const { heading, pressed } = useCaretContext(surface, syntax);
  const { edits } = syntax;

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

  const run = (name: Command): void => {
    const edit = edits[name];
    if (edit !== undefined) onEdit(edit);
  };
  const command = (name: Command, title: string, icon: IconName, isState = true) =>
    tool(title, icon, () => run(name), isState ? name : undefined);
  const others = more.filter(([name]) => edits[name] !== undefined);

  const divider = <span class={styles.divider} aria-hidden="true" />;

  const undo = (): void => surface()?.undo();
  const redo = (): void => surface()?.redo();
  const entry = (title: string, icon: IconName, onSelect: () => void): MenuEntry => ({
    label: title,
    icon,
    onSelect,
  });
  const aloneName = isAlone ? t.toolbar.showEverything : t.toolbar.onlyText;
  const aloneIcon = isAlone ? 'close' : 'screen';

  const toggle = (name: string, isOn: boolean, onClick: () => void) => (
    <Button kind="quiet" attributes={{ 'aria-pressed': isOn }} onClick={onClick}>
      {name}
    </Button>
  );

  return (
    <Toolbar
      label={t.toolbar.label(label)}
      isEndInMenu={!isReadOnly}
      isEndLong={isSource}
      end={
        <>
          {isSource && toggle(t.toolbar.preview, isPreview, onPreview)}
          {onSource !== undefined && toggle(t.toolbar.source, isSource, onSource)}
          <Button
            kind="quiet"
            icon={aloneIcon}
            label={aloneName}
            attributes={{ 'aria-pressed': isAlone }}
            onClick={onAlone}
          />
        </>
      }
    >
      {!isReadOnly && (
        <>
          {onMenu !== undefined && tool(t.toolbar.insert, 'add', onMenu)}
          <StyleMenu
            heading={heading}
            disabled={isCovered}
            onChoose={(level) => onEdit(syntax.setHeading(level))}
          />
          {divider}
          {command('bold', t.toolbar.bold, 'bold')}
          {command('italic', t.toolbar.italic, 'italic')}
          {tool(t.toolbar.linkCommand, 'link', onLink, 'link')}
          {tool(t.toolbar.image, 'image', onImage)}
          <span class={styles.wide}>
            {command('bullets', t.toolbar.bullets, 'list')}
            <span class={styles.widest}>
              {divider}
              {others.map((each) => command(...each))}
              {divider}
            </span>
            {tool(t.common.undo, 'undo', undo)}
            {tool(t.toolbar.redo, 'redo', redo)}
          </span>
          <span class={styles.rest}>
            <Menu
              name={t.toolbar.more}
              icon="more"
              label={t.toolbar.more}
              kind="quiet"
              entries={[
                ...others.map(([name, title, icon]) => entry(title, icon, () => run(name))),
                entry(t.toolbar.bullets, 'list', () => run('bullets')),
                entry(t.common.undo, 'undo', undo),
                entry(t.toolbar.redo, 'redo', redo),
                ...(isSource
                  ? [
                      entry(
                        isPreview ? t.toolbar.hidePreview : t.toolbar.preview,
                        'screen',
                        onPreview,
                      ),
                    ]
                  : []),
                ...(onSource === undefined
                  ? []
                  : [entry(isSource ? t.toolbar.formatted : t.toolbar.source, 'api', onSource)]),
                entry(aloneName, aloneIcon, onAlone),
              ]}
            />
          </span>
        </>
      )}
    </Toolbar>
  );
};
