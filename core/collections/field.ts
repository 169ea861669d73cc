import type { Json } from '../json.ts';

export const fieldTypes = [
  'string',
  'textarea',
  'richtext',
  'markdown',
  'slug',
  'email',
  'url',
  'number',
  'boolean',
  'date',
  'datetime',
  'select',
  'multiselect',
  'radio',
  'color',
  'json',
  'reference',
  'media',
  'file',
  'array',
  'object',
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** One field of a collection. Which constraints apply depends on the type; see `parseSchema`. */
export interface Field {
  readonly type: FieldType;
  readonly title?: string;
  readonly description?: string;
  readonly default?: Json;
  /** Characters, for every type whose value is text; items, for `multiselect` and `array`. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** A regular expression that runs in linear time. */
  readonly pattern?: string;
  readonly enum?: readonly (string | number)[];
  /** The name of the collection that a `reference` points into. */
  readonly collection?: string;
  /** What an `array` holds. */
  readonly items?: Field;
  /** What an `object` holds. */
  readonly properties?: FieldMap;
  readonly required?: readonly string[];
}

/** Fields by name, in the order in which they were defined. */
export interface FieldMap {
  readonly [name: string]: Field;
}

/** The fields of a collection's `data`. Keys that it does not name are free. */
export interface CollectionSchema {
  readonly type: 'object';
  readonly properties: FieldMap;
  /** Enforced when an item is or becomes published. */
  readonly required: readonly string[];
}
