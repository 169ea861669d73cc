import { Type } from 'typebox';
import { contentStatusSchema } from './content-schemas.ts';
import { byId, idSchema, jsonObjectSchema, timeSchema, titled } from './schema.ts';

const originSchema = titled('Origin', {
  digest: Type.String({ description: 'Identifies the source as of its last import.' }),
  version: Type.Integer({ description: 'The version that the item got from that import.' }),
});

export const recordFields = {
  id: idSchema,
  collection: Type.String({ description: 'The name of the collection.' }),
  title: Type.String(),
  slug: Type.String(),
  status: contentStatusSchema,
  data: jsonObjectSchema,
  created_at: timeSchema,
  updated_at: timeSchema,
  published_at: Type.Integer({
    description:
      'When the item was first published, in epoch milliseconds. Default: `created_at` of a published item.',
  }),
  version: Type.Integer({ description: 'Starts at 1 and grows with every write.' }),
  author: Type.String({
    description: 'The e-mail address of the author; ignored when no account has it.',
  }),
  origin: originSchema,
  locale: Type.String({
    description:
      'In a localised collection, the locale in which it is written. Default: the base locale of the collection.',
  }),
  group: Type.String({
    format: 'uuid',
    description: 'In a localised collection, what the item and its translations have in common.',
  }),
  group_since: Type.Integer({
    description: 'When its group began, in epoch milliseconds, if that was not with this item.',
  }),
  source: titled('TranslationSource', {
    id: idSchema,
    version: Type.Integer(),
    fields: byId(Type.String(), {
      description:
        'What that version contained, by path (`title`, `data.content`): short values as JSON, others as a digest.',
    }),
  }),
  formerIds: Type.Array(Type.String({ format: 'uuid' }), {
    description:
      'The ids of items that were deleted from its group: references to them lead to the group. One item of the group has them.',
  }),
};

/** The members of an item in an export. */
export const exportedContentFields = {
  ...recordFields,
  author: Type.Optional(recordFields.author),
  published_at: Type.Optional(recordFields.published_at),
  origin: Type.Optional(recordFields.origin),
  locale: Type.Optional(recordFields.locale),
  group: Type.Optional(recordFields.group),
  group_since: Type.Optional(recordFields.group_since),
  source: Type.Optional(recordFields.source),
  formerIds: Type.Optional(recordFields.formerIds),
};
