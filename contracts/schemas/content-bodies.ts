import { Type } from 'typebox';
import { slugMaxLength, titleMaxLength } from '../../core/vocabulary.ts';
import { contentStatusSchema } from './content-schemas.ts';
import { jsonObjectSchema, optionalFields } from './schema.ts';

/** `data` may have 2 MiB. In a request it can be longer, because characters may be escaped. */
export const contentBodyLimit = 4 * 1024 * 1024;

export const contentFields = {
  collectionId: Type.String({
    description: 'The id of an active collection. A new item needs it or `collection`.',
  }),
  collection: Type.String({
    description:
      'The name of an active collection, instead of `collectionId`. If both are sent, they must name the same collection.',
  }),
  title: Type.String({ description: `1 to ${titleMaxLength} characters after trimming.` }),
  slug: Type.String({
    description: `Converted to lower-case letters and digits joined by hyphens, 1 to ${slugMaxLength} characters. Default for a new item: generated from the title.`,
  }),
  status: contentStatusSchema,
  data: jsonObjectSchema,
};

const localeField = Type.Optional(
  Type.String({
    description:
      'In a localised collection, the locale in which the item is written. Default for a new item: the default locale. An unknown one returns 400.',
  }),
);

export const createContentBody = Type.Object({
  ...optionalFields(contentFields),
  title: contentFields.title,
  locale: localeField,
  translationOf: Type.Optional(
    Type.String({
      description: 'The id of an item of the collection, which the new one translates.',
    }),
  ),
});

/** A new item needs one of the two. */
export const newItemSchema = Type.Union(
  (['collection', 'collectionId'] as const).map((name) =>
    Type.Object({ ...createContentBody.properties, [name]: contentFields[name] }),
  ),
  { title: 'NewContentItem' },
);

export const updateContentBody = Type.Object({
  ...optionalFields(contentFields),
  locale: localeField,
});
