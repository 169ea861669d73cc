import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/inputs/field.tsx';
import { Notice } from '../../components/states.tsx';
import { offerUndo } from '../../components/undo.ts';
import { useBuilder } from './builder-state.ts';
import styles from './json-view.module.css';
import { writeSchema } from './model/draft.ts';
import { readSchemaText } from './model/schema-text.ts';

export const jsonControlId = 'schema-json';

/** The schema as JSON. Valid text is taken over into the fields at once. */
export const JsonView = () => {
  const { fields, jsonText, jsonMistake, setFields } = useBuilder();
  const text = jsonText.value ?? JSON.stringify(writeSchema(fields.value), null, 2);
  const edit = (value: string): void => {
    const next = readSchemaText(value, fields.peek());
    jsonText.value = value;
    if (next.fields !== undefined) setFields(next.fields);
  };
  return (
    <div class="stack">
      <Field
        id={jsonControlId}
        label={t.builder.schema}
        hint={t.builder.schemaHint}
        error={jsonMistake.value}
      >
        {(control) => (
          <textarea
            {...control}
            class={`input code ${styles.schema}`}
            rows={Math.min(40, Math.max(12, text.split('\n').length + 1))}
            spellcheck={false}
            value={text}
            onInput={(event) => edit(event.currentTarget.value)}
          />
        )}
      </Field>
      {jsonMistake.value !== undefined && (
        <div class="row">
          <Button
            onClick={() => {
              jsonText.value = undefined;
            }}
          >
            {t.builder.discardThis}
          </Button>
        </div>
      )}
    </div>
  );
};

/** In the place of the fields, while the text of the JSON tab is no schema. */
export const JsonMistake = () => {
  const { jsonMistake, jsonText } = useBuilder();
  return (
    <Notice icon="warning" title={t.builder.jsonMistake}>
      <p>{jsonMistake.value}</p>
      <p>{t.builder.jsonMistakeText}</p>
      <Button
        onClick={() => {
          const text = jsonText.peek();
          jsonText.value = undefined;
          offerUndo(t.builder.jsonDiscarded, () => {
            jsonText.value = text;
          });
        }}
      >
        {t.builder.discardJson}
      </Button>
    </Notice>
  );
};
