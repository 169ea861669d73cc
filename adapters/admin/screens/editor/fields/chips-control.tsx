import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { numberText } from '../../../catalogue/forms.ts';
import { t } from '../../../catalogue/texts.ts';
import { Field } from '../../../components/inputs/field.tsx';
import { focusSoon } from '../../../components/focus-soon.ts';
import { Icon } from '../../../components/icon.tsx';
import { useWrittenLanguage } from '../../../components/inputs/written-language.ts';
import styles from './chips-control.module.css';
import { editEntries } from './edit-entries.ts';
import { controlId, useEntryIssue, type ControlProps } from './field-form.ts';
import {
  endEntry,
  isSeparated,
  listOf,
  takeBack,
  typedOf,
  typeText,
  type Typed,
} from './line-chips.ts';
import { hintWithHelp } from './schema-field.tsx';
import { useSharedHint } from './shared-fields.ts';

interface ChipsProps {
  readonly props: ControlProps;
  readonly list: readonly string[];
}

/**
 * Short texts, as words in a line: Enter and a comma end one, Backspace at the start takes the last one back. What is being
 * typed is part of the value.
 */
export const ChipsControl = ({ props, list }: ChipsProps) => {
  const { form, field, path, label, required } = props;
  const written = useWrittenLanguage();
  const shared = useSharedHint(props);
  const error = useEntryIssue(props, list);
  const [draft, setDraft] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  const box = useRef<HTMLDivElement>(null);
  const typed = typedOf(list, draft);
  const { chips } = typed;
  const [before, after] =
    written.dir === 'rtl' ? ['ArrowRight', 'ArrowLeft'] : (['ArrowLeft', 'ArrowRight'] as const);

  const write = (next: Typed, at?: number): void => {
    const entries = listOf(next);
    caret.current = at;
    setDraft(next.draft);
    const isMember = typeof path.at(-1) === 'string';
    form.write(path, entries.length === 0 && isMember ? undefined : entries);
  };
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  const end = (): void => {
    if (typed.draft !== '') write(endEntry(typed));
  };
  const remove = (index: number): void => {
    const putBack = editEntries(form, path).remove(index);
    form.steps.record(putBack, t.fields.removed(chips[index] ?? ''));
    focusChip(Math.min(index, chips.length - 2));
  };
  const focusChip = (index: number): void =>
    focusSoon(() => box.current?.querySelectorAll('button')[index] ?? input.current);
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= chips.length) return;
    const entries = editEntries(form, path);
    entries.move(from, to);
    form.steps.record(() => entries.move(to, from));
    const position = numberText(to + 1);
    setAnnouncement(t.fields.moved(chips[from] ?? '', position, numberText(chips.length)));
    focusChip(to);
  };

  return (
    <Field
      id={controlId(path)}
      label={label}
      required={required}
      hint={hintWithHelp(field, field.description, shared)}
      error={error}
    >
      {(control) => (
        <div
          ref={box}
          class={`input ${styles.box}`}
          dir={written.dir}
          onClick={({ target, currentTarget }) => {
            if (target === currentTarget) input.current?.focus();
          }}
        >
          <span class="visually-hidden" role="status">
            {announcement}
          </span>
          {chips.length > 0 && (
            <ul class={styles.chips} aria-label={t.fields.lists.entriesOf(label)}>
              {chips.map((chip, index) => (
                // Entries have no identity, and may be equal.
                <li key={index} class={styles.chip}>
                  <span {...written}>{chip}</span>
                  {!form.isReadOnly && (
                    <button
                      type="button"
                      aria-label={t.common.removeNamed(chip)}
                      title={t.fields.lists.chipHint}
                      onClick={() => remove(index)}
                      onKeyDown={(event) => {
                        const by = { [before]: -1, [after]: 1 }[event.key];
                        if (event.key === 'Backspace' || event.key === 'Delete') remove(index);
                        else if (by === undefined) return;
                        else if (event.altKey) move(index, index + by);
                        else focusChip(Math.max(0, index + by));
                        event.preventDefault();
                      }}
                    >
                      <Icon name="close" size={14} />
                    </button>
                  )}
                </li>
              ))}
            </ul>
          )}
          <input
            {...control}
            {...written}
            ref={input}
            type="text"
            autoComplete="off"
            placeholder={
              chips.length === 0 && !form.isReadOnly ? t.fields.lists.chipsPlaceholder : ''
            }
            readOnly={form.isReadOnly}
            value={typed.draft}
            onInput={(event) => {
              const { value } = event.currentTarget;
              // A word that is being composed is not ended.
              write(event.isComposing ? { chips, draft: value } : typeText(typed, value));
            }}
            onPaste={(event) => {
              const text = event.clipboardData?.getData('text/plain') ?? '';
              if (form.isReadOnly || !isSeparated(text)) return;
              event.preventDefault();
              const { value, selectionStart, selectionEnd } = event.currentTarget;
              const before = value.slice(0, selectionStart ?? value.length);
              const after = value.slice(selectionEnd ?? value.length);
              write(endEntry(typeText(typed, `${before}${text}${after}`)));
            }}
            onKeyDown={(event) => {
              const { selectionStart, selectionEnd } = event.currentTarget;
              const isAtStart = selectionStart === 0 && selectionEnd === 0;
              if (event.isComposing || event.ctrlKey || event.metaKey || form.isReadOnly) return;
              if (event.key === 'Enter' && typed.draft !== '') end();
              else if (event.key === 'Backspace' && isAtStart && chips.length > 0) {
                write(takeBack(typed), chips.at(-1)?.length);
              } else if (event.key === before && isAtStart && chips.length > 0) {
                focusChip(chips.length - 1);
              } else return;
              event.preventDefault();
            }}
            onBlur={end}
          />
        </div>
      )}
    </Field>
  );
};
