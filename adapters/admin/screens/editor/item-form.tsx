import type { CollectionSchemaDto } from '../../../../contracts/schemas/collection-schema.ts';
import { FormTargets, type Targets } from '../../references/targets.ts';
import type { FieldForm } from './fields/field-form.ts';
import { SchemaForm } from './fields/schema-form.tsx';
import { LoadText } from './text/formatted/choose-surface.ts';
import { textLoaders } from './text/formatted/load-formatted.ts';
import { OtherData } from './panels/raw-data.tsx';

interface ItemFormProps {
  readonly form: FieldForm;
  /** The fields that are shown here. */
  readonly fields: CollectionSchemaDto;
  readonly schema: CollectionSchemaDto;
  readonly targets: Targets;
}

/** The data of an item: its fields, and below them what the schema does not know. */
export const ItemForm = ({ form, fields, schema, targets }: ItemFormProps) => (
  <FormTargets.Provider value={targets}>
    <LoadText.Provider value={textLoaders}>
      <SchemaForm form={form} schema={fields} />
      <OtherData form={form} schema={schema} />
    </LoadText.Provider>
  </FormTargets.Provider>
);
