import type { FieldDto } from '../../../../../contracts/collection-schema.ts';
import type { Path } from '../model/json-path.ts';
import { FieldControl } from './field-control.tsx';
import { labelOf, type FieldForm } from './field-form.ts';

interface SchemaFormProps {
  readonly form: FieldForm;
  readonly schema: {
    readonly properties?: { readonly [name: string]: FieldDto };
    readonly required?: readonly string[];
  };
  /** The object inside `data` that the schema describes. */
  readonly path?: Path;
}

const nothing: Path = [];

/** One control for each field of a schema, in the order of the schema. */
export const SchemaForm = ({ form, schema, path = nothing }: SchemaFormProps) => (
  <div class="schema-form">
    {Object.entries(schema.properties ?? {}).map(([name, field]) => (
      <FieldControl
        key={name}
        form={form}
        field={field}
        path={[...path, name]}
        label={labelOf(name, field)}
        required={schema.required?.includes(name) ?? false}
      />
    ))}
  </div>
);
