import { Type, type Static } from 'typebox';
import { contentStatusSchema } from '../schemas/content-schemas.ts';
import { dataOf } from '../schemas/envelope.ts';
import { defineOperations } from '../operation.ts';
import { idSchema, list, nullable } from '../schemas/schema.ts';

const authorSchema = Type.Object(
  {
    id: idSchema,
    name: Type.String({ description: 'First and last name or, without both, the username.' }),
  },
  { title: 'Author' },
);

export const nullableAuthorSchema = nullable(authorSchema, {
  description: 'Null after an import without an author, or when the account was deleted.',
});

const contentInfoSchema = Type.Object(
  {
    id: idSchema,
    author: nullableAuthorSchema,
    canEdit: Type.Boolean(),
    canDelete: Type.Boolean(),
    statuses: list(contentStatusSchema, {
      description: 'The statuses that you may give the item now, without its own.',
    }),
  },
  { title: 'ContentInfo' },
);
export type ContentInfoDto = Static<typeof contentInfoSchema>;

export const contentInfoOperations = defineOperations({
  getContentInfo: {
    method: 'get',
    path: '/api/content/{id}/info',
    tag: 'Content',
    summary: 'Get the author of a content item, and what you may do with it',
    description:
      'Decided by your role in the collection and by the status of the item. A write can still fail for other reasons: a hook that blocks it, or data that does not match the schema.',
    auth: 'user',
    params: Type.Object({ id: idSchema }),
    success: { kind: 'json', status: 200, schema: dataOf(contentInfoSchema) },
    errors: [429],
  },
});
