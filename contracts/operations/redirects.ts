import { Type, type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { deletedSchema, listOf } from '../schemas/envelope.ts';
import { idSchema, pageParameters, titled } from '../schemas/schema.ts';
import { exactLocaleParameter } from '../schemas/locale-parameters.ts';

const redirectSchema = titled('Redirect', {
  from: Type.String({ description: 'A slug that the item had while it was published.' }),
  to: Type.String({ description: 'The slug that it has now.' }),
  id: Type.String({ format: 'uuid', description: 'The id of the item.' }),
  collectionId: idSchema,
});
export type RedirectDto = Static<typeof redirectSchema>;

export const redirectOperations = defineOperations({
  listRedirects: {
    method: 'get',
    path: '/api/redirects',
    tag: 'Content',
    summary: 'List redirects from former slugs',
    description:
      'By `from`. Contains redirects to items that lists of content show to the caller. An unknown or inactive collection gives an empty list.',
    auth: 'public',
    query: Type.Object({
      ...pageParameters,
      collection: Type.Optional(
        Type.String({ description: 'The name of the collection of the items.' }),
      ),
      ...exactLocaleParameter,
    }),
    success: { kind: 'json', status: 200, schema: listOf(redirectSchema) },
    errors: ['token_scope', 'rate_limited'],
  },

  deleteRedirect: {
    method: 'delete',
    path: '/api/redirects/{from}',
    tag: 'Content',
    summary: 'Delete a redirect',
    description:
      'The former slug leads to the item no longer. Requires the role editor or admin in the collection of the item. Returns the id of the item.',
    auth: 'user',
    right: 'edit all',
    params: Type.Object({
      from: Type.String({
        description: 'The former slug. Converted like the slug of an item.',
      }),
    }),
    success: { kind: 'json', status: 200, schema: deletedSchema },
  },
});
