import { Type } from 'typebox';
import { bulkActions, bulkMax } from '../../core/vocabulary.ts';
import { defineOperations } from '../operation.ts';
import { itemExample } from '../schemas/content-schemas.ts';
import { bulkResultSchema, dataOf } from '../schemas/envelope.ts';
import { jsonBody } from '../schemas/request-body.ts';
import { choice, list, titled } from '../schemas/schema.ts';

const bulkFields = {
  action: choice(bulkActions, {
    description:
      '`publish`, `unpublish` and `archive` set the status to published, draft and archived. `delete` moves items to the trash, `restore` restores deleted ones, `move` moves items to another collection.',
  }),
  ids: list(Type.String(), {
    minItems: 1,
    maxItems: bulkMax,
    description: 'The ids of the items. Repeated ids count once.',
  }),
  collectionId: Type.Optional(
    Type.String({ description: 'The id of the collection to move to. Required for `move`.' }),
  ),
  atomic: Type.Optional(Type.Boolean({ description: 'All or none. Default: false.' })),
};

const bulkBody = Type.Object(bulkFields);

/** To move items, a request needs the collection. */
const documentedBody = Type.Union([
  Type.Object({ ...bulkFields, action: choice(['move']), collectionId: Type.String() }),
  Type.Object({ ...bulkFields, action: choice(bulkActions.filter((each) => each !== 'move')) }),
]);

export const contentBulkOperations = defineOperations({
  bulkContent: {
    method: 'post',
    path: '/api/content/bulk',
    tag: 'Content',
    summary: 'Change many content items at once',
    description:
      'Each item is a write of its own, with its own rights and hooks, and has a result of its own. With `atomic`, all items are written in one transaction: if one fails, nothing changes, and the response is 409 with `results` in the body.',
    auth: 'user',
    right: 'edit some',
    body: jsonBody(bulkBody, {
      documented: documentedBody,
      example: { action: 'publish', ids: [itemExample.id] },
    }),
    success: {
      kind: 'json',
      status: 200,
      schema: dataOf(titled('BulkResults', { results: list(bulkResultSchema) })),
      example: { data: { results: [{ id: itemExample.id, status: 200 }] } },
    },
    errors: ['bulk_failed'],
  },
});
