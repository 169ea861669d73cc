import type { ComponentType } from 'preact';
import { useMemo } from 'preact/hooks';
import type { FieldDto } from '../../../../../contracts/collection-schema.ts';
import { isObject, type Json } from '../model/json-path.ts';
import {
  CheckboxControl,
  ChoicesControl,
  RadioControl,
  SelectControl,
} from './choice-controls.tsx';
import { ColorControl, DateControl, DateTimeControl } from './date-controls.tsx';
import { useValue, type ControlProps } from './field-form.ts';
import { JsonControl } from './json-control.tsx';
import { ListControl, ObjectControl } from './list-controls.tsx';
import { MarkdownControl } from './markdown-control.tsx';
import { FileControl } from './file-control.tsx';
import { ReferenceControl } from './reference-control.tsx';
import { LineControl, NumberControl, TextControl } from './text-controls.tsx';

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
export const FieldControl = (props: ControlProps) => {
  const { field } = props;
  const value = useValue(props);
  const fits = value === undefined || value === null || (holds[field.type] ?? isText)(value);
  // A text may stop fitting its control while it is edited; the control must not change under the cursor.
  const startsFitting = useMemo(() => fits, [field.type]);
  const Control = startsFitting && fits ? controls[field.type] : JsonControl;
  return <Control {...props} />;
};
