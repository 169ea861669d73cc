import { useEffect, useState } from 'preact/hooks';
import type { Json } from '../model/json-path.ts';
import { useValue, type ControlProps } from './field-form.ts';
import { SchemaField } from './schema-field.tsx';

const print = (value: Json | undefined): string =>
  value === undefined ? '' : JSON.stringify(value, undefined, 2);

/** A value of any type as JSON. Text that is no JSON stays in the control, and is not saved. */
export const JsonControl = (props: ControlProps) => {
  const { form, field, path } = props;
  const value = useValue(props);
  const [text, setText] = useState(() => print(value));
  const [shown, setShown] = useState(value);

  // Another control or a merge has changed the value.
  useEffect(() => {
    if (value === shown) return;
    setText(print(value));
    setShown(value);
  }, [value]);

  const change = (next: string): void => {
    setText(next);
    try {
      const parsed = next.trim() === '' ? undefined : (JSON.parse(next) as Json);
      setShown(parsed);
      form.setInvalid(path, undefined);
      form.write(path, parsed);
    } catch (failure) {
      form.setInvalid(path, `This is not JSON: ${String((failure as Error).message)}`);
    }
  };

  return (
    <SchemaField props={props} hint={field.description ?? 'JSON'} withInner>
      {(control) => (
        <textarea
          {...control}
          class="input code"
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
