import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { FieldDto } from '../../../../../contracts/collection-schema.ts';
import { Button } from '../../../components/button.tsx';
import { isObject, isSame, type Json, type Path } from '../model/json-path.ts';
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
import { editEntries } from './edit-entries.ts';
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
export const SchemaForm = ({ form, schema, path = nothing }: SchemaFormProps) => {
  useEffect(() => (path === nothing ? form.steps.clear : undefined), []);
  return (
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
};

/** The label, description and mistake of fields that belong together, and what they contain. */
const FieldGroup = ({ props, children }: FieldGroupProps) => {
  const { field, path, label, required } = props;
  const error = useIssue(props);
  return (
    <fieldset class={styles.group} id={controlId(path)} tabIndex={-1}>
      <legend class="label" dir="auto">
        {label}
        {required && <span class="required"> (required)</span>}
      </legend>
      {field.description !== undefined && (
        <p class="hint" dir="auto">
          {field.description}
        </p>
      )}
      {error !== undefined && <p class="error">{error}</p>}
      {children}
    </fieldset>
  );
};

interface FieldGroupProps {
  readonly props: ControlProps;
  readonly children: ComponentChildren;
}

/** The fields of an object. */
const ObjectControl = (props: ControlProps) => (
  <FieldGroup props={props}>
    <SchemaForm form={props.form} schema={props.field} path={props.path} />
  </FieldGroup>
);

/** What a new entry of a list starts with. */
const emptyEntry = (type: string | undefined): Json => {
  if (type === 'object') return {};
  if (type === 'array' || type === 'multiselect') return [];
  if (type === 'boolean') return false;
  return type === 'number' ? 0 : '';
};

const inputs = ':is(input, textarea, select, button)';

/** The entries of a list, with buttons to add, remove and reorder them. */
const ListControl = (props: ControlProps) => {
  const { form, field, path, label } = props;
  const value = useValue(props);
  const list: readonly Json[] = Array.isArray(value) ? value : [];
  const entryField = field.items ?? { type: 'json' };
  const id = controlId(path);

  const focusInEntry = (index: number, what: string): void => {
    requestAnimationFrame(() => {
      const entries = `#${CSS.escape(id)} > ol > li`;
      const found = document.querySelector<HTMLElement>(
        `${entries}:nth-child(${index + 1}) ${what}`,
      );
      const add = document.querySelector<HTMLElement>(`#${CSS.escape(id)} > .${styles.add} button`);
      (found ?? add)?.focus();
    });
  };
  const entries = editEntries(form, path);
  const add = (): void => {
    const [index, empty] = [list.length, emptyEntry(field.items?.type)];
    entries.insert(index, empty);
    form.steps.record(() => {
      if (isSame(form.read([...path, index]), empty)) entries.remove(index);
      else remove(index, `${label} ${index + 1}`);
    });
    focusInEntry(list.length, inputs);
  };
  const move = (from: number, to: number): void => {
    entries.move(from, to);
    form.steps.record(() => entries.move(to, from));
    focusInEntry(to, inputs);
  };
  const remove = (index: number, name: string): void => {
    const putBack = entries.remove(index);
    form.steps.record(() => {
      putBack();
      focusInEntry(index, inputs);
    }, `${name} was removed.`);
    // The entry that takes its place, else the one before: so that several can be removed.
    focusInEntry(Math.min(index, list.length - 2), `> .${styles.tools} > :last-child`);
  };

  return (
    <FieldGroup props={props}>
      {list.length > 0 && (
        <ol class={styles.entries}>
          {list.map((entry, index) => {
            const name = `${label} ${index + 1}`;
            return (
              // Entries have no identity; their controls read the value at their place.
              <li key={index} class={isObject(entry) ? styles.tall : styles.entry}>
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
                      onClick={() => remove(index, name)}
                    />
                  </div>
                )}
              </li>
            );
          })}
        </ol>
      )}
      {!form.isReadOnly && (
        <div class={styles.add}>
          <Button icon="add" onClick={add}>
            Add to {label}
          </Button>
        </div>
      )}
    </FieldGroup>
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
