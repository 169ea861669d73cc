import { useMemo } from 'preact/hooks';
import type { CollectionSchemaDto } from '../../../../contracts/collection-schema.ts';
import type { Json } from '../../../../contracts/schema.ts';
import { previewForm } from '../editor/fields/preview-form.ts';
import { SchemaForm } from '../editor/fields/schema-form.tsx';
import '../editor/editor.css';

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
