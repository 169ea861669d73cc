import type { Handlers, queryOperations, QueryMetaDto } from '../../../contracts/index.ts';
import type { Cms, ContentListing, Expansion } from '../../../core/index.ts';
import type { ContentItem } from '../../../core/vocabulary.ts';
import { cachePolicyFor, timed } from '../answer/read-facts.ts';
import { leaving, type RequestContext } from '../request-context.ts';
import { listTagOf } from './answers/cache-tags.ts';
import type { ContentAnswerOptions } from './answers/content-answers.ts';
import { listMetaOf } from './answers/envelope.ts';
import {
  pageOpening,
  presentLanguages,
  renderExpansion,
  renderItem,
  renderPortions,
} from './answers/present-content.ts';
import { asJsonParts, asJsonText, renderJson } from './answers/render-json.ts';
import { conditionsOf } from './conditions-of.ts';

export const queryHandlers = (
  { content }: Pick<Cms, 'content'>,
  { clock, mediaBaseUrl, tagsOf }: Pick<ContentAnswerOptions, 'clock' | 'mediaBaseUrl' | 'tagsOf'>,
): Handlers<typeof queryOperations, RequestContext> => ({
  queryContent: async ({
    params,
    query: {
      where = {},
      after,
      expand,
      perspective,
      preview,
      locale,
      fallback,
      alternates,
      ...query
    },
    actor,
    client,
    elapsedMs,
    isGone,
  }) => {
    const of = {
      query: {
        ...query,
        where: conditionsOf(where),
        ...(after !== undefined && { after: decodeCursor(after) }),
        collection: params.name,
      },
    };
    const signal = leaving({ isGone });
    const { value, timing } = await timed(elapsedMs, () =>
      content.readPage(actor, {
        of,
        expand,
        perspective,
        preview,
        locale,
        fallback,
        alternates,
        client,
        signal,
      }),
    );
    const { value: listing } = value;
    const { expansion } = listing;
    const meta = metaOf(listing, listMetaOf(clock, listing.count, timing));
    const render = (item: ContentItem): string => renderItem(item, listing.selection);
    const endOf = (expanded: Expansion | undefined, count: number): string =>
      `${renderExpansion(expanded, mediaBaseUrl)},"meta":${renderJson({ ...meta, count })}`;
    const lists = [listTagOf(listing)];
    const policy = cachePolicyFor({ perspective, preview });
    if (listing.kind === 'portions') {
      const renderEnd = async (count: number) => endOf(await expansion?.(), count);
      const tags = tagsOf({ lists, items: undefined, expansion: expansion && 'late' });
      return {
        body: asJsonParts(renderPortions(listing.portions, render, renderEnd)),
        headers: { ...tags, ...policy },
      };
    }
    const expanded = await expansion?.();
    const { items, count } = listing;
    return {
      body: asJsonText(`${pageOpening}${items.map(render).join(',')}]${endOf(expanded, count)}}`),
      headers: { ...tagsOf({ lists, items, expansion: expanded }), ...policy },
    };
  },
});

/** The core's cursors are readable. Clients must not depend on what they contain. */
const encodeCursor = (cursor: string): string => Buffer.from(cursor).toString('base64url');

/** Ignores what is no Base64url, as the core rejects the rest. */
const decodeCursor = (cursor: string): string => Buffer.from(cursor, 'base64url').toString();

const metaOf = (
  { cursor, total, ...languages }: ContentListing,
  meta: ReturnType<typeof listMetaOf>,
): QueryMetaDto => ({
  ...meta,
  ...presentLanguages(languages),
  ...(cursor !== undefined && { cursor: encodeCursor(cursor) }),
  ...(total && { total: total.count }),
  ...(total?.isLowerBound === true && { totalIsLowerBound: true }),
});
