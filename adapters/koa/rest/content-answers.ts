import type {
  contentListAnswer,
  ContentListMetaDto,
  Reply,
  foundItemAnswer,
} from '../../../contracts/index.ts';
import type {
  Clock,
  ContentItem,
  ContentListing,
  ReadResult,
  CacheCounter,
  CacheReport,
} from '../../../core/index.ts';
import { weakTag, itemTag } from '../answer/entity-tag.ts';
import { asLateJson } from '../answer/open-body.ts';
import { cacheHeaders, timed, type ReadFacts } from '../answer/read-facts.ts';
import type { RequestContext } from '../request-context.ts';
import { timestampOf } from './envelope.ts';
import { pageOpening, presentListing, renderContentItem, renderPage } from './present-content.ts';
import { asJsonParts, renderJson, unpooledBytes } from './render-json.ts';

export interface ContentListOptions {
  readonly clock: Clock;
  /** Of the program, as another one can have other answers. */
  readonly version?: string | undefined;
}

/** A page of content, and a current `meta`. */
export const answerContentList = async (
  { clock, version = '' }: ContentListOptions,
  context: Pick<RequestContext, 'elapsedMs' | 'allowReuse'>,
  read: () => Promise<ReadResult<ContentListing>>,
): Promise<Reply<typeof contentListAnswer>> => {
  const { value: result, timing } = await timed(context.elapsedMs, read);
  const listing = result.value;
  if (listing.kind === 'portions') {
    const { cache } = result;
    const start = startOfMeta(clock, listing.count, { cache, timing });
    const meta = { ...start, ...presentListing(listing) };
    return {
      body: asJsonParts(renderPortions(listing.portions, meta)),
      headers: cacheHeaders(cache, timing.total),
    };
  }
  const { items, tag } = listing;
  const isCached = (result.cache.ttlMs ?? 0) > 0;
  const cache = reportFor(context, result);
  return {
    body: asLateJson({
      size: items.reduce((sum, { data }) => sum + data.length, 0),
      renderStart: () => renderPage(items, isCached),
      renderEnd: endRenderer(clock, listing),
      facts: { cache, timing },
    }),
    // Weak, because `meta` differs for each response.
    headers: {
      ...(tag !== undefined && { ETag: weakTag([version, tag]) }),
      ...cacheHeaders(cache, timing.total),
    },
  };
};

/** Renders what follows the items of a page: `meta`, whose last members are always the same. */
export const endRenderer = (clock: Clock, listing: ContentListing) => {
  const rest = renderJson(presentListing(listing)).slice(1);
  // Not the listing: the renderer is cached longer than the items.
  const { count } = listing;
  return (facts: ReadFacts): string => {
    const start = renderJson(startOfMeta(clock, count, facts));
    return `,"meta":${start.slice(0, -1)},${rest}}`;
  };
};

export const startOfMeta = (
  clock: Clock,
  count: number,
  { cache: { hit, source }, timing }: ReadFacts,
): Omit<ContentListMetaDto, 'filter' | 'movedTo' | 'query'> => ({
  count,
  timestamp: timestampOf(clock.now()),
  cache: { hit, source },
  timing,
});

/**
 * The same form, item by item. `meta.count` is counted while the items are sent.
 *
 * @param renderMore renders further members after the last item, each with a comma before it.
 */
export async function* renderPortions(
  portions: AsyncIterable<readonly ContentItem[]>,
  meta: ContentListMetaDto,
  renderMore: () => Promise<string> = async () => '',
): AsyncGenerator<string> {
  let count = 0;
  for await (const items of portions) {
    for (const item of items) {
      yield `${count === 0 ? pageOpening : ','}${renderContentItem(item)}`;
      count += 1;
    }
  }
  const more = await renderMore();
  yield `${count === 0 ? pageOpening : ''}]${more},"meta":${renderJson({ ...meta, count })}}`;
}

/** The member of an answer with an item that was found by a former slug, with a comma before it. */
export const renderMovedTo = (slug: string | undefined): string =>
  slug === undefined ? '' : `,"movedTo":${JSON.stringify(slug)}`;

/** One item, which is never in the core's cache. */
export const answerItem = async (
  counter: CacheCounter,
  context: Pick<RequestContext, 'elapsedMs' | 'allowReuse'>,
  read: () => Promise<ReadResult<ContentItem> & { readonly movedTo?: string | undefined }>,
): Promise<Reply<typeof foundItemAnswer>> => {
  const { value: result, timing } = await timed(context.elapsedMs, read);
  const item = result.value;
  const text = renderContentItem(item);
  const { movedTo } = result;
  const end = renderMovedTo(movedTo);
  const cache = reportFor(context, result);
  if (cache.active) counter.count(false);
  return {
    body: asLateJson({
      size: text.length,
      renderStart: () => unpooledBytes(`{"data":${text}${end}}`),
      facts: { cache, timing },
    }),
    headers: { ETag: itemTag(item.version, text), ...cacheHeaders(cache, timing.total) },
  };
};

/**
 * The answer to a request that names a perspective or has a preview token. Nothing stores it, and it has no tag: a cache
 * could show it to somebody without the token, or after the token was revoked.
 */
export const uncached = async <R extends { readonly headers: UncachedHeaders }>(
  answer: Promise<R>,
): Promise<R> => {
  const { headers, ...rest } = await answer;
  const { ETag: _, ...others } = headers;
  return { ...rest, headers: { ...others, 'Cache-Control': 'private, no-store' } } as R;
};

interface UncachedHeaders {
  readonly ETag?: string;
  readonly 'Cache-Control'?: string;
}

/**
 * Lets equal requests have the same answer for as long as that is right, but no longer than the page lives that
 * the answer was made from.
 *
 * @returns what the cache plugin did, for the client.
 */
export const reportFor = (
  { allowReuse }: Pick<RequestContext, 'allowReuse'>,
  { cache, reusable }: Pick<ReadResult<unknown>, 'cache' | 'reusable'>,
): CacheReport => {
  if (reusable === undefined) return cache;
  const { hit, ttlMs = 0 } = cache;
  const lifetimeMs = hit ? Math.min(ttlMs, reusable.lifetimeMs) : reusable.lifetimeMs;
  return { ...cache, ttlMs: Math.max(ttlMs, allowReuse({ ...reusable, lifetimeMs })) };
};
