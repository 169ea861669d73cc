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
  type ContentListing,
  type ItemRead,
  type PerspectiveRequest,
  type ReadItem,
  type ReadPage,
  type ReadResult,
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
import { listTag, listTagOf, type tagHeaders } from './cache-tags.ts';
import { timestampOf } from './envelope.ts';
import {
  presentAlternates,
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
  readonly command: Omit<C, 'signal'>;
  readonly context: Context;
}

/** A use case that reads content. */
type ReadContent<C, Result> = (actor: Actor, command: C) => Promise<ReadResult<Result>>;

/** The answers to reads that accept `expand`, `perspective` and `preview`. */
export const contentAnswers = (counter: CacheCounter, options: ContentAnswerOptions) => ({
  item: (
    readItem: ReadContent<ReadItem, ItemRead>,
    { actor, command, context }: ContentRequest<ReadItem>,
  ): Promise<Reply<typeof foundItemAnswer>> =>
    storable(
      command,
      answerItem(counter, options, context, () =>
        readItem(actor, { ...command, signal: leaving(context) }),
      ),
    ),

  list: (
    readPage: ReadContent<ReadPage, ContentListing>,
    { actor, command, context }: ContentRequest<ReadPage>,
  ): Promise<Reply<typeof contentListAnswer>> =>
    storable(
      command,
      answerList(options, context, () => readPage(actor, { ...command, signal: leaving(context) })),
    ),
});

/**
 * A page of content and a current `meta`, with what the page refers to if it was expanded. An expanded answer is reused
 * only if everything in it is of one snapshot, and while the store has it.
 */
const answerList = async (
  { clock, version = '', mediaBaseUrl, tagsOf }: ContentAnswerOptions,
  context: Context,
  read: () => Promise<ReadResult<ContentListing>>,
): Promise<Reply<typeof contentListAnswer>> => {
  const { value: result, timing } = await timed(context.elapsedMs, read);
  const { value: listing } = result;
  const { expansion } = listing;
  const lists = [listTagOf(listing), ...tagsOfMove(listing)];
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
): Omit<ContentListMetaDto, 'alternates' | 'filter' | 'locale' | 'movedTo' | 'query'> => ({
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
  read: () => Promise<ReadResult<ItemRead>>,
): Promise<Reply<typeof foundItemAnswer>> => {
  const { value: result, timing } = await timed(context.elapsedMs, read);
  const { item, movedTo, locale, alternates, expansion } = result.value;
  const more = renderExpansion(expansion, mediaBaseUrl);
  const served = locale === undefined ? '' : `,"locale":${renderJson(locale)}`;
  const others =
    alternates === undefined ? '' : `,"alternates":${renderJson(presentAlternates(alternates))}`;
  const text = `${renderContentItem(item)}${more}${served}${others}`;
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
const tagsOfMove = ({ movedTo }: Pick<ItemRead, 'movedTo'>): readonly string[] =>
  movedTo === undefined ? [] : [listTag(undefined)];

/**
 * The answer as caches may store it. Nothing stores that to a request in the perspective of drafts or with a preview token,
 * and it has no tag: a cache could show it to somebody without the token, or after the token was revoked.
 */
const storable = async <R extends { readonly headers: CacheableHeaders }>(
  request: PerspectiveRequest,
  answer: Promise<R>,
): Promise<R> => {
  if (mayBeCached(request)) return answer;
  const { headers, ...rest } = await answer;
  const { ETag: _, ...others } = headers;
  return { ...rest, headers: { ...others, ...neverCached } } as R;
};

interface CacheableHeaders {
  readonly ETag?: string;
  readonly 'Cache-Control'?: string;
}
