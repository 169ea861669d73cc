import type {
  contentListAnswer,
  ContentListMetaDto,
  Reply,
  foundItemAnswer,
} from '../../../../contracts/index.ts';
import {
  mayBeCached,
  type Actor,
  type CacheCounter,
  type Clock,
  type ContentItem,
  type ContentListing,
  type ExpandedItem,
  type ExpandedListing,
  type PerspectiveRequest,
  type ReadResult,
  type Signal,
} from '../../../../core/index.ts';
import { digestOf, itemTag, weakTag } from '../../answer/entity-tag.ts';
import { asLateJson } from '../../answer/late-json.ts';
import {
  cacheHeaders,
  neverCached,
  reportFor,
  timed,
  type ReadFacts,
} from '../../answer/read-facts.ts';
import { leaving, type RequestContext } from '../../request-context.ts';
import { listTag, type tagHeaders } from './cache-tags.ts';
import { timestampOf } from './envelope.ts';
import {
  presentListing,
  renderContentItem,
  renderExpansion,
  renderExpansionBytes,
  renderPage,
  renderPortions,
} from './present-content.ts';
import { asJsonParts, renderJson, unpooledBytes } from './render-json.ts';

export interface ContentAnswerOptions {
  readonly clock: Clock;
  /** The URL of a file is this, a slash and its key. */
  readonly mediaBaseUrl: string;
  /** Renders the tags of an answer. */
  readonly tagsOf: ReturnType<typeof tagHeaders>;
  /** Of the program, as another one can have other answers. */
  readonly version?: string | undefined;
}

type Context = Pick<RequestContext, 'elapsedMs' | 'allowReuse' | 'isGone'>;

interface ContentRequest<C> {
  readonly actor: Actor;
  /** For the use case, with the perspective and the preview token. */
  readonly command: C;
  readonly expand: string | undefined;
  readonly context: Context;
}

/** The use cases that read the same content, in any perspective. */
interface ContentReads<C, Result, Expanded> {
  readonly plain: (actor: Actor, command: C) => Promise<Result>;
  /** With `expand`. */
  readonly expanded: (
    actor: Actor,
    command: C & { readonly expand: string; readonly signal: Signal },
  ) => Promise<ReadResult<Expanded>>;
}

type FoundItem = Pick<ExpandedItem, 'item' | 'movedTo'> & Partial<Pick<ExpandedItem, 'expansion'>>;
type ItemResult = ReadResult<ContentItem> & Pick<FoundItem, 'movedTo'>;
type FoundList = Pick<ExpandedListing, 'listing'> & Partial<Pick<ExpandedListing, 'expansion'>>;

/** The answers to reads that accept `expand`, `perspective` and `preview`. */
export const contentAnswers = (counter: CacheCounter, options: ContentAnswerOptions) => ({
  item: <C extends PerspectiveRequest>(
    request: ContentRequest<C>,
    reads: ContentReads<C, ItemResult, FoundItem>,
  ): Promise<Reply<typeof foundItemAnswer>> =>
    answerRead(
      request,
      reads,
      ({ value: item, movedTo }) => ({ item, movedTo }),
      (read) => answerItem(counter, options, request.context, read),
    ),

  list: <C extends PerspectiveRequest>(
    request: ContentRequest<C>,
    reads: ContentReads<C, ReadResult<ContentListing>, FoundList>,
  ): Promise<Reply<typeof contentListAnswer>> =>
    answerRead(
      request,
      reads,
      ({ value: listing }) => ({ listing }),
      (read) => answerList(options, request.context, read),
    ),
});

/** @param foundOf converts what a read without `expand` found to the form of one with it. */
const answerRead = <
  C extends PerspectiveRequest,
  Result extends ReadResult<unknown>,
  Found,
  R extends { readonly headers: UncachedHeaders },
>(
  { actor, command, expand, context }: ContentRequest<C>,
  { plain, expanded }: ContentReads<C, Result, Found>,
  foundOf: (result: Result) => Found,
  answer: (read: () => Promise<ReadResult<Found>>) => Promise<R>,
): Promise<R> => {
  const answered = answer(async () => {
    if (expand !== undefined) {
      return expanded(actor, { ...command, expand, signal: leaving(context) });
    }
    const result = await plain(actor, command);
    return { ...result, value: foundOf(result) };
  });
  return mayBeCached(command) ? answered : uncached(answered);
};

/**
 * A page of content and a current `meta`, with what the page refers to if it was expanded. An expanded answer is reused
 * only if everything in it is of one snapshot, and while the store has it.
 */
