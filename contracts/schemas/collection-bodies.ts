import { Type } from 'typebox';
import {
  collectionAccesses,
  collectionIcons,
  collectionNameMaxLength,
  collectionNamePattern,
  previewPlaceholders,
  previewUrlMaxLength,
  type CollectionIcon,
} from '../../core/vocabulary.ts';
import { accessSchema, templatesSchema } from './collection.ts';
import { collectionSchemaSchema } from './collection-schema.ts';
import { choice, documentedAs, jsonObjectSchema, nullable, optionalFields } from './schema.ts';

/** A schema in a request. The core validates it and reports all mistakes at once. */
export const incomingCollectionSchemaSchema = documentedAs(
  jsonObjectSchema,
  collectionSchemaSchema,
);

const placeholders = previewPlaceholders.map((name) => `\`{${name}}\``).join(', ');

const fields = {
  name: Type.String({
    description: `Up to ${collectionNameMaxLength} characters that match \`${collectionNamePattern}\`.`,
  }),
  displayName: Type.String({ description: 'If omitted or empty, the name.' }),
  description: Type.String(),
  schema: incomingCollectionSchemaSchema,
  isActive: Type.Boolean({ description: 'Default: true.' }),
  previewUrl: nullable(Type.String(), {
    description: `Where a website shows unpublished items: an http or https URL of up to ${previewUrlMaxLength} characters. After the host, ${placeholders} are replaced by those of the item, \`{token}\` by a preview token. Null or empty for none.`,
  }),
  singleton: Type.Boolean({
    description: 'Whether the collection contains at most one item. Default: false.',
  }),
  access: choice(collectionAccesses, {
    description:
      'Who sees the collection: everybody, or only admins, editors, users with a grant in it, and API tokens whose scope names it. Default: `public`.',
  }),
  localized: Type.Boolean({
    description:
      'Whether its items have locales. True without locales returns 400. Default: false.',
  }),
  baseLocale: Type.String({
    description:
      'The locale of the items that are there when the collection is localised; fixed from then on. Default: the default locale.',
  }),
  icon: Type.Unsafe<CollectionIcon | null>({
    type: 'string',
    nullable: true,
    enum: [...collectionIcons, null],
    description:
      'The name of the icon that is shown beside the name of the collection. Null for none.',
  }),
  templates: templatesSchema,
};

export const createCollectionBody = Type.Object({
  ...optionalFields(fields),
  name: fields.name,
});

export const updateCollectionBody = Type.Object(
  optionalFields({
    ...fields,
    displayName: Type.String({ description: 'If empty, the name.' }),
    isActive: Type.Boolean(),
    access: accessSchema,
    localized: Type.Boolean({
      description: 'Whether its items have locales. True without locales returns 400.',
    }),
    singleton: Type.Boolean({
      description:
        'Whether the collection contains at most one item. True for one with several returns 409.',
    }),
  }),
);
