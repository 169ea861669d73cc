import type { contentOperations, Handlers } from '../../../contracts/index.ts';
import type { Cms, ContentItem } from '../../../core/index.ts';
import { expectedTag } from '../answer/entity-tag.ts';
import type { RequestContext } from '../request-context.ts';
import { answerItem } from './content-item.ts';
import { answerContentList, type ContentListOptions } from './content-list.ts';
import { answerDeletion } from './envelope.ts';
import { presentWritten } from './present-content.ts';
import { renderObject } from './render-json.ts';

export const contentHandlers = (
  { content, cache }: Pick<Cms, 'content' | 'cache'>,
  options: ContentListOptions,
): Handlers<typeof contentOperations, RequestContext> => ({
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
});

const expectation = (ifMatch: string | undefined) => {
  const isExpected = expectedTag(ifMatch);
  return isExpected && ((item: ContentItem) => isExpected(presentWritten(item).tag));
};