const answerList = async (
  { clock, version = '', mediaBaseUrl, tagsOf }: ContentAnswerOptions,
  context: Context,
  read: () => Promise<ReadResult<FoundList>>,
): Promise<Reply<typeof contentListAnswer>> => {
  const { value: result, timing } = await timed(context.elapsedMs, read);
  const { listing, expansion } = result.value;
  const collection = listing.conditions.find(({ field }) => field === 'collectionId');
  const lists = [listTag(collection?.value), ...tagsOfMove(listing)];
  if (listing.kind === 'portions') {
    const { cache } = result;
    const start = startOfMeta(clock, listing.count, { cache, timing });
    const meta = { ...start, ...presentListing(listing) };
    const renderEnd = async (count: number): Promise<string> =>
      `${renderExpansion(await expansion?.(), mediaBaseUrl)},"meta":${renderJson({ ...meta, count })}`;
    return {
      body: asJsonParts(renderPortions(listing.portions, renderContentItem, renderEnd)),
      headers: {
        ...tagsOf({ lists, items: undefined, expansion: expansion && 'late' }),
        ...cacheHeaders(cache, timing.total),
      },
    };
  }
  const { items, tag } = listing;
  const isCached = (result.cache.ttlMs ?? 0) > 0;
  const expanded = await expansion?.();
  const more = renderExpansionBytes(expanded, mediaBaseUrl);
  const cache = reportFor(context, result);
  return {
    body: asLateJson({
      size: items.reduce((sum, { data }) => sum + data.length, more.length),
      renderStart: () => {
        const page = renderPage(items, isCached);
        return expanded === undefined ? page : Buffer.concat([page, more]);
      },
      renderEnd: endRenderer(clock, listing),
      facts: { cache, timing },
    }),
    // Weak, because `meta` differs for each response.
    headers: {
      ...(tag !== undefined && {
        ETag: weakTag([version, tag, ...(expanded === undefined ? [] : [digestOf(more)])]),
      }),
      ...tagsOf({ lists, items, expansion: expanded }),
      ...cacheHeaders(cache, timing.total),
    },
  };
};

/** Renders what follows the items of a page: `meta`, whose last members are always the same. */
const endRenderer = (clock: Clock, listing: ContentListing) => {
  const rest = renderJson(presentListing(listing)).slice(1);
  // Not the listing: the renderer is cached longer than the items.
  const { count } = listing;
  return (facts: ReadFacts): string => {
    const start = renderJson(startOfMeta(clock, count, facts));
    return `,"meta":${start.slice(0, -1)},${rest}}`;
  };
};

const startOfMeta = (
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
 * One item, which is never in the core's cache, with what it refers to if it was expanded. The entity tag of an expanded
 * item is not that of the item alone: no write accepts it.
 */
const answerItem = async (
  counter: CacheCounter,
  { mediaBaseUrl, tagsOf }: ContentAnswerOptions,
  context: Context,
  read: () => Promise<ReadResult<FoundItem>>,
): Promise<Reply<typeof foundItemAnswer>> => {
  const { value: result, timing } = await timed(context.elapsedMs, read);
  const { item, movedTo, expansion } = result.value;
  const more = renderExpansion(expansion, mediaBaseUrl);
  const text = `${renderContentItem(item)}${more}`;
  const end = movedTo === undefined ? '' : `,"movedTo":${JSON.stringify(movedTo)}`;
  const cache = reportFor(context, result);
  if (cache.active) counter.count(false);
  return {
    body: asLateJson({
      size: text.length,
      renderStart: () => unpooledBytes(`{"data":${text}${end}}`),
      facts: { cache, timing },
    }),
    headers: {
      ETag: itemTag(item.version, text),
      ...tagsOf({ lists: tagsOfMove(result.value), items: [item], expansion }),
      ...cacheHeaders(cache, timing.total),
    },
  };
};

/** Any item may take the former slug by which another one was found. */
const tagsOfMove = ({ movedTo }: Pick<FoundItem, 'movedTo'>): readonly string[] =>
  movedTo === undefined ? [] : [listTag(undefined)];

/**
 * The answer to a request that names a perspective or has a preview token. Nothing stores it, and it has no tag: a cache
 * could show it to somebody without the token, or after the token was revoked.
 */
const uncached = async <R extends { readonly headers: UncachedHeaders }>(
  answer: Promise<R>,
): Promise<R> => {
  const { headers, ...rest } = await answer;
  const { ETag: _, ...others } = headers;
  return { ...rest, headers: { ...others, ...neverCached } } as R;
};

interface UncachedHeaders {
  readonly ETag?: string;
  readonly 'Cache-Control'?: string;
}
