import { useState } from 'preact/hooks';
import { t } from '../../../../catalogue/texts.ts';
import { ownZone, wallTimeOf } from '../../../../schedule/zoned-time.ts';
import type { ControlProps } from '../field-form.ts';
import { SchemaField } from '../schema-field.tsx';
import { LineControl, useText, writeText } from './text-controls.tsx';

/** Whether the native control can show the text; otherwise it is edited as text, so that nothing is lost. */
const isDay = (text: string): boolean => text === '' || /^\d{4}-\d\d-\d\d$/.test(text);

export const DateControl = (props: ControlProps) => {
  const value = useText(props);
  // The control must not change under the cursor.
  const [startedAsText] = useState(() => !isDay(value));
  if (startedAsText || !isDay(value)) return <LineControl {...props} />;
  return (
    <SchemaField props={props}>
      {(control) => (
        <input
          {...control}
          class="input narrow"
          type="date"
          value={value}
          readOnly={props.form.isReadOnly}
          onChange={(event) => writeText(props, event.currentTarget.value)}
        />
      )}
    </SchemaField>
  );
};

/** A time as the native control wants it: local, without a zone. */
const toLocal = (text: string): string | undefined => {
  if (text === '') return '';
  const time = Date.parse(text);
  return time % 60_000 === 0 ? wallTimeOf(time, ownZone()) : undefined;
};

export const DateTimeControl = (props: ControlProps) => {
  const { form, field } = props;
  const value = useText(props);
  const local = toLocal(value);
  const [startedAsText] = useState(local === undefined);
  if (startedAsText || local === undefined) return <LineControl {...props} />;
  const hint = [field.description ?? '', t.fields.times.zone(ownZone())]
    .filter(Boolean)
    .join(' · ');
  return (
    <SchemaField props={props} hint={hint}>
      {(control) => (
        <input
          {...control}
          class="input narrow"
          type="datetime-local"
          value={local}
          readOnly={form.isReadOnly}
          onChange={(event) => {
            const text = event.currentTarget.value;
            writeText(props, text === '' ? '' : new Date(text).toISOString());
          }}
        />
      )}
    </SchemaField>
  );
};
