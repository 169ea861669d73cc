import { Type, type Static } from 'typebox';
import { collectionSchemaSchema } from './collection-schema.ts';
import { collectionAccesses } from '../../core/vocabulary.ts';
import { idSchema, choice, timeSchema, titled } from './schema.ts';

export const accessSchema = choice(collectionAccesses, {
  description:
    'Who sees the collection. A private one exists for admins, editors, users with a grant in it, and API tokens whose scope names it; for all others it does not exist. Told to admins and editors.',
});

export const collectionSchema = titled('Collection', {
  id: idSchema,
  name: Type.String({ description: 'The name in paths.' }),
  displayName: Type.String(),
  description: Type.String(),
  schema: collectionSchemaSchema,
  isActive: Type.Boolean(),
  previewUrl: Type.Optional(
    Type.String({
      description:
        'Where a website shows unpublished items. For users only; absent if nothing does.',
    }),
  ),
  singleton: Type.Optional(
    Type.Boolean({ description: 'True for a collection of at most one item; otherwise absent.' }),
  ),
  access: Type.Optional(accessSchema),
  localized: Type.Optional(
    Type.Boolean({
      description: 'True for a collection whose items have locales; otherwise absent.',
    }),
  ),
  baseLocale: Type.Optional(
    Type.String({
      description:
        'The locale of the items that were there when the collection was localised. Only localised collections have one.',
    }),
  ),
  created_at: timeSchema,
  updated_at: timeSchema,
});
export type CollectionDto = Static<typeof collectionSchema>;
