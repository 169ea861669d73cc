import type { Json } from '../primitives/json.ts';

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
  'blocks',
] as const;
export type FieldType = (typeof fieldTypes)[number];

/**
 * What becomes of a reference when the item that it names is deleted: it stays, it prevents the deletion, or it is
 * removed.
 */
export const deletionRules = ['ignore', 'refuse', 'clear'] as const;
export type DeletionRule = (typeof deletionRules)[number];

/** The parts of the width of a form that a field can take, and its places beside the main column. */
export const fieldWidths = ['half', 'third'] as const;
export type FieldWidth = (typeof fieldWidths)[number];
export const fieldPlaces = ['side'] as const;
export type FieldPlace = (typeof fieldPlaces)[number];

/** One field of a collection. The type decides which constraints apply; see `constraintsOf`. */
export interface Field {
  readonly type: FieldType;
  readonly title?: string;
  readonly description?: string;
  readonly default?: Json;
  /** In characters for text, in items for `multiselect` and `array`. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** A regular expression that runs in linear time. */
  readonly pattern?: string;
  readonly enum?: readonly (string | number)[];
  /** The name of the collection that a `reference` refers to. */
  readonly collection?: string;
  /** Whether queries may rely on an index for the field. */
  readonly indexed?: boolean;
  /** The paths of other fields, each of which has an index together with this one: `created_at`, `data.price`. */
  readonly indexedWith?: readonly string[];
  /** Whether no two items of the collection may have the same value. Implies an index. */
  readonly unique?: boolean;
  /** For a `reference`; default `ignore`. */
  readonly onDelete?: DeletionRule;
  /** The items of an `array`. */
  readonly items?: Field;
  /** The fields of an `object`. */
  readonly properties?: FieldMap;
  readonly required?: readonly string[];
  /** The types of block that a `blocks` field may contain, by name; without any, it contains no block. */
  readonly blocks?: BlockTypes;
  /** The number of blocks in a `blocks` field. */
  readonly minItems?: number;
  readonly maxItems?: number;
  /** The group of fields in a form to which the field belongs. */
  readonly group?: string;
  /** Advice for editors, longer than the description. */
  readonly help?: string;
  /** Whether the search finds items by the field; see `isSearchable` for the default of each type. */
  readonly searchable?: boolean;
  /** False for a field that is common to an item and its translations; absent otherwise. Only a top-level field can be. */
  readonly localized?: boolean;
  /** How much of the width of a form the field takes; absent for all of it. The entries of a list have none. */
  readonly width?: FieldWidth;
  /** Where a form shows the field; absent for the main column. Only a top-level field has one. */
  readonly place?: FieldPlace;
}

/** The fields of one type of block, besides the `type` and `id` that every block has. */
export interface BlockType {
  readonly title?: string;
  readonly properties: FieldMap;
  readonly required?: readonly string[];
}

/** Types of block by name, in the order of their definition. */
export interface BlockTypes {
  readonly [name: string]: BlockType;
}

/** Fields by name, in the order of their definition. */
export interface FieldMap {
  readonly [name: string]: Field;
}

/** The fields of an item's `data`. Members that it does not name are allowed. */
export interface CollectionSchema {
  readonly type: 'object';
  readonly properties: FieldMap;
  /** Enforced for published items. */
  readonly required: readonly string[];
}
