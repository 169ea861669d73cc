import {
  presentCollection,
  presentIndex,
  presentSchemaCheck,
  type collectionOperations,
  type Handlers,
} from '../../../contracts/index.ts';
import type { Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import { answerItem, answerContentList } from './content-answers.ts';
import { answerDeletion, answerList } from './envelope.ts';
import {
  answerExpandedItem,
  answerExpandedList,
  type ExpandedOptions,
} from './expanded-answers.ts';

export const collectionHandlers = (
  {
    collections,
    content,
    references,
    cache,
  }: Pick<Cms, 'collections' | 'content' | 'references' | 'cache'>,
  options: ExpandedOptions,
): Handlers<typeof collectionOperations, RequestContext> => ({
  listCollections: ({ query, actor, elapsedMs }) =>
    answerList(options.clock, elapsedMs, async () =>
      (await collections.list(actor, query)).map(presentCollection),
    ),

  listCollectionContent: ({
    params: { name: collection },
    query: { expand, ...query },
    actor,
    client,
    ...context
  }) =>
    expand === undefined
      ? answerContentList(options, context, () =>
          content.listOfCollection(actor, { ...query, collection, client }),
        )
      : answerExpandedList(options, context, () =>
          references.expandListOfCollection(actor, { ...query, expand, collection, client }),
        ),

  getCollectionContent: ({
    params: { name: collection, idOrSlug },
    query: { expand },
    actor,
    client,
    ...context
  }) =>
    expand === undefined
      ? answerItem(cache.counter, context, () =>
          content.getOfCollection(actor, { collection, idOrSlug, client }),
        )
      : answerExpandedItem(cache.counter, options, context, () =>
          references.expandItemOfCollection(actor, { collection, idOrSlug, expand, client }),
        ),

  getSingleton: ({ params: { name: collection }, query: { expand }, actor, client, ...context }) =>
    expand === undefined
      ? answerItem(cache.counter, context, () =>
          content.getSingleton(actor, { collection, client }),
        )
      : answerExpandedItem(cache.counter, options, context, () =>
          references.expandSingleton(actor, { collection, expand, client }),
        ),

  createCollection: async ({ body, actor }) => {
    const collection = await collections.create(actor, body);
    return {
      body: { data: presentCollection(collection) },
      headers: { Location: `/api/collections/${collection.name}` },
    };
  },

  getCollection: async ({ params, actor }) => {
    const collection = await collections.get(actor, params.name);
    const indexes = await collections.getIndexes(collection);
    return { data: { ...presentCollection(collection), indexes: indexes.map(presentIndex) } };
  },

  updateCollection: async ({ params, body, actor }) => ({
    data: presentCollection(await collections.update(actor, params.name, body)),
  }),

  checkCollectionSchema: async ({ params, body, actor }) => ({
    data: presentSchemaCheck(await collections.checkSchema(actor, params.name, body.schema)),
  }),

  deleteCollection: async ({ params, actor }) =>
    answerDeletion(await collections.delete(actor, params.name)),
});
