import {
  presentIncludedMedia,
  type contentListAnswer,
  type foundItemAnswer,
  type Reply,
} from '../../../contracts/index.ts';
import type {
  CacheCounter,
  ContentItem,
  ExpandedItem,
  ExpandedListing,
  Expansion,
  ReadResult,
} from '../../../core/index.ts';
import { itemTag, weakTag } from '../answer/entity-tag.ts';
import { asLateJson } from '../answer/open-body.ts';
import { cacheHeaders, timed } from '../answer/read-facts.ts';
import type { RequestContext } from '../request-context.ts';
import {
  endRenderer,
  renderMovedTo,
  renderPortions,
  reportFor,
  startOfMeta,
} from './content-answers.ts';
import type { ContentListOptions } from './content-answers.ts';
import { presentListing, renderContentItem, renderPage } from './present-content.ts';
import { asJsonParts, unpooledBytes } from './render-json.ts';

export interface ExpandedOptions extends ContentListOptions {
  /** The URL of a file is this, a slash and its key. */
  readonly mediaBaseUrl: string;
}

/** The members of an answer that follow its `data`: always the first two, with a comma before each. */
const renderExpansion = (
  { items, media, isTruncated }: Expansion,
  mediaBaseUrl: string,
): string => {
  const objectOf = (members: readonly (readonly [id: string, text: string])[]): string =>
    `{${members.map(([id, text]) => `"${id}":${text}`).join(',')}}`;
  const included = objectOf(items.map((item) => [item.id, renderContentItem(item)]));
  const files = objectOf(
    media.map((file) => [file.id, JSON.stringify(presentIncludedMedia(file, mediaBaseUrl))]),
  );
  const truncated = isTruncated ? ',"truncated":true' : '';
  return `,"included":${included},"includedMedia":${files}${truncated}`;
};

/**
 * A page of content with what it refers to. The entity tag is that of both. The whole answer is reused only if everything in
 * it is of one snapshot, and while the store has it.
 */
export const answerExpandedList = async (
  { clock, version = '', mediaBaseUrl }: ExpandedOptions,
  context: Pick<RequestContext, 'elapsedMs' | 'allowReuse'>,
  read: () => Promise<ReadResult<ExpandedListing>>,
): Promise<Reply<typeof contentListAnswer>> => {
  const { value: result, timing } = await timed(context.elapsedMs, read);
  const { listing, expansion } = result.value;
  const rendered = async (): Promise<string> => renderExpansion(await expansion(), mediaBaseUrl);
  if (listing.kind === 'portions') {
    const { cache } = result;
    const meta = {
      ...startOfMeta(clock, listing.count, { cache, timing }),
      ...presentListing(listing),
    };
    return {
      body: asJsonParts(renderPortions(listing.portions, meta, rendered)),
      headers: cacheHeaders(cache, timing.total),
    };
  }
  const { items, tag } = listing;
  const text = await rendered();
  const cache = reportFor(context, result);
  return {
    body: asLateJson({
      size: sizeOf(items) + text.length,
      renderStart: () => Buffer.concat([renderPage(items, false), Buffer.from(text)]),
      renderEnd: endRenderer(clock, listing),
      facts: { cache, timing },
    }),
    headers: {
      ...(tag !== undefined && { ETag: weakTag([version, tag, text]) }),
      ...cacheHeaders(cache, timing.total),
    },
  };
};

const sizeOf = (items: readonly ContentItem[]): number =>
  items.reduce((sum, { data }) => sum + data.length, 0);

/** One item with what it refers to. Its entity tag is not that of the item alone: no write accepts it. */
export const answerExpandedItem = async (
  counter: CacheCounter,
  { mediaBaseUrl }: ExpandedOptions,
  context: Pick<RequestContext, 'elapsedMs' | 'allowReuse'>,
  read: () => Promise<ReadResult<ExpandedItem>>,
): Promise<Reply<typeof foundItemAnswer>> => {
  const { value: result, timing } = await timed(context.elapsedMs, read);
  const { item, expansion, movedTo } = result.value;
  const text = `${renderContentItem(item)}${renderExpansion(expansion, mediaBaseUrl)}`;
  const cache = reportFor(context, result);
  if (cache.active) counter.count(false);
  return {
    body: asLateJson({
      size: text.length,
      renderStart: () => unpooledBytes(`{"data":${text}${renderMovedTo(movedTo)}}`),
      facts: { cache, timing },
    }),
    headers: { ETag: itemTag(item.version, text), ...cacheHeaders(cache, timing.total) },
  };
};
