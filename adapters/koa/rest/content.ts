import type { contentOperations, Handlers } from '../../../contracts/index.ts';
import type { Clock, Cms, ContentItem } from '../../../core/index.ts';
import { cacheHeaders } from '../cache-headers.ts';
import { strongMatch, versionTag } from '../entity-tag.ts';
import type { RequestContext } from '../request-context.ts';
import { answerContentList } from './content-list.ts';
import { answerDeletion, timed } from './envelope.ts';
import { renderContentItem, renderContentItems } from './present-content.ts';
import { renderObject, vouchedJson } from './render-json.ts';

export const contentHandlers = (
  { content }: Pick<Cms, 'content'>,
  { clock }: { readonly clock: Clock },
): Handlers<typeof contentOperations, RequestContext> => ({
  listContent: ({ query, actor, client, elapsedMs }) =>
    answerContentList(clock, elapsedMs, () =>
      content.list(actor, { ...query, client }, renderContentItems),
    ),

  checkSlug: async ({ query, actor }) => {
    const { slug, available, suggestion } = await content.checkSlug(actor, query);
    return { data: { slug, available, ...(suggestion !== undefined && { suggestion }) } };
  },

  getContent: async ({ params, actor, client, elapsedMs }) => {
    const { value, timing } = await timed(elapsedMs, () =>
      content.get(actor, { id: params.id, client }, renderContentItem),
    );
    return {
      body: renderObject({ data: vouchedJson(value.text) }),
      headers: {
        ETag: versionTag(value.version, value.text),
        ...cacheHeaders(value.cache, timing.total),
      },
    };
  },

  createContent: async ({ body, actor }) => {
    const item = await content.create(actor, body);
    const { body: answer, headers } = answerItem(item);
    return { body: answer, headers: { Location: `/api/content/${item.id}`, ...headers } };
  },

  updateContent: async ({ params, headers, body, actor }) => {
    const expected = expectedItem(headers['If-Match']);
    const item = await content.update(actor, params.id, body, expected);
    return answerItem(item);
  },

  deleteContent: async ({ params, headers, actor }) => {
    await content.delete(actor, params.id, expectedItem(headers['If-Match']));
    return answerDeletion(params.id);
  },
});

const answerItem = (item: ContentItem) => {
  const text = renderContentItem(item);
  return {
    body: renderObject({ data: text }),
    headers: { ETag: versionTag(item.version, text) },
  };
};

const tagOf = (item: ContentItem): string => versionTag(item.version, renderContentItem(item));

/** Which state of an item the caller will act on; undefined when any will do. */
const expectedItem = (
  ifMatch: string | undefined,
): ((item: ContentItem) => boolean) | undefined => {
  const matches = strongMatch(ifMatch);
  return matches && ((item) => matches(tagOf(item)));
};
