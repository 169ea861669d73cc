import { Type, type Static } from 'typebox';
import { exactCountMax } from '../../core/vocabulary.ts';
import { defineOperations } from '../operation.ts';
import { contentItemResponse, itemExample } from '../schemas/content-schemas.ts';
import { dataOf, deletedSchema, listMetaSchema, listOf } from '../schemas/envelope.ts';
import { jsonBody, optional } from '../schemas/request-body.ts';
import { etagHeader } from '../schemas/response-headers.ts';
import { idSchema, list, nullable, pageParameters, timeSchema, titled } from '../schemas/schema.ts';

const trashEntrySchema = titled('TrashEntry', {
  id: idSchema,
  title: Type.String(),
  slug: Type.String({ description: 'Other content may have it meanwhile.' }),
  collectionId: idSchema,
  deleted_at: timeSchema,
  deletedBy: nullable(idSchema, {
    description:
      'The id of the user who deleted the item. Null if it was not a user, or if the account was deleted.',
  }),
});
export type TrashEntryDto = Static<typeof trashEntrySchema>;

const trashUserSchema = titled('TrashUser', {
  id: idSchema,
  name: Type.String({ description: 'First and last name or, without both, the username.' }),
});

const trashListMetaSchema = titled('TrashListMeta', {
  ...listMetaSchema.properties,
  users: list(trashUserSchema, { description: 'The users in `deletedBy`, each once.' }),
  trashDays: Type.Integer({
    description:
      'The setting: how many days after its deletion an item is deleted permanently. With 0, there is no trash.',
  }),
});

const trashCountSchema = titled('TrashCount', {
  collectionId: idSchema,
  collection: Type.String({ description: 'The name of the collection.' }),
  count: Type.Integer({ description: `At most ${exactCountMax}.` }),
  isLowerBound: Type.Boolean({ description: 'Whether there are more items than `count`.' }),
});

const collection = Type.Optional(
  Type.String({ description: 'The name of a collection. An unknown one gives an empty list.' }),
);

const idParams = Type.Object({ id: idSchema });

export const trashOperations = defineOperations({
  listTrash: {
    method: 'get',
    path: '/api/trash',
    tag: 'Trash',
    summary: 'List deleted content',
    description:
      'The latest deletion first. Contains what the caller may restore: all items for editors and admins, own items for authors, by the role in the collection of the item.',
    auth: 'user',
    right: 'delete some',
    query: Type.Object({ ...pageParameters, collection }),
    success: {
      kind: 'json',
      status: 200,
      schema: Type.Object({ data: list(trashEntrySchema), meta: trashListMetaSchema }),
    },
  },

  countTrash: {
    method: 'get',
    path: '/api/trash/counts',
    tag: 'Trash',
    summary: 'Count deleted content by collection',
    description: `Counts what the list of deleted content shows to the caller, in each collection by name. A count is exact up to ${exactCountMax}.`,
    auth: 'user',
    right: 'delete some',
    query: Type.Object({ collection }),
    success: { kind: 'json', status: 200, schema: listOf(trashCountSchema) },
  },

  restoreFromTrash: {
    method: 'post',
    path: '/api/trash/{id}/restore',
    tag: 'Trash',
    summary: 'Restore a deleted content item',
    description:
      'The item comes back as it was, with its history; a published item becomes a draft. Its data is not checked against the schema. Returns 409 if other content has its slug. Its collection must be active.',
    auth: 'user',
    right: 'delete',
    params: idParams,
    body: optional(
      jsonBody(
        Type.Object({
          slug: Type.Optional(Type.String({ description: 'Another slug for the item.' })),
          alone: Type.Optional(
            Type.Boolean({
              description: 'Whether it comes back without its translations, as a group of its own.',
            }),
          ),
        }),
        { example: { slug: 'tidal-pools-in-winter-2' } },
      ),
    ),
    success: {
      kind: 'json',
      status: 200,
      schema: contentItemResponse,
      headers: Type.Object(etagHeader),
      example: { data: { ...itemExample, status: 'draft' } },
    },
    errors: [
      'invalid_slug',
      'collection_inactive',
      'collection_not_found',
      'blocked_by_hook',
      'slug_taken',
      'value_taken',
      'singleton_exists',
      'locale_taken',
      'has_translations',
    ],
  },

  deleteFromTrash: {
    method: 'delete',
    path: '/api/trash/{id}',
    tag: 'Trash',
    summary: 'Delete a content item permanently',
    description: 'Deletes the item and its history. Only for items in the trash.',
    auth: 'user',
    right: 'delete',
    params: idParams,
    success: { kind: 'json', status: 200, schema: deletedSchema },
  },

  emptyTrash: {
    method: 'delete',
    path: '/api/trash',
    tag: 'Trash',
    summary: 'Empty the trash',
    description:
      'Permanently deletes what the list of deleted content shows to the caller; with `collection`, only the items of this one. Requires the role editor or admin in a collection.',
    auth: 'user',
    right: 'delete all',
    query: Type.Object({
      collection: Type.Optional(
        Type.String({ description: 'The name of a collection. An unknown one returns 400.' }),
      ),
    }),
    success: {
      kind: 'json',
      status: 200,
      schema: dataOf(
        titled('EmptiedTrash', {
          deleted: Type.Integer({ description: 'The number of deleted items.' }),
        }),
      ),
    },
    errors: ['collection_not_found'],
  },
});
