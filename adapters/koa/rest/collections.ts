import {
  presentCollection,
  presentIndex,
  presentSchemaCheck,
  type collectionOperations,
  type Handlers,
} from '../../../contracts/index.ts';
import { mayBeCached, type Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import { answerItem, answerContentList, uncached } from './content-answers.ts';
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
    previews,
    cache,
  }: Pick<Cms, 'collections' | 'content' | 'references' | 'previews' | 'cache'>,
  options: ExpandedOptions,
): Handlers<typeof collectionOperations, RequestContext> => ({
  listCollections: ({ query, actor, elapsedMs }) =>
    answerList(options.clock, elapsedMs, async () =>
      (await collections.list(actor, query)).map(presentCollection),
    ),

  listCollectionContent: ({ params, query: { expand, ...query }, actor, client, ...context }) => {
    const command = { ...query, collection: params.name, client };
    const isPreview = !mayBeCached(query);
    const answer =
      expand === undefined
        ? answerContentList(options, context, () =>
            isPreview
              ? previews.list(actor, { ...command, mustExist: true })
              : content.listOfCollection(actor, command),
          )
        : answerExpandedList(options, context, () =>
            references.expandListOfCollection(actor, { ...command, expand }),
          );
    return isPreview ? uncached(answer) : answer;
  },

  getCollectionContent: ({ params, query: { expand, ...query }, actor, client, ...context }) => {
    const { name: collection, idOrSlug } = params;
    const command = { ...query, collection, idOrSlug, client };
    const isPreview = !mayBeCached(query);
    const answer =
      expand === undefined
        ? answerItem(cache.counter, context, () =>
            isPreview
              ? previews.getOfCollection(actor, command)
              : content.getOfCollection(actor, command),
          )
        : answerExpandedItem(cache.counter, options, context, () =>
            references.expandItemOfCollection(actor, { ...command, expand }),
          );
    return isPreview ? uncached(answer) : answer;
  },

  getSingleton: ({ params, query: { expand, ...query }, actor, client, ...context }) => {
    const command = { ...query, collection: params.name, client };
    const isPreview = !mayBeCached(query);
    const answer =
      expand === undefined
        ? answerItem(cache.counter, context, () =>
            isPreview
              ? previews.getSingleton(actor, command)
              : content.getSingleton(actor, command),
          )
        : answerExpandedItem(cache.counter, options, context, () =>
            references.expandSingleton(actor, { ...command, expand }),
          );
    return isPreview ? uncached(answer) : answer;
  },

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
    return {
      data: {
        ...presentCollection(collection),
        ...(indexes.length > 0 && { indexes: indexes.map(presentIndex) }),
      },
    };
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
