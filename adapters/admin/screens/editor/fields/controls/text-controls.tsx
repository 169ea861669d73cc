import { useState } from 'preact/hooks';
import { numberText } from '../../../../catalogue/forms.ts';
import { t } from '../../../../catalogue/texts.ts';
import { decimalText, readDecimal } from '../../../../components/inputs/decimals.ts';
import { addressInput } from '../../../../components/inputs/field.tsx';
import { useWrittenLanguage } from '../../../../components/inputs/written-language.ts';
import { applyEdit, normalizeBreaks } from '../../model/line-endings.ts';
import { useUnfinished, useValue, type ControlProps } from '../field-form.ts';
import { SchemaField } from '../schema-field.tsx';

/** The description of a field, and how much of its maximum length is used. */
export const hintOf = ({ field }: ControlProps, text = ''): string | undefined => {
  const { description, maxLength } = field;
  const used =
    maxLength === undefined
      ? ''
      : t.fields.texts.length(numberText(Array.from(text).length), numberText(maxLength));
  const parts = [description ?? '', used].filter((part) => part !== '');
  return parts.length === 0 ? undefined : parts.join(' · ');
};

/** The value of a text field. */
export const useText = (props: ControlProps): string => {
  const value = useValue(props);
  return typeof value === 'string' ? value : '';
};

/** Stores a text; an emptied field has no value, an emptied entry of a list stays in its place. */
export const writeText = ({ form, path }: ControlProps, text: string): void => {
  form.write(path, text === '' && typeof path.at(-1) === 'string' ? undefined : text);
};

const inputs: Readonly<Partial<Record<string, object>>> = {
  email: addressInput,
  url: { inputMode: 'url' },
};

const hasLines = (text: string): boolean => /[\r\n]/.test(text);

/** A single line. A text with line breaks gets several, because browsers remove breaks from a line. */
export const LineControl = (props: ControlProps) => {
  const { form, field } = props;
  const value = useText(props);
  const [startedWithLines] = useState(() => hasLines(value));
  const written = useWrittenLanguage();
  if (startedWithLines || hasLines(value)) return <TextControl {...props} />;
  return (
    <SchemaField props={props} hint={hintOf(props, value)}>
      {(control) =>
        field.enum === undefined ? (
          <input
            {...control}
            class="input"
            {...(field.type === 'string' ? written : { dir: 'auto' })}
            type="text"
            {...inputs[field.type]}
            value={value}
            readOnly={form.isReadOnly}
            onInput={(event) => writeText(props, event.currentTarget.value)}
          />
        ) : (
          <select
            {...control}
            class="input"
            dir="auto"
            disabled={form.isReadOnly}
            value={value}
            onChange={(event) => writeText(props, event.currentTarget.value)}
          >
            <option value="" />
            {[...new Set([...field.enum.map(String), ...(value === '' ? [] : [value])])].map(
              (each) => (
                <option key={each} value={each} selected={each === value}>
                  {each}
                </option>
              ),
            )}
          </select>
        )
      }
    </SchemaField>
  );
};

/** Several lines. Line endings that the user does not touch stay as they are. */
export const TextControl = (props: ControlProps) => {
  const value = useText(props);
  const written = useWrittenLanguage();
  const lines = normalizeBreaks(value).split('\n', 16).length;
  return (
    <SchemaField props={props} hint={hintOf(props, value)}>
      {(control) => (
        <textarea
          {...control}
          class="input"
          {...written}
          rows={Math.max(2, lines + 1)}
          value={normalizeBreaks(value)}
          readOnly={props.form.isReadOnly}
          onInput={(event) => writeText(props, applyEdit(value, event.currentTarget.value))}
        />
      )}
    </SchemaField>
  );
};

const rangeOf = ({ minimum, maximum }: ControlProps['field']): string => {
  if (minimum !== undefined && maximum !== undefined) {
    return t.fields.numbers.between(numberText(minimum), numberText(maximum));
  }
  if (minimum !== undefined) return t.fields.numbers.atLeast(numberText(minimum));
  return maximum === undefined ? '' : t.fields.numbers.atMost(numberText(maximum));
};

/** A number. Input that is no number, or would be rounded, stays in the control with a message and is not saved. */
export const NumberControl = (props: ControlProps) => {
  const { form, field, path } = props;
  const value = useValue(props);
  const unfinished = useUnfinished(props);
  const [typed, setTyped] = useState('');
  // “4.50” stays as it was typed.
  const isTyped = typed.trim() !== '' && readDecimal(typed).value === value;
  const shown = typeof value === 'number' ? decimalText(value) : '';
  const text = unfinished ?? (isTyped ? typed : shown);
  const hint = [field.description ?? '', rangeOf(field)].filter((part) => part !== '').join(' ');
  const change = (next: string): void => {
    setTyped(next);
    const { value: number, mistake } = next.trim() === '' ? {} : readDecimal(next);
    const isRead = mistake === undefined;
    form.unfinished.set(path, isRead ? undefined : { text: next, message: mistake });
    if (isRead) form.write(path, number);
  };
  return (
    <SchemaField props={props} hint={hint}>
      {(control) => (
        <input
          {...control}
          class="input narrow"
          type="text"
          inputMode="decimal"
          value={text}
          readOnly={form.isReadOnly}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
    </SchemaField>
  );
};
