import { Type, type TSchema } from 'typebox';
import {
  constraintsOf,
  deletionRules,
  fieldPlaces,
  fieldTypes,
  fieldWidths,
  shapeOf,
  type DeletionRule,
  type FieldPlace,
  type FieldShape,
  type FieldType,
  type FieldWidth,
  type Json,
} from '../../core/vocabulary.ts';
import { choice, jsonValueSchema, list } from './schema.ts';

/** One field of a collection. Its type decides which constraints apply. */
export interface FieldDto {
  readonly type: FieldType;
  readonly title?: string;
  readonly description?: string;
  readonly default?: Json;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly enum?: readonly (string | number)[];
  readonly collection?: string;
  readonly indexed?: boolean;
  readonly indexedWith?: readonly string[];
  readonly unique?: boolean;
  readonly onDelete?: DeletionRule;
  readonly items?: FieldDto;
  readonly properties?: { readonly [name: string]: FieldDto };
  readonly required?: readonly string[];
  readonly blocks?: { readonly [name: string]: BlockTypeDto };
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly group?: string;
  readonly help?: string;
  readonly searchable?: boolean;
  readonly localized?: boolean;
  readonly width?: FieldWidth;
  readonly place?: FieldPlace;
}

/** The fields of one type of block, besides the `type` and `id` that every block has. */
export interface BlockTypeDto {
  readonly title?: string;
  readonly properties: { readonly [name: string]: FieldDto };
  readonly required?: readonly string[];
}

// A recursive schema can only refer to itself by name, and it has a name only in the document.
const itself = Type.Ref('#/components/schemas/Field');

const names = list(Type.String());

const counted: Readonly<Partial<Record<FieldShape, string>>> = {
  text: 'characters',
  choices: 'entries',
  list: 'entries',
  blocks: 'blocks',
};

const choices: Readonly<Partial<Record<FieldShape, TSchema>>> = {
  text: Type.String(),
  number: Type.Number(),
};

/** The schemas of the constraints that the fields of a shape have. */
const constraints = (shape: FieldShape): Readonly<Record<string, TSchema>> => {
  const count = Type.Integer({ minimum: 0, description: `Number of ${counted[shape]}.` });
  const schemas: Readonly<Record<string, TSchema>> = {
    minLength: count,
    maxLength: count,
    minItems: count,
    maxItems: count,
    minimum: Type.Number(),
    maximum: Type.Number(),
    pattern: Type.String({ description: 'A regular expression that runs in linear time.' }),
    enum: Type.Array(choices[shape] ?? Type.Union([Type.String(), Type.Number()])),
  };
  return Object.fromEntries(
    constraintsOf[shape].flatMap((name) => {
      const schema = schemas[name];
      return schema === undefined ? [] : [[name, schema] as const];
    }),
  );
};

type Members = Readonly<Partial<Record<keyof FieldDto, unknown>>>;

const common = {
  title: Type.String(),
  description: Type.String(),
  default: jsonValueSchema,
  group: Type.String({ description: 'The group of the form in which the field is shown.' }),
  help: Type.String({ description: 'Advice for editors, longer than the description.' }),
  searchable: Type.Boolean({
    description:
      'Whether the search finds items by this field. Default: true, but false for `url`, `color`, `json`, `reference`, `media` and `file`.',
  }),
  localized: Type.Boolean({
    description:
      'In a localised collection, `false` makes a top-level field common to an item and its translations. Default: true. Fields inside of others cannot be common.',
  }),
  width: choice(fieldWidths, {
    description:
      'How much of the width of a form the field takes. Default: all of it. Not for the entries of a list.',
  }),
  place: choice(fieldPlaces, {
    description:
      'Where a form shows the field. Default: in the main column. Only for top-level fields.',
  }),
} satisfies Members;

const indexed = {
  indexed: Type.Boolean({
    description: 'Builds an index, so that queries can filter and sort by the field.',
  }),
} satisfies Members;

/** Of fields with a single value. */
const indexing = {
  ...indexed,
  indexedWith: list(Type.String(), {
    description:
      'Other fields, each of which gets an index together with this one: `created_at`, `data.price`. For queries that filter by this field and sort by the other.',
  }),
  unique: Type.Boolean({
    description:
      'Whether no two items of the collection may have the same value. Null and the empty text are no values. Implies `indexed`.',
  }),
} satisfies Members;

const blockTypeSchema = {
  title: 'BlockType',
  type: 'object',
  required: ['properties'],
  properties: {
    title: Type.String(),
    properties: {
      type: 'object',
      additionalProperties: itself,
      description: 'Every type except `blocks`; no field is named `type` or `id`.',
    },
    required: names,
  } satisfies Record<keyof BlockTypeDto, unknown>,
};

interface Variant {
  readonly title: string;
  readonly types: readonly FieldType[];
  readonly members: Members;
  readonly required?: readonly (keyof FieldDto)[];
}

const withShape = (shape: FieldShape): readonly FieldType[] =>
  fieldTypes.filter((type) => shapeOf[type] === shape);

const variants: readonly Variant[] = [
  {
    title: 'TextField',
    types: withShape('text').filter((type) => type !== 'reference'),
    members: { ...constraints('text'), ...indexing },
  },
  {
    title: 'ReferenceField',
    types: ['reference'],
    members: {
      collection: Type.String({
        description:
          'The name of the collection to which the values refer. Requests require it; in an answer it is absent if the caller does not see the collection.',
      }),
      onDelete: choice(deletionRules, {
        description:
          'What happens when the item is deleted to which a value refers. `refuse` prevents the deletion, `clear` removes the value. Default: `ignore`.',
      }),
      ...constraints('text'),
      ...indexing,
    },
  },
  {
    title: 'NumberField',
    types: withShape('number'),
    members: { ...constraints('number'), ...indexing },
  },
  { title: 'BooleanField', types: withShape('boolean'), members: indexing },
  {
    title: 'ChoiceField',
    types: withShape('choice'),
    members: { ...constraints('choice'), ...indexing },
    required: ['enum'],
  },
  {
    title: 'ChoicesField',
    types: withShape('choices'),
    members: { ...constraints('choices'), ...indexed },
    required: ['enum'],
  },
  { title: 'JsonField', types: withShape('any'), members: {} },
  {
    title: 'ListField',
    types: withShape('list'),
    members: { items: itself, ...constraints('list'), ...indexed },
  },
  {
    title: 'ObjectField',
    types: withShape('object'),
    members: { properties: { type: 'object', additionalProperties: itself }, required: names },
  },
  {
    title: 'BlocksField',
    types: withShape('blocks'),
    members: {
      blocks: {
        type: 'object',
        additionalProperties: blockTypeSchema,
        description: 'The types of block by name.',
      },
      ...constraints('blocks'),
    },
  },
];

const pathOf = (title: string): string => `#/components/schemas/${title}`;

/** A union by `type`. Only a document can use it: the core validates fields. */
export const fieldSchema = Type.Unsafe<FieldDto>({
  title: 'Field',
  oneOf: variants.map(({ title, types, members, required = [] }) => ({
    title,
    type: 'object',
    required: ['type', ...required],
    properties: { type: choice(types), ...common, ...members },
  })),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(
      variants.flatMap(({ title, types }) => types.map((type) => [type, pathOf(title)])),
    ),
  },
});
