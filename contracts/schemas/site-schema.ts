import { Type, type Static } from 'typebox';
import {
  collectionAccesses,
  collectionNamePattern,
  schemaChanges,
  schemaEffects,
} from '../../core/vocabulary.ts';
import { settingsSchema } from '../operations/settings.ts';
import { collectionSchemaSchema } from './collection-schema.ts';
import { errorCodeSchema } from './envelope.ts';
import { incomingCollectionSchemaSchema } from './collection-bodies.ts';
import {
  byId,
  choice,
  idSchema,
  jsonObjectSchema,
  list,
  nullable,
  optionalFields,
  titled,
} from './schema.ts';

const localeSchema = titled('SchemaLocale', {
  code: Type.String(),
  name: Type.String(),
  fallback: list(Type.String()),
  searchLanguage: nullable(Type.String(), { description: 'Null for that of the site.' }),
});

const collectionSchema = titled('SchemaCollection', {
  name: Type.String({ description: `Matches \`${collectionNamePattern}\`.` }),
  displayName: Type.String(),
  description: Type.String(),
  schema: collectionSchemaSchema,
  singleton: Type.Boolean(),
  localized: Type.Boolean(),
  baseLocale: nullable(Type.String(), {
    description: 'Null for a collection that is not localised.',
  }),
  previewUrl: nullable(Type.String()),
  access: choice(collectionAccesses),
  isActive: Type.Boolean(),
});

const pluginSchema = titled('SchemaPlugin', {
  active: Type.Boolean(),
  settings: jsonObjectSchema,
});

export const siteSchemaSchema = titled('SiteSchema', {
  version: Type.Unsafe<1>({ type: 'integer', enum: [1], description: 'Of this format.' }),
  locales: list(localeSchema, { description: 'In their order: the first one is the default.' }),
  collections: list(collectionSchema, {
    description: 'By ascending name. The order of fields is a part of each schema.',
  }),
  settings: settingsSchema,
  plugins: byId(pluginSchema, { description: 'By name.' }),
});
export type SiteSchemaDto = Static<typeof siteSchemaSchema>;

const { name, schema: _, ...members } = collectionSchema.properties;
const { code, ...localeMembers } = localeSchema.properties;

/** A schema in a request. The core checks what it leaves open. */
export const schemaFileSchema = titled('SchemaFile', {
  version: Type.Optional(siteSchemaSchema.properties.version),
  partial: Type.Optional(
    Type.Boolean({
      description:
        'Whether collections that `collections` does not name stay. Default: false; they are deleted.',
    }),
  ),
  locales: Type.Optional(
    list(
      Type.Object({
        code,
        ...optionalFields({
          ...localeMembers,
          renamedFrom: Type.String({ description: 'As in `PUT /api/locales`, if it is stored.' }),
        }),
      }),
      { description: 'All of them, in their order.' },
    ),
  ),
  collections: Type.Optional(
    list(
      Type.Object({
        name,
        ...optionalFields({
          ...members,
          schema: incomingCollectionSchemaSchema,
          renamedFrom: Type.String({
            description: 'The name that it has now. Ignored if no collection has that name.',
          }),
        }),
      }),
    ),
  ),
  settings: Type.Optional(Type.Object(optionalFields(settingsSchema.properties))),
  plugins: Type.Optional(byId(Type.Object(optionalFields(pluginSchema.properties)))),
});
export type SchemaFileDto = Static<typeof schemaFileSchema>;

const plannedChangeSchema = titled('PlannedChange', {
  path: Type.String({
    description:
      '`locales.<code>`, `collections.<name>`, `collections.<name>.schema.properties.<field>`, `settings.<key>` or `plugins.<name>`, with new names.',
  }),
  change: choice(schemaChanges),
  effect: choice(schemaEffects, {
    description:
      '`breaking`: the next write of `items` would be rejected, or a private collection becomes public. `lossy`: values would be removed; no change is, at present. `blocked`: impossible now, because of `code`.',
  }),
  items: Type.Optional(
    Type.Integer({ description: 'How many items their next write would reject.' }),
  ),
  isLowerBound: Type.Optional(
    Type.Boolean({ description: 'True if not all items could be checked in ten seconds.' }),
  ),
  code: Type.Optional(errorCodeSchema),
  examples: Type.Optional(
    list(
      Type.Object({
        id: idSchema,
        title: Type.String(),
        path: Type.String(),
        message: Type.String(),
      }),
      { description: 'The newest of these items, at most ten.' },
    ),
  ),
  access: Type.Optional(
    choice(collectionAccesses, { description: 'Of a collection that is created: who sees it.' }),
  ),
});

export const schemaPlanSchema = titled('SchemaPlan', {
  digest: Type.String({ description: 'Of the state of the service, the schema and the changes.' }),
  changes: list(plannedChangeSchema),
});
export type SchemaPlanDto = Static<typeof schemaPlanSchema>;
