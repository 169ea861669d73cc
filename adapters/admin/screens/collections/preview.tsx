import { computed, signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { CollectionSchemaDto } from '../../../../contracts/collection-schema.ts';
import type { FieldForm } from '../editor/fields/field-form.ts';
import { readAt, writeAt, type Json, type JsonObject } from '../editor/model/json-path.ts';
import { unfinishedInputs } from '../editor/model/unfinished-inputs.ts';
import { formSteps } from '../../components/undo.ts';
import { SchemaForm } from '../editor/fields/schema-form.tsx';
import '../editor/editor.css';

/** A form that edits only its own copy: for previews. */
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

/** The form that editors will get, with its defaults. What is typed into it goes nowhere. */
export const Preview = ({ schema }: { readonly schema: CollectionSchemaDto }) => {
  const defaults = JSON.stringify(
    Object.entries(schema.properties).flatMap(([key, field]) =>
      field.default === undefined ? [] : [[key, field.default]],
    ),
  );
  const form = useMemo(() => {
    const entries = JSON.parse(defaults) as readonly (readonly [string, Json])[];
    return previewForm(Object.fromEntries(entries));
  }, [defaults]);
  return Object.keys(schema.properties).length === 0 ? (
    <p class="quiet-text">Fields appear here once you add them.</p>
  ) : (
    <SchemaForm key={defaults} form={form} schema={schema} />
  );
};
