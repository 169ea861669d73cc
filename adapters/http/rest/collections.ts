import {
  presentAccess,
  presentCollection,
  presentListed,
  presentIndex,
  presentSchemaCheck,
  type collectionOperations,
  type Handlers,
} from '../../../contracts/index.ts';
import type { Clock, Cms } from '../../../core/index.ts';
import type { Collection } from '../../../core/vocabulary.ts';
import { expectedTag, itemTag } from '../answer/entity-tag.ts';
import type { RequestContext } from '../request-context.ts';
import type { contentAnswers } from './answers/content-answers.ts';
import { answerDeletion, answerList } from './answers/envelope.ts';

export const collectionHandlers = (
  { collections, content }: Pick<Cms, 'collections' | 'content'>,
  answers: ReturnType<typeof contentAnswers>,
  { clock }: { readonly clock: Clock },
): Handlers<typeof collectionOperations, RequestContext> => ({
  listCollections: ({ query, actor, elapsedMs }) =>
    answerList(clock, elapsedMs, async () =>
      (await collections.list(actor, query)).map(presentListed),
    ),

  listCollectionContent: ({
    params: { name: collection },
    query: { expand, perspective, preview, locale, fallback, alternates, ...list },
    actor,
    client,
    ...context
  }) => {
    const of = { list: { ...list, collection, mustExist: true } };
    const languages = { locale, fallback, alternates };
    const command = { of, expand, perspective, preview, ...languages, client };
    return answers.list(content.readPage, { actor, command, context });
  },

  getCollectionContent: ({ params, query, actor, client, ...context }) => {
    const of = { collection: params.name, idOrSlug: params.idOrSlug };
    return answers.item(content.readItem, { actor, command: { of, ...query, client }, context });
  },

  getSingleton: ({ params, query, actor, client, ...context }) => {
    const of = { singleton: params.name };
    return answers.item(content.readItem, { actor, command: { of, ...query, client }, context });
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
      body: {
        data: {
          ...presentCollection(collection),
          ...(indexes.length > 0 && { indexes: indexes.map(presentIndex) }),
        },
      },
      headers: { ETag: tagOf(collection) },
    };
  },

  getCollectionAccess: async ({ params, actor }) => ({
    data: presentAccess(await collections.readAccess(actor, params.name)),
  }),

  updateCollection: async ({ params, query, headers, body, actor }) => {
    const isExpected = expectedTag(headers['If-Match']);
    const collection = await collections.update(
      actor,
      params.name,
      body,
      query.shareFrom,
      isExpected && ((stored) => isExpected(tagOf(stored))),
    );
    return {
      body: { data: presentCollection(collection) },
      headers: { ETag: tagOf(collection) },
    };
  },

  checkCollectionSchema: async ({ params, body, actor }) => ({
    data: presentSchemaCheck(await collections.checkSchema(actor, params.name, body.schema)),
  }),

  deleteCollection: async ({ params, actor }) =>
    answerDeletion(await collections.delete(actor, params.name)),
});

const tagOf = (collection: Collection): string =>
  itemTag(collection.version, JSON.stringify(presentCollection(collection)));
