import {
  presentCollection,
  presentIndex,
  presentSchemaCheck,
  type collectionOperations,
  type Handlers,
} from '../../../contracts/index.ts';
import type { Clock, Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import type { contentAnswers } from './answers/content-answers.ts';
import { answerDeletion, answerList } from './answers/envelope.ts';

export const collectionHandlers = (
  { collections, content, references }: Pick<Cms, 'collections' | 'content' | 'references'>,
  answers: ReturnType<typeof contentAnswers>,
  { clock }: { readonly clock: Clock },
): Handlers<typeof collectionOperations, RequestContext> => ({
  listCollections: ({ query, actor, elapsedMs }) =>
    answerList(clock, elapsedMs, async () =>
      (await collections.list(actor, query)).map(presentCollection),
    ),

  listCollectionContent: ({ params, query: { expand, ...query }, actor, client, ...context }) =>
    answers.list(
      { actor, command: { ...query, collection: params.name, client }, expand, context },
      { plain: content.listOfCollection, expanded: references.expandListOfCollection },
    ),

  getCollectionContent: ({ params, query: { expand, ...query }, actor, client, ...context }) => {
    const { name: collection, idOrSlug } = params;
    return answers.item(
      { actor, command: { ...query, collection, idOrSlug, client }, expand, context },
      { plain: content.getOfCollection, expanded: references.expandItemOfCollection },
    );
  },

  getSingleton: ({ params, query: { expand, ...query }, actor, client, ...context }) =>
    answers.item(
      { actor, command: { ...query, collection: params.name, client }, expand, context },
      { plain: content.getSingleton, expanded: references.expandSingleton },
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
