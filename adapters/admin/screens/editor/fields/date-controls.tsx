import { Field } from '../../../components/field.tsx';
import { controlId, useIssue, type ControlProps } from './field-form.ts';
import { useText, writeText } from './text-controls.tsx';

/** Preact's types know each type of input by itself, not a choice of them. */
const inputType = (type: string): 'text' => type as 'text';

/** Whether a native control can show the text; otherwise it is edited as text, so that nothing is lost. */
const isDay = (text: string): boolean => text === '' || /^\d{4}-\d\d-\d\d$/.test(text);

export const DateControl = (props: ControlProps) => {
  const { form, field, path, label, required } = props;
  const value = useText(props);
  const error = useIssue(props);
  return (
    <Field
      id={controlId(path)}
      label={label}
      required={required}
      hint={field.description}
      error={error}
    >
      {(control) => (
        <input
          {...control}
          class="input date"
          type={inputType(isDay(value) ? 'date' : 'text')}
          value={value}
          readOnly={form.isReadOnly}
          onChange={(event) => writeText(props, event.currentTarget.value)}
        />
      )}
    </Field>
  );
};

const two = (number: number): string => String(number).padStart(2, '0');

/** A time as the native control wants it: local, without a zone. */
const toLocal = (text: string): string | undefined => {
  if (text === '') return '';
  const time = new Date(text);
  if (Number.isNaN(time.getTime()) || time.getSeconds() + time.getMilliseconds() > 0)
    return undefined;
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
};

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const DateTimeControl = (props: ControlProps) => {
  const { form, field, path, label, required } = props;
  const value = useText(props);
  const error = useIssue(props);
  const local = toLocal(value);
  const hint = [field.description ?? '', `Your time zone: ${zone}`].filter(Boolean).join(' · ');
  return (
    <Field id={controlId(path)} label={label} required={required} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          class="input date"
          type={inputType(local === undefined ? 'text' : 'datetime-local')}
          value={local ?? value}
          readOnly={form.isReadOnly}
          onChange={(event) => {
            const text = event.currentTarget.value;
            const isLocal = event.currentTarget.type === 'datetime-local' && text !== '';
            writeText(props, isLocal ? new Date(text).toISOString() : text);
          }}
        />
      )}
    </Field>
  );
};

/** A swatch for the six-digit form, and the text for every form. */
export const ColorControl = (props: ControlProps) => {
  const { form, field, path, label, required } = props;
  const value = useText(props);
  const error = useIssue(props);
  const swatch = /^#[0-9a-f]{6}$/i.test(value) ? value : '#000000';
  return (
    <Field
      id={controlId(path)}
      label={label}
      required={required}
      hint={field.description}
      error={error}
    >
      {(control) => (
        <div class="row">
          <input
            type="color"
            class="swatch"
            aria-label={`${label}: choose`}
            value={swatch}
            disabled={form.isReadOnly}
            onInput={(event) => writeText(props, event.currentTarget.value)}
          />
          <input
            {...control}
            class="input date"
            type="text"
            placeholder="#1a2b3c"
            value={value}
            readOnly={form.isReadOnly}
            onInput={(event) => writeText(props, event.currentTarget.value)}
          />
        </div>
      )}
    </Field>
  );
};
