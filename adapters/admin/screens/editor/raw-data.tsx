import type { CollectionDto } from '../../../../contracts/collections.ts';
import type { FieldForm } from './fields/field-form.ts';
import { JsonControl } from './fields/json-control.tsx';
import { isObject } from './model/json-path.ts';

const jsonField = { type: 'json' } as const;
const root = [] as const;

/** All of `data` as JSON. */
export const RawData = ({ form }: { readonly form: FieldForm }) => (
  <JsonControl
    form={{
      ...form,
      // `data` is an object, whatever else JSON allows.
      write: (path, value) => {
        form.setInvalid(path, isObject(value) ? undefined : 'The data must be an object: { … }');
        if (isObject(value)) form.write(path, value);
      },
    }}
    field={jsonField}
    path={root}
    label="Data"
    required={false}
  />
);

/** Members of `data` that the schema does not name, so that nothing stored is hidden. */
export const OtherData = ({
  form,
  schema,
}: {
  readonly form: FieldForm;
  readonly schema: CollectionDto['schema'];
}) => {
  const data = form.read(root);
  const names = isObject(data)
    ? Object.keys(data).filter((name) => !Object.hasOwn(schema.properties, name))
    : [];
  if (names.length === 0) return null;
  return (
    <details class="other-data">
      <summary>
        {names.length === 1 ? 'One value' : `${names.length} values`} without a field in the schema
      </summary>
      <div class="schema-form">
        {names.map((name) => (
          <JsonControl
            key={name}
            form={form}
            field={jsonField}
            path={[name]}
            label={name}
            required={false}
          />
        ))}
      </div>
    </details>
  );
};
