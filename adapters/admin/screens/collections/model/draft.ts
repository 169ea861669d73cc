import type {
  CollectionSchemaDto,
  FieldDto,
} from '../../../../../contracts/schemas/collection-schema.ts';
import {
  comparisonOf,
  constraintsOf,
  shapeOf,
  type FieldType,
} from '../../../../../contracts/client/vocabulary.ts';
import type { Json } from '../../../../../contracts/schemas/schema.ts';
import { decimalText, readDecimal } from '../../../components/inputs/decimals.ts';
import { defaultOf } from './default-of.ts';

const limitNames = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
] as const;
export type LimitName = (typeof limitNames)[number];

/**
 * A field while it is edited. It keeps what its type does not use, so that a change of the type can be
 * taken back; only what applies is saved.
 */
export interface DraftField {
  /** Identifies the field in this browser while its key changes. */
  readonly id: string;
  /** The name of its value in `data`. Empty for the entries of a list. */
  readonly key: string;
  /** The key under which it is saved; undefined for a new field. */
  readonly savedKey: string | undefined;
  readonly type: FieldType;
  readonly isRequired: boolean;
  readonly title: string;
  readonly description: string;
  /** As typed. Empty: no limit. */
  readonly limits: Readonly<Record<LimitName, string>>;
  readonly pattern: string;
  readonly choices: readonly (string | number)[];
  /** The collection that a reference points to. */
  readonly collection: string;
  readonly default: Json | undefined;
  /** What was typed as the default, which may not be a value yet. */
  readonly defaultText: string | undefined;
  /** The fields of a group. */
  readonly fields: readonly DraftField[];
  /** The entries of a list; undefined allows any value. */
  readonly items: DraftField | undefined;
  /** The types of blocks: each is like a group, and its key is the name of the type. */
  readonly blocks: readonly DraftField[];
  /** The group of the form. */
  readonly group: string;
  readonly help: string;
  /** Whether the schema asks for an index of the values, and which other fields have one together with it. */
  readonly indexed: boolean;
  readonly indexedWith: readonly string[];
  readonly unique: boolean;
  /** Undefined: as fields of the type are. */
  readonly searchable: boolean | undefined;
  /** Whether an item and its translations have the value in common: `localized: false` in the schema. */
  readonly isShared: boolean;
  /** How much of the width of the form it takes; undefined for all of it. */
  readonly width: FieldDto['width'];
  /** Where the form shows it; undefined for the middle. */
  readonly place: FieldDto['place'];
  /** Undefined: a reference stays when its item is deleted. */
  readonly onDelete: FieldDto['onDelete'];
}

let lastId = 0;

/** An id that no other field on this page has. */
const nextId = (): string => {
  lastId += 1;
  return `draft-${lastId}`;
};

export const newField = (type: FieldType, key = '', title = ''): DraftField => ({
  id: nextId(),
  key,
  savedKey: undefined,
  type,
  isRequired: false,
  title,
  description: '',
  limits: { minLength: '', maxLength: '', minimum: '', maximum: '', minItems: '', maxItems: '' },
  pattern: '',
  choices: [],
  collection: '',
  default: undefined,
  defaultText: undefined,
  fields: [],
  items: type === 'array' ? newField('string') : undefined,
  blocks: [],
  group: '',
  help: '',
  indexed: false,
  indexedWith: [],
  unique: false,
  searchable: undefined,
  isShared: false,
  width: undefined,
  place: undefined,
  onDelete: undefined,
});

const limitText = (limit: number | undefined): string =>
  limit === undefined ? '' : decimalText(limit);

const readField = (key: string, field: FieldDto, isRequired: boolean): DraftField => ({
  ...newField(field.type, key, field.title),
  savedKey: key,
  isRequired,
  description: field.description ?? '',
  limits: {
    minLength: limitText(field.minLength),
    maxLength: limitText(field.maxLength),
    minimum: limitText(field.minimum),
    maximum: limitText(field.maximum),
    minItems: limitText(field.minItems),
    maxItems: limitText(field.maxItems),
  },
  pattern: field.pattern ?? '',
  choices: field.enum ?? [],
  collection: field.collection ?? '',
  default: field.default,
  fields: readFields(field),
  items: field.items === undefined ? undefined : readField('', field.items, false),
  blocks: Object.entries(field.blocks ?? {}).map(([name, block]) =>
    readField(name, { type: 'object', ...block }, false),
  ),
  group: field.group ?? '',
  help: field.help ?? '',
  indexed: field.indexed ?? false,
  indexedWith: field.indexedWith ?? [],
  unique: field.unique ?? false,
  searchable: field.searchable,
  isShared: field.localized === false,
  width: field.width,
  place: field.place,
  onDelete: field.onDelete,
});

