import type { ReferenceObject, SchemaObject } from 'openapi3-ts/oas30';
import type { CollectionDto } from '../schemas/collection.ts';
import { dataSchema, type DataRules } from './data-schema.ts';

/** What the document of a service needs of a collection. */
export type DescribedCollection = Pick<
  CollectionDto,
  'id' | 'name' | 'displayName' | 'description' | 'schema' | 'singleton'
> & {
  /** Whether its items have a locale and a group. */
  readonly localized?: boolean | undefined;
};

type Schemas = Readonly<Record<string, SchemaObject | ReferenceObject>>;

/** The names of the components of one collection. @param name that of {@link typeNames}. */
export const componentNames = (name: string) => ({
  /** The data of a published item. */
  data: `${name}Data`,
  /** The data of an item that may lack required fields. */
  draftData: `${name}DraftData`,
  item: `${name}Item`,
  published: `Published${name}Item`,
  unpublished: `Unpublished${name}Item`,
  workingCopy: `${name}WorkingCopy`,
  queried: `Queried${name}Item`,
  created: `New${name}Item`,
  createdData: `New${name}Data`,
});

export const referTo = (name: string): ReferenceObject => ({
  $ref: `#/components/schemas/${name}`,
});

/** Components that those of all collections use. */
export const valueSchemas: Schemas = {
  NoValue: {
    type: 'string',
    nullable: true,
    enum: ['', null],
    description: 'The value of a field that is not filled in.',
  },
};

const orNoValue = (schema: SchemaObject): SchemaObject => {
  const { description, ...value } = schema;
  const isAny = value.type === undefined && value.anyOf === undefined;
  if (isAny) return schema;
  // The empty text is a text, and no value of a boolean.
  const takesNull = value.enum === undefined && ['string', 'boolean'].includes(String(value.type));
  if (takesNull) return { ...schema, nullable: true };
  return { ...(description && { description }), anyOf: [value, referTo('NoValue')] };
};

const rules: DataRules = {
  isComplete: true,
  hasBlockIds: true,
  optional: orNoValue,
  entry: orNoValue,
};

/** The general components of which those of the collections are made. */
export interface GeneralSchemas {
  readonly ContentItem: SchemaObject;
  readonly WorkingCopy: SchemaObject;
  readonly QueriedItem: SchemaObject;
  readonly NewContentItem: SchemaObject;
}

/** The components of one collection. @param typeName that of {@link typeNames}. */
export const collectionSchemas = (
  { id, name, displayName, description, schema, localized = false }: DescribedCollection,
  typeName: string,
  general: GeneralSchemas,
): Schemas => {
  const names = componentNames(typeName);
  const collectionId = constant(id);
  const data = referTo(names.draftData);
  const lines = [displayName, description].filter(Boolean);
  const item = placed(general.ContentItem, localized);
  return {
    [names.data]: { description: lines.join('\n'), ...dataSchema(schema, rules) },
    [names.draftData]: {
      description: 'Required fields can be missing.',
      ...dataSchema(schema, { ...rules, isComplete: false }),
    },
    [names.published]: withMembers(item, {
      status: constant('published'),
      collectionId,
      data: referTo(names.data),
    }),
    [names.unpublished]: withMembers(item, {
      status: constant('draft', 'archived'),
      collectionId,
      data,
    }),
    [names.item]: byStatus(names),
    [names.workingCopy]: withMembers(general.WorkingCopy, { collectionId, data }),
    [names.queried]: withMembers(placed(general.QueriedItem, localized), { collectionId, data }),
    [names.createdData]: {
      description: 'Required fields can be missing in a draft. Blocks get ids.',
      ...dataSchema(schema, { ...rules, isComplete: false, hasBlockIds: false }),
    },
    [names.created]: {
      anyOf: (general.NewContentItem.anyOf ?? []).map((alternative) =>
        withMembers(placed(alternative, localized), {
          collection: constant(name),
          collectionId,
          data: referTo(names.createdData),
        }),
      ),
    },
  };
};

/** The members of the place among translations. */
const placementNames = ['locale', 'group', 'translationOf'];

/** The schema of an item, or of a new one, in a collection that is localised or not. */
const placed = (given: SchemaObject | ReferenceObject, isLocalized: boolean): SchemaObject => {
  const { properties = {}, ...schema } = given as SchemaObject;
  const { required = [] } = schema;
  const members = Object.entries(properties);
  if (!isLocalized) {
    const others = members.filter(([name]) => !placementNames.includes(name));
    return { ...schema, properties: Object.fromEntries(others) };
  }
  // A new item has no group yet.
  const isItem = Object.hasOwn(properties, 'group') && required.includes('id');
  return { ...schema, properties, ...(isItem && { required: [...required, 'locale', 'group'] }) };
};

const constant = (...values: readonly string[]): SchemaObject => ({
  type: 'string',
  enum: [...values],
});

const byStatus = ({ published, unpublished }: ReturnType<typeof componentNames>): SchemaObject => {
  const other = referTo(unpublished).$ref;
  return {
    oneOf: [referTo(published), referTo(unpublished)],
    discriminator: {
      propertyName: 'status',
      mapping: { published: referTo(published).$ref, draft: other, archived: other },
    },
  };
};

/** The schema of an object with other schemas for some members. */
const withMembers = (
  schema: SchemaObject | ReferenceObject,
  members: Readonly<Record<string, SchemaObject | ReferenceObject>>,
): SchemaObject => {
  const { title: _, properties, ...rest } = schema as SchemaObject;
  return { ...rest, properties: { ...properties, ...members } };
};
