import type { contentOperations, Handlers } from '../../../contracts/index.ts';
import type { Clock, Cms } from '../../../core/index.ts';
import { expectedVersions, versionTag } from '../answer/entity-tag.ts';
import type { RequestContext } from '../request-context.ts';
import { answerItem } from './content-item.ts';
import { answerContentList } from './content-list.ts';
import { answerDeletion } from './envelope.ts';
import { itemForm, listForm, renderContentItem } from './present-content.ts';
import { renderObject } from './render-json.ts';

export const contentHandlers = (
  { content, renderedContent }: Pick<Cms, 'content' | 'renderedContent'>,
  { clock }: { readonly clock: Clock },
): Handlers<typeof contentOperations, RequestContext> => ({
  listContent: ({ query, actor, client, ...context }) =>
    answerContentList(clock, context, () =>
      renderedContent.list(actor, { ...query, client }, listForm),
    ),

  checkSlug: async ({ query, actor, client }) => {
    const { slug, available, suggestion } = await content.checkSlug(actor, { ...query, client });
    return { data: { slug, available, ...(suggestion !== undefined && { suggestion }) } };
  },

  getContent: ({ params, actor, client, ...context }) =>
    answerItem(context, () => renderedContent.get(actor, { id: params.id, client }, itemForm)),

  createContent: async ({ body, actor }) => {
    const item = await content.create(actor, body);
    return {
      body: renderObject({ data: renderContentItem(item) }),
      headers: { Location: `/api/content/${item.id}`, ETag: versionTag(item.version) },
    };
  },

  updateContent: async ({ params, headers, body, actor }) => {
    const versions = expectedVersions(headers['If-Match']);
    const item = await content.update(actor, params.id, body, versions);
    return {
      body: renderObject({ data: renderContentItem(item) }),
      headers: { ETag: versionTag(item.version) },
    };
  },

  deleteContent: async ({ params, headers, actor }) => {
    await content.delete(actor, params.id, expectedVersions(headers['If-Match']));
    return answerDeletion(params.id);
  },
});
