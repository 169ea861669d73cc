import {
  type contentOperations,
  type Handlers,
  presentContentInfo,
  presentSummary,
  type contentSummaryOperations,
} from '../../../contracts/index.ts';
import type { Cms, ContentItem } from '../../../core/index.ts';
import { expectedTag } from '../answer/entity-tag.ts';
import { timed } from '../answer/read-facts.ts';
import type { RequestContext } from '../request-context.ts';
import { answerItem, answerContentList, type ContentListOptions } from './content-answers.ts';
import { answerDeletion, answerList, listMetaOf } from './envelope.ts';
import { presentWritten } from './present-content.ts';
import { renderObject } from './render-json.ts';

type ContentOperations = typeof contentOperations & typeof contentSummaryOperations;

export const contentHandlers = (
  { content, cache }: Pick<Cms, 'content' | 'cache'>,
  options: ContentListOptions,
): Handlers<ContentOperations, RequestContext> => ({
  listContent: ({ query, actor, client, ...context }) =>
    answerContentList(options, context, () => content.list(actor, { ...query, client })),

  checkSlug: async ({ query, actor, client }) => {
    const { slug, available, suggestion } = await content.checkSlug(actor, { ...query, client });
    return { data: { slug, available, ...(suggestion !== undefined && { suggestion }) } };
  },

  getContent: ({ params, actor, client, ...context }) =>
    answerItem(cache.counter, context, () => content.get(actor, { id: params.id, client })),

  createContent: async ({ body, actor }) => {
    const item = await content.create(actor, body);
    const { text, tag } = presentWritten(item);
    return {
      body: renderObject({ data: text }),
      headers: { Location: `/api/content/${item.id}`, ETag: tag },
    };
  },

  updateContent: async ({ params, headers, body, actor }) => {
    const expected = expectation(headers['If-Match']);
    const { text, tag } = presentWritten(await content.update(actor, params.id, body, expected));
    return { body: renderObject({ data: text }), headers: { ETag: tag } };
  },

  deleteContent: async ({ params, headers, actor }) => {
    await content.delete(actor, params.id, expectation(headers['If-Match']));
    return answerDeletion(params.id);
  },

  getContentInfo: async ({ params, actor, client }) => ({
    data: presentContentInfo(await content.getInfo(actor, { id: params.id, client })),
  }),

  listSummaries: async ({ query: { sort, ...query }, actor, client, elapsedMs }) => {
    const order = sort === '-created' ? 'created' : 'updated';
    const { value: page, timing } = await timed(elapsedMs, () =>
      content.listSummaries(actor, { ...query, order, client }),
    );
    const data = page.summaries.map(presentSummary);
    return {
      data,
      meta: { ...listMetaOf(options.clock, data.length, timing), more: page.hasMore },
    };
  },

  findContent: ({ query, actor, client, elapsedMs }) =>
    answerList(options.clock, elapsedMs, async () =>
      (await content.find(actor, { ...query, client })).map(presentSummary),
    ),

  countContent: ({ query, actor, client, elapsedMs }) =>
    answerList(options.clock, elapsedMs, () => content.count(actor, { ...query, client })),
});

const expectation = (ifMatch: string | undefined) => {
  const isExpected = expectedTag(ifMatch);
  return isExpected && ((item: ContentItem) => isExpected(presentWritten(item).tag));
};
