import type { ComponentType } from 'preact';
import { useMemo } from 'preact/hooks';
import type { FieldDto } from '../../../../../contracts/schemas/collection-schema.ts';
import { isObject, type Json, type Path } from '../model/json-path.ts';
import { BlocksControl } from './blocks/blocks-control.tsx';
import {
  CheckboxControl,
  ChoicesControl,
  RadioControl,
  SelectControl,
} from './controls/choice-controls.tsx';
import { ColorControl } from './controls/color-control.tsx';
import { DateControl, DateTimeControl } from './controls/date-controls.tsx';
import { ChipsControl } from './chips-control.tsx';
import { areLines, areShort, fitChips } from './line-chips.ts';
import { labelOf, useValue, type ControlProps, type FieldForm } from './field-form.ts';
import { FileControl } from './controls/file-control.tsx';
import { JsonControl } from './controls/json-control.tsx';
import { ListControl } from './list-control.tsx';
import { MarkdownControl } from './controls/markdown-control.tsx';
import { ReferenceControl } from './controls/reference-control.tsx';
import { RichtextControl } from './controls/richtext-control.tsx';
import { FieldGroup } from './schema-field.tsx';
import styles from './schema-form.module.css';
import { LineControl, NumberControl, TextControl } from './controls/text-controls.tsx';

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

type Fields = readonly (readonly [name: string, field: FieldDto])[];

/** The fields in the order of the form: all fields of a group stand where its first one is. */
const groupsOf = ({ properties = {} }: SchemaFormProps['schema']): ReadonlyMap<string, Fields> =>
  Map.groupBy(Object.entries(properties), ([name, { group = '' }]) =>
    group === '' ? `field ${name}` : `group ${group}`,
  );

const widths = { whole: styles.whole, half: styles.half, third: styles.third };

/** Types that fit beside a picture. */
const low: ReadonlySet<FieldType> = new Set([
  'string',
  'textarea',
  'slug',
  'email',
  'url',
  'number',
  'boolean',
  'date',
  'datetime',
  'select',
  'reference',
]);

/** The only picture of a block or an object whose other fields fit beside it; undefined if there is none. */
const onlyPicture = ({
  properties = {},
}: SchemaFormProps['schema']): Fields[number] | undefined => {
  const fields = Object.entries(properties);
  const others = fields.filter(([, { type }]) => type !== 'media');
  const areLow = others.every(([, { type, group = '' }]) => low.has(type) && group === '');
  return areLow && others.length > 0 && fields.length === others.length + 1
    ? fields.find(([, { type }]) => type === 'media')
    : undefined;
};

/**
 * One control for each field of a schema, in the order of the schema, with a heading above each group. Narrow fields share rows on
 * wide screens. In a block or an object with one picture, the picture stands at the left.
 */
export const SchemaForm = ({ form, schema, path = nothing }: SchemaFormProps) => {
  const Heading = path === nothing ? 'h2' : 'h3';
  const controlOf = ([name, field]: Fields[number]) => (
    <div key={name} class={widths[field.width ?? 'whole']}>
      <FieldControl
        form={form}
        field={field}
        path={[...path, name]}
        label={labelOf(name, field)}
        required={schema.required?.includes(name) ?? false}
        {...(path !== nothing && { siblings: schema.properties })}
      />
    </div>
  );
  const picture = path === nothing ? undefined : onlyPicture(schema);
  if (picture !== undefined) {
    const others = Object.entries(schema.properties ?? {}).filter(([name]) => name !== picture[0]);
    return (
      <div class={styles.beside}>
        <div>{controlOf(picture)}</div>
        <div class={styles.form}>{others.map(controlOf)}</div>
      </div>
    );
  }
  return (
    <div class={styles.form}>
      {[...groupsOf(schema)].map(([key, fields]) => {
        const controls = fields.map(controlOf);
        const group = fields[0]?.[1].group ?? '';
        return group === '' ? (
          controls
        ) : (
          <fieldset key={key} class={styles.group}>
            <legend>
              <Heading dir="auto">{group}</Heading>
            </legend>
            {controls}
          </fieldset>
        );
      })}
    </div>
  );
};

/** The fields of an object. */
const ObjectControl = (props: ControlProps) => (
  <FieldGroup props={props} style="group">
    <SchemaForm form={props.form} schema={props.field} path={props.path} />
  </FieldGroup>
);

/** A list: short texts as chips, everything else with a control for each entry. */
const ArrayControl = (props: ControlProps) => {
  const value = useValue(props);
  const list: readonly Json[] = Array.isArray(value) ? value : [];
  // While somebody types, the control must not change under the cursor.
  const startsShort = useMemo(() => areLines(props.field) && fitChips(list) && areShort(list), []);
  return startsShort && fitChips(list) ? (
    <ChipsControl props={props} list={list} />
  ) : (
    <ListControl {...props} Entry={FieldControl} />
  );
};

type FieldType = FieldDto['type'];

const controls: Readonly<Record<FieldType, ComponentType<ControlProps>>> = {
  string: LineControl,
  slug: LineControl,
  email: LineControl,
  url: LineControl,
  textarea: TextControl,
  richtext: RichtextControl,
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
  array: ArrayControl,
  object: ObjectControl,
  blocks: (props) => <BlocksControl {...props} Form={SchemaForm} />,
};

const isText = (value: Json): boolean => typeof value === 'string';
const isScalar = (value: Json): boolean => typeof value === 'string' || typeof value === 'number';

/** Types whose controls do not edit every text. */
const holds: Readonly<Partial<Record<FieldType, (value: Json) => boolean>>> = {
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  select: isScalar,
  radio: isScalar,
  multiselect: (value) => Array.isArray(value) && value.every(isScalar),
  array: (value) => Array.isArray(value),
  object: (value) => isObject(value),
  json: () => true,
  blocks: (value) => Array.isArray(value) && value.every(isObject),
};

/** Whether the control of a type can edit a value; null and undefined are no values. */
const fitsControl = (type: FieldType, value: Json | undefined): boolean =>
  value === undefined || value === null || (holds[type] ?? isText)(value);

/**
 * The control for a field. A value of another type, which an import or the API may have stored, is edited
 * as JSON, so that it is not lost.
 */
const FieldControl = (props: ControlProps) => {
  const { field } = props;
  const value = useValue(props);
  const fits = fitsControl(field.type, value);
  // A text may stop fitting its control while it is edited; the control must not change under the cursor.
  const startsFitting = useMemo(() => fits, [field.type]);
  const Control = startsFitting && fits ? controls[field.type] : JsonControl;
  return <Control {...props} />;
};
