import {
  presentCollection,
  presentSchemaCheck,
  type collectionOperations,
  type Handlers,
} from '../../../contracts/index.ts';
import { mayBeCached, type Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import {
  answerItem,
  answerContentList,
  uncached,
  type ContentListOptions,
} from './content-answers.ts';
import { answerDeletion, answerList } from './envelope.ts';

export const collectionHandlers = (
  {
    collections,
    content,
    previews,
    cache,
  }: Pick<Cms, 'collections' | 'content' | 'previews' | 'cache'>,
  options: ContentListOptions,
): Handlers<typeof collectionOperations, RequestContext> => ({
  listCollections: ({ query, actor, elapsedMs }) =>
    answerList(options.clock, elapsedMs, async () =>
      (await collections.list(actor, query)).map(presentCollection),
    ),

  listCollectionContent: ({ params, query, actor, client, ...context }) => {
    const command = { ...query, collection: params.name, client };
    return mayBeCached(query)
      ? answerContentList(options, context, () => content.listOfCollection(actor, command))
      : uncached(
          answerContentList(options, context, () =>
            previews.list(actor, { ...command, mustExist: true }),
          ),
        );
  },

  getCollectionContent: ({ params, query, actor, client, ...context }) => {
    const { name: collection, idOrSlug } = params;
    const command = { collection, idOrSlug, client };
    return mayBeCached(query)
      ? answerItem(cache.counter, context, () => content.getOfCollection(actor, command))
      : uncached(
          answerItem(cache.counter, context, () =>
            previews.getOfCollection(actor, { ...command, ...query }),
          ),
        );
  },

  getSingleton: ({ params: { name: collection }, query, actor, client, ...context }) =>
    mayBeCached(query)
      ? answerItem(cache.counter, context, () =>
          content.getSingleton(actor, { collection, client }),
        )
      : uncached(
          answerItem(cache.counter, context, () =>
            previews.getSingleton(actor, { collection, ...query, client }),
          ),
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