/** The fields of a schema, or of a group. */
export const readFields = ({
  properties = {},
  required = [],
}: Pick<FieldDto, 'properties' | 'required'>): readonly DraftField[] =>
  Object.entries(properties).map(([key, field]) => readField(key, field, required.includes(key)));

const hasConstraint = ({ type }: DraftField, name: string): boolean =>
  constraintsOf[shapeOf[type]].includes(name);

/** The number that was typed; another text stays, so that the service reports it. */
const readLimit = (typed: string): number | string => readDecimal(typed).value ?? typed;

/** The limits that were typed, as far as the type of the field has them. */
export const typedLimits = (field: DraftField): readonly (readonly [LimitName, string])[] =>
  limitNames
    .filter((name) => hasConstraint(field, name) && field.limits[name].trim() !== '')
    .map((name) => [name, field.limits[name]] as const);

/** The indexes that a field asks for, as far as its type has them. */
const writeIndexing = (field: DraftField): Partial<FieldDto> => {
  const comparison = comparisonOf(field);
  if (comparison === undefined) return {};
  const { indexed, indexedWith, unique } = field;
  if (comparison.isList) return indexed ? { indexed } : {};
  return {
    ...(indexed && { indexed, ...(indexedWith.length > 0 && { indexedWith }) }),
    ...(unique && { unique }),
  };
};

/** @param isAlone whether an item has one value of the field at most: entries of lists and blocks have no indexes. */
const writeField = (field: DraftField, isAlone: boolean): FieldDto => {
  const { type, title, description, pattern, choices, collection, fields, items } = field;
  const { blocks, group, help, searchable, isShared, width, place, onDelete } = field;
  const value = defaultOf(field);
  return {
    type,
    ...(title !== '' && { title }),
    ...(description !== '' && { description }),
    ...Object.fromEntries(typedLimits(field).map(([name, typed]) => [name, readLimit(typed)])),
    ...(pattern !== '' && hasConstraint(field, 'pattern') && { pattern }),
    ...(choices.length > 0 && hasConstraint(field, 'enum') && { enum: choices }),
    ...(collection !== '' && type === 'reference' && { collection }),
    ...(value !== undefined && { default: value }),
    ...(group !== '' && { group }),
    ...(help !== '' && { help }),
    ...(isAlone && writeIndexing(field)),
    ...(searchable !== undefined && { searchable }),
    ...(isShared && { localized: false }),
    ...(width !== undefined && { width }),
    ...(place !== undefined && { place }),
    ...(onDelete !== undefined && type === 'reference' && { onDelete }),
    ...(items !== undefined && type === 'array' && { items: writeField(items, false) }),
    ...(type === 'object' && writeInside(fields, isAlone)),
    ...(type === 'blocks' &&
      blocks.length > 0 && {
        blocks: Object.fromEntries(
          blocks.map(({ key, title: name, fields: inside }) => [
            key,
            { ...(name !== '' && { title: name }), ...writeInside(inside, false) },
          ]),
        ),
      }),
  };
};

/** The fields of a group or of a type of block. */
const writeInside = (fields: readonly DraftField[], isAlone: boolean) => ({
  properties: writeFields(fields, isAlone),
  ...(fields.some(({ isRequired }) => isRequired) && { required: requiredKeys(fields) }),
});

const writeFields = (
  fields: readonly DraftField[],
  isAlone: boolean,
): CollectionSchemaDto['properties'] =>
  Object.fromEntries(fields.map((field) => [field.key, writeField(field, isAlone)] as const));

const requiredKeys = (fields: readonly DraftField[]): readonly string[] =>
  fields.filter(({ isRequired }) => isRequired).map(({ key }) => key);

/** The schema that the fields make. */
export const writeSchema = (fields: readonly DraftField[]): CollectionSchemaDto => ({
  type: 'object',
  properties: writeFields(fields, true),
  required: requiredKeys(fields),
});
