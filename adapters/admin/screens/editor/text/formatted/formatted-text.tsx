import { effect, untracked } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../../../catalogue/texts.ts';
import { useWrittenLanguage } from '../../../../components/inputs/written-language.ts';
import { useTargets } from '../../../../references/targets.ts';
import { withoutPlaceholders } from '../placeholders.ts';
import type { WritingProps } from '../writing-area.tsx';
import type { FormattedSyntax } from './formatted-syntax.ts';
import { openView, type FormattedView } from './open-view.ts';
import { openMenu, type MenuEntry } from './text-menu.ts';

/** Of so many linked items the titles are read. */
const namedMax = 100;

interface FormattedTextProps extends WritingProps {
  readonly syntax: FormattedSyntax;
  readonly entries: readonly MenuEntry[];
  /** The ids of the items that the text links to. */
  readonly linked: readonly string[];
  /** Gets what opens the menu at the caret. */
  readonly onMenu: (open: () => void) => void;
}

/** A text that looks as it will be read, while its source stays what it is. */
export const FormattedText = ({
  syntax,
  control,
  label,
  text,
  placeholders,
  isReadOnly,
  entries,
  linked,
  events,
  onText,
  onSurface,
  onMenu,
}: FormattedTextProps) => {
  const box = useRef<HTMLDivElement>(null);
  const opened = useRef<FormattedView>(undefined);
  const latest = useRef(onText);
  latest.current = onText;

  const targets = useTargets();
  const titleOf = (id: string): string | null | undefined => {
    const target = targets.item(id).peek();
    if (target.kind === 'broken') return null;
    return target.kind === 'found' ? target.value.title : undefined;
  };

  const { lang, dir } = useWrittenLanguage();
  const isRequired = control['aria-required'] === true;
  const configuration = {
    attributes: {
      id: control.id,
      lang,
      dir: lang === undefined ? undefined : dir,
      'aria-label': isRequired ? t.fields.requiredLabel(label) : label,
      'aria-describedby': control['aria-describedby'],
      'aria-invalid': control['aria-invalid'] === true ? 'true' : undefined,
      'aria-required': isRequired ? 'true' : undefined,
      'aria-readonly': isReadOnly ? 'true' : undefined,
    },
    isReadOnly,
  };

  useLayoutEffect(() => {
    if (box.current === null) return undefined;
    const open = openView({
      ...configuration,
      syntax,
      parent: box.current,
      text,
      entries,
      titleOf,
      events,
      onChange: (changed) => latest.current(withoutPlaceholders(changed, placeholders)),
    });
    opened.current = open;
    onSurface(open.surface);
    onMenu(() => openMenu(open.view));
    return () => {
      onSurface(null);
      open.close();
    };
  }, []);

  useLayoutEffect(() => {
    const open = opened.current;
    if (open === undefined) return;
    const shown = withoutPlaceholders(open.view.state.doc.toString(), placeholders);
    if (shown !== text) open.setText(text);
  }, [text]);

  const { id } = control;
  useLayoutEffect(() => {
    opened.current?.configure(configuration);
  }, Object.values(configuration.attributes));

  const named = linked.slice(0, namedMax);
  useEffect(
    () =>
      effect(() => {
        for (const id of named) void targets.item(id).value;
        untracked(() => opened.current?.showTitles());
      }),
    [named.join(' '), targets],
  );

  // A label belongs to inputs only.
  useEffect(() => {
    const found = document.querySelector(`label[for="${id}"]`);
    const focus = (): void => opened.current?.view.focus();
    found?.addEventListener('click', focus);
    return () => found?.removeEventListener('click', focus);
  }, [id]);

  return <div ref={box} class="text-box" />;
};
