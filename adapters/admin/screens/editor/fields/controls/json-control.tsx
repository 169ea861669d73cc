import { useState } from 'preact/hooks';
import { isSameJson, type Json } from '../../model/json-path.ts';
import { readJson, type ReadJson } from '../../model/read-json.ts';
import { useUnfinished, useValue, type ControlProps } from '../field-form.ts';
import { SchemaField } from '../schema-field.tsx';

const print = (value: Json | undefined): string =>
  value === undefined ? '' : JSON.stringify(value, undefined, 2);

interface JsonControlProps extends ControlProps {
  /** What is wrong with a value that is JSON. */
  readonly mistakeOf?: (value: Json | undefined) => string | undefined;
}

/** An empty text is no value, and no mistake. */
const read = (text: string): Partial<ReadJson> => (text.trim() === '' ? {} : readJson(text));

/** A value of any type as JSON. Text that is no such value stays in the control, and is not saved. */
export const JsonControl = ({ mistakeOf = () => undefined, ...props }: JsonControlProps) => {
  const { form, field, path } = props;
  const value = useValue(props);
  const unfinished = useUnfinished(props);
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: Json | undefined }>();
  // Another control or a merge may have changed the value since it was typed.
  const isTyped = typed !== undefined && isSameJson(typed.value, value);
  const text = unfinished ?? (isTyped ? typed.text : print(value));

  const change = (next: string): void => {
    const { value: parsed, mistake } = read(next);
    const message = mistake ?? mistakeOf(parsed);
    if (message !== undefined) {
      form.unfinished.set(path, { text: next, message });
      return;
    }
    setTyped({ text: next, value: parsed });
    form.unfinished.set(path, undefined);
    form.write(path, parsed);
  };

  return (
    <SchemaField props={props} hint={field.description ?? 'JSON'} withInner>
      {(control) => (
        <textarea
          {...control}
          class="input code"
          dir="auto"
          rows={Math.min(16, Math.max(4, text.split('\n').length))}
          spellcheck={false}
          value={text}
          readOnly={form.isReadOnly}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
    </SchemaField>
  );
};
