import { batch } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useMemo } from 'preact/hooks';
import type { FieldDto } from '../../../../../contracts/collection-schema.ts';
import { Button } from '../../../components/button.tsx';
import { isObject, type Json, type Path } from '../model/json-path.ts';
import {
  CheckboxControl,
  ChoicesControl,
  RadioControl,
  SelectControl,
} from './choice-controls.tsx';
import { ColorControl } from './color-control.tsx';
import { DateControl, DateTimeControl } from './date-controls.tsx';
import {
  controlId,
  labelOf,
  useIssue,
  useValue,
  type ControlProps,
  type FieldForm,
} from './field-form.ts';
import { FileControl } from './file-control.tsx';
import { JsonControl } from './json-control.tsx';
import { MarkdownControl } from './markdown-control.tsx';
import { ReferenceControl } from './reference-control.tsx';
import styles from './schema-form.module.css';
import { LineControl, NumberControl, TextControl } from './text-controls.tsx';

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
  <div class={styles.form}>
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

/** The fields of an object, framed. */
const ObjectControl = (props: ControlProps) => {
  const { form, field, path, label, required } = props;
  const error = useIssue(props);
  return (
    <fieldset class={styles.group} id={controlId(path)} tabIndex={-1}>
      <legend class="label">
        {label}
        {required && <span class="required"> (required)</span>}
      </legend>
      {field.description !== undefined && <p class="hint">{field.description}</p>}
      {error !== undefined && <p class="error">{error}</p>}
      <SchemaForm form={form} schema={field} path={path} />
    </fieldset>
  );
};

/** What a new entry of a list starts with. */
const emptyEntry = (type: string | undefined): Json => {
  if (type === 'object') return {};
  if (type === 'array' || type === 'multiselect') return [];
  if (type === 'boolean') return false;
  return type === 'number' ? 0 : '';
};

/** The entries of a list, with buttons to add, remove and reorder them. */
const ListControl = (props: ControlProps) => {
  const { form, field, path, label, required } = props;
  const value = useValue(props);
  const error = useIssue(props);
  const list: readonly Json[] = Array.isArray(value) ? value : [];
  const entryField = field.items ?? { type: 'json' };
  const id = controlId(path);

  const focusEntry = (index: number): void => {
    requestAnimationFrame(() => {
      document
        .querySelector<HTMLElement>(
          `#${CSS.escape(id)} > ol > li:nth-child(${index + 1}) :is(input, textarea, select, button)`,
        )
        ?.focus();
    });
  };
  const add = (): void => {
    form.write(path, [...list, emptyEntry(field.items?.type)]);
    focusEntry(list.length);
  };
  const indexes = [...list.keys()];
  /** @param order the present index of each entry that the list gets. */
  const arrange = (order: readonly number[]): void => {
    batch(() => {
      form.write(
        path,
        order.map((index) => list[index] ?? null),
      );
      form.unfinished.renumber(path, order);
    });
  };
  const move = (from: number, to: number): void => {
    arrange(indexes.toSpliced(from, 1).toSpliced(to, 0, from));
    focusEntry(to);
  };

  return (
    <fieldset class={styles.group} id={id} tabIndex={-1}>
      <legend class="label">
        {label}
        {required && <span class="required"> (required)</span>}
      </legend>
      {field.description !== undefined && <p class="hint">{field.description}</p>}
      {error !== undefined && <p class="error">{error}</p>}
      <ol class={styles.entries}>
        {list.map((entry, index) => {
          const name = `${label} ${index + 1}`;
          return (
            // Entries have no identity; their controls read the value at their place.
            <li
              key={index}
              class={isObject(entry) ? `${styles.entry} ${styles.tall}` : styles.entry}
            >
              <FieldControl
                form={form}
                field={entryField}
                path={[...path, index]}
                label={name}
                required={false}
              />
              {!form.isReadOnly && (
                <div class={styles.tools}>
                  <Button
                    kind="quiet"
                    icon="up"
                    label={`Move ${name} up`}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  />
                  <Button
                    kind="quiet"
                    icon="down"
                    label={`Move ${name} down`}
                    disabled={index === list.length - 1}
                    onClick={() => move(index, index + 1)}
                  />
                  <Button
                    kind="quiet"
                    icon="trash"
                    label={`Remove ${name}`}
                    onClick={() => arrange(indexes.toSpliced(index, 1))}
                  />
                </div>
              )}
            </li>
          );
        })}
      </ol>
      {!form.isReadOnly && (
        <div>
          <Button icon="add" onClick={add}>
            Add to {label}
          </Button>
        </div>
      )}
    </fieldset>
  );
};

type FieldType = FieldDto['type'];

const controls: Readonly<Record<FieldType, ComponentType<ControlProps>>> = {
  string: LineControl,
  slug: LineControl,
  email: LineControl,
  url: LineControl,
  textarea: TextControl,
  richtext: TextControl,
  markdown: MarkdownControl,
  number: NumberControl,
  boolean: CheckboxControl,
  date: DateControl,
  datetime: DateTimeControl,
  color: ColorControl,
  select: SelectControl,
  radio: RadioControl,
  multiselect: ChoicesControl,
  json: JsonControl,
  reference: ReferenceControl,
  media: FileControl,
  file: FileControl,
  array: ListControl,
  object: ObjectControl,
};

const isText = (value: Json): boolean => typeof value === 'string';
const isList = (value: Json): boolean => Array.isArray(value);
const isScalar = (value: Json): boolean => typeof value === 'string' || typeof value === 'number';

/** Types whose controls do not edit every text. */
const holds: Readonly<Partial<Record<FieldType, (value: Json) => boolean>>> = {
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  select: isScalar,
  radio: isScalar,
  multiselect: (value) => Array.isArray(value) && value.every(isScalar),
  array: isList,
  object: (value) => isObject(value),
  json: () => true,
};

/**
 * The control for a field. A value of another type, which an import or the API may have stored, is edited
 * as JSON, so that it is not lost.
 */
const FieldControl = (props: ControlProps) => {
  const { field } = props;
  const value = useValue(props);
  const fits = value === undefined || value === null || (holds[field.type] ?? isText)(value);
  // A text may stop fitting its control while it is edited; the control must not change under the cursor.
  const startsFitting = useMemo(() => fits, [field.type]);
  const Control = startsFitting && fits ? controls[field.type] : JsonControl;
  return <Control {...props} />;
};
