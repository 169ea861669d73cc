import { t } from '../../../../catalogue/texts.ts';
import { Button } from '../../../../components/button.tsx';
import styles from './color-control.module.css';
import { controlId, type ControlProps } from '../field-form.ts';
import { SchemaField } from '../schema-field.tsx';
import { LineControl, useText, writeText } from './text-controls.tsx';

/** A colour as the native control wants it: six digits, without the opacity. */
const toSwatch = (text: string): string | undefined => {
  if (!/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)) return undefined;
  return text.length > 6 ? text.slice(0, 7) : text.slice(0, 4).replace(/[0-9a-f]/gi, '$&$&');
};

/** A swatch for choosing, and the text for every form. The native swatch shows black for no colour. */
export const ColorControl = (props: ControlProps) => {
  const { form, label } = props;
  const value = useText(props);
  const swatch = toSwatch(value);
  if (props.field.enum !== undefined) return <LineControl {...props} />;
  return (
    <SchemaField props={props}>
      {(control) => (
        <div class="row">
          <input
            type="color"
            class={swatch === undefined ? `${styles.swatch} ${styles.none}` : styles.swatch}
            aria-label={
              swatch === undefined
                ? t.fields.colors.chooseFirst(label)
                : t.fields.colors.choose(label)
            }
            value={swatch ?? '#000000'}
            disabled={form.isReadOnly}
            onInput={(event) => writeText(props, event.currentTarget.value)}
          />
          <input
            {...control}
            class="input narrow"
            type="text"
            placeholder="#1a2b3c"
            value={value}
            readOnly={form.isReadOnly}
            onInput={(event) => writeText(props, event.currentTarget.value)}
          />
          {value === '' && <span class="quiet-text">{t.fields.colors.none}</span>}
          {value !== '' && !form.isReadOnly && (
            <Button
              kind="quiet"
              icon="close"
              label={t.fields.clearField(label)}
              onClick={() => {
                writeText(props, '');
                document.getElementById(controlId(props.path))?.focus();
              }}
            />
          )}
        </div>
      )}
    </SchemaField>
  );
};
