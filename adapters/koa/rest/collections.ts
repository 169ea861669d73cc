import {
  presentCollection,
  presentSchemaCheck,
  type collectionOperations,
  type Handlers,
} from '../../../contracts/index.ts';
import type { Clock, Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import { answerItem } from './content-item.ts';
import { answerContentList } from './content-list.ts';
import { answerDeletion, answerList } from './envelope.ts';
import { itemForm, listForm } from './present-content.ts';

export const collectionHandlers = (
  { collections, renderedContent }: Pick<Cms, 'collections' | 'renderedContent'>,
  { clock }: { readonly clock: Clock },
): Handlers<typeof collectionOperations, RequestContext> => ({
  listCollections: ({ query, actor, elapsedMs }) =>
    answerList(clock, elapsedMs, async () =>
      (await collections.list(actor, query)).map(presentCollection),
    ),

  listCollectionContent: ({ params, query, actor, client, ...context }) =>
    answerContentList(clock, context, () =>
      renderedContent.listOfCollection(
        actor,
        { ...query, collection: params.name, client },
        listForm,
      ),
    ),

  getCollectionContent: ({ params: { name, idOrSlug }, actor, client, ...context }) =>
    answerItem(context, () =>
      renderedContent.getOfCollection(actor, { collection: name, idOrSlug, client }, itemForm),
    ),

  createCollection: async ({ body, actor }) => {
    const collection = await collections.create(actor, body);
    return {
      body: { data: presentCollection(collection) },
      headers: { Location: `/api/collections/${collection.name}` },
    };
  },

  getCollection: async ({ params, actor }) => ({
    data: presentCollection(await collections.get(actor, params.name)),
  }),

  updateCollection: async ({ params, body, actor }) => ({
    data: presentCollection(await collections.update(actor, params.name, body)),
  }),

  checkCollectionSchema: async ({ params, body, actor }) => ({
    data: presentSchemaCheck(await collections.checkSchema(actor, params.name, body.schema)),
  }),

  deleteCollection: async ({ params, actor }) =>
    answerDeletion(await collections.delete(actor, params.name)),
});
