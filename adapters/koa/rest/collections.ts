import {
  presentCollection,
  presentSchemaCheck,
  type collectionOperations,
  type Handlers,
} from '../../../contracts/index.ts';
import type { Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import { answerItem, answerContentList, type ContentListOptions } from './content-answers.ts';
import { answerDeletion, answerList } from './envelope.ts';

export const collectionHandlers = (
  { collections, content, cache }: Pick<Cms, 'collections' | 'content' | 'cache'>,
  options: ContentListOptions,
): Handlers<typeof collectionOperations, RequestContext> => ({
  listCollections: ({ query, actor, elapsedMs }) =>
    answerList(options.clock, elapsedMs, async () =>
      (await collections.list(actor, query)).map(presentCollection),
    ),

  listCollectionContent: ({ params, query, actor, client, ...context }) =>
    answerContentList(options, context, () =>
      content.listOfCollection(actor, { ...query, collection: params.name, client }),
    ),

  getCollectionContent: ({ params: { name, idOrSlug }, actor, client, ...context }) =>
    answerItem(cache.counter, context, () =>
      content.getOfCollection(actor, { collection: name, idOrSlug, client }),
    ),

  getSingleton: ({ params: { name }, actor, client, ...context }) =>
    answerItem(cache.counter, context, () =>
      content.getSingleton(actor, { collection: name, client }),
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
