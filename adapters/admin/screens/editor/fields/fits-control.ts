import type { FieldType } from '../../../../../contracts/client/vocabulary.ts';
import { isObject, type Json } from '../model/json-path.ts';

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
};

/** Whether the control of a type can edit a value; null and undefined are no values. */
export const fitsControl = (type: FieldType, value: Json | undefined): boolean =>
  value === undefined || value === null || (holds[type] ?? isText)(value);
