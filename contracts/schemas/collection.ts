import { Type, type Static } from 'typebox';
import { collectionSchemaSchema } from './collection-schema.ts';
import {
  collectionAccesses,
  collectionIcons,
  itemTemplateLimits,
  titleMaxLength,
} from '../../core/vocabulary.ts';
import { choice, idSchema, jsonObjectSchema, list, timeSchema, titled } from './schema.ts';

export const accessSchema = choice(collectionAccesses, {
  description:
    'Who sees the collection. A private one exists for admins, editors, users with a grant in it, and API tokens whose scope names it; for all others it does not exist. Told to admins and editors.',
});

const iconSchema = choice(collectionIcons, {
  description: 'The name of the icon that is shown beside the name of the collection.',
});

const { count, name, bytes } = itemTemplateLimits;

export const templatesSchema = list(
  titled('ItemTemplate', {
    name: Type.String({
      description: `1 to ${name} characters after trimming; unique in the collection.`,
    }),
    title: Type.Optional(
      Type.String({
        description: `The title of a new item: up to ${titleMaxLength} characters. Absent or empty for none.`,
      }),
    ),
    data: {
      ...jsonObjectSchema,
      description: 'Values of fields. Items made from it are validated, the template is not.',
    },
  }),
  {
    description: `What new items can begin with: up to ${count}, of at most ${bytes} bytes of JSON. Told to users who may edit items of the collection.`,
  },
);

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
  icon: Type.Optional(iconSchema),
  templates: Type.Optional(templatesSchema),
  created_at: timeSchema,
  updated_at: timeSchema,
});
export type CollectionDto = Static<typeof collectionSchema>;
