import { Type, type Static } from 'typebox';
import { collectionAccesses, collectionNamePattern } from '../../core/vocabulary.ts';
import { settingsSchema } from '../operations/settings.ts';
import { collectionSchemaSchema } from './collection-schema.ts';
import { byId, choice, jsonObjectSchema, list, nullable, titled } from './schema.ts';

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
