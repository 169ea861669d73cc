import { computed, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { CollectionSchemaDto } from '../../../../contracts/schemas/collection-schema.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { formSteps } from '../../components/undo.ts';
import type { FieldForm } from '../editor/fields/field-form.ts';
import { SchemaForm } from '../editor/fields/schema-form.tsx';
import { splitFields } from '../editor/fields/side-fields.ts';
import { readAt, writeAt, type Json, type JsonObject } from '../editor/model/json-path.ts';
import { unfinishedInputs } from '../editor/model/unfinished-inputs.ts';
import { useBuilder } from './builder-state.ts';
import { writeSchema } from './model/draft.ts';
import styles from './preview-card.module.css';

interface PreviewCardProps {
  /** Whether only the field that is edited is shown, so that it is in sight. */
  readonly isFollowing: boolean;
}

/** The form that editors will get. What is typed into it goes nowhere. */
export const PreviewCard = ({ isFollowing }: PreviewCardProps) => {
  const { details, fields, edited, setEdited } = useBuilder();
  const field = isFollowing ? edited.value : undefined;
  return (
    <section
      class={`card ${styles.preview} ${field === undefined ? '' : styles.following}`}
      aria-labelledby="preview-heading"
    >
      <header>
        <h2 id="preview-heading">{t.builder.preview}</h2>
        {!details.value.isActive && <span class="chip">{t.collections.inactive}</span>}
        {field !== undefined && (
          <Button kind="quiet" onClick={() => setEdited(undefined)}>
            {t.builder.showForm}
          </Button>
        )}
      </header>
      <p class="hint">{field === undefined ? t.builder.previewForm : t.builder.previewField}</p>
      <Preview schema={writeSchema(field === undefined ? fields.value : [field])} />
    </section>
  );
};

/** The controls, with their defaults. */
const Preview = ({ schema }: { readonly schema: CollectionSchemaDto }) => {
  const defaults = JSON.stringify(
    Object.entries(schema.properties).flatMap(([key, field]) =>
      field.default === undefined ? [] : [[key, field.default]],
    ),
  );
  const form = useMemo(() => {
    const entries = JSON.parse(defaults) as readonly (readonly [string, Json])[];
    return previewForm(Object.fromEntries(entries));
  }, [defaults]);
  useEffect(() => form.steps.clear, [form]);
  return Object.keys(schema.properties).length === 0 ? (
    <p class="quiet-text">{t.builder.noFields}</p>
  ) : (
    <SchemaForm key={defaults} form={form} schema={splitFields(schema, true).main} />
  );
};

/** A form that edits only its own copy. */
const previewForm = (data: JsonObject): FieldForm => {
  const value = signal<Json>(data);
  return {
    read: (path) => readAt(value.value, path),
    write: (path, next) => {
      value.value = writeAt(value.peek(), path, next);
    },
    unfinished: unfinishedInputs(),
    issues: computed(() => new Map()),
    isReadOnly: false,
    steps: formSteps(),
  };
};
