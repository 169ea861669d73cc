import type { ContentItemDto, ContentListMetaDto, JsonTextOf } from '../../../contracts/index.ts';
import type { ContentItem, ContentListing } from '../../../core/index.ts';
import { itemTag } from '../answer/entity-tag.ts';
import { asJsonText, unpooledBytes } from './render-json.ts';

/**
 * The public form of an item. Its author, version and origin are not exposed. Its `data` is JSON text already, and ids,
 * statuses and times need no escapes: to serialize an object takes four times as long.
 */
export const renderContentItem = (item: ContentItem): JsonTextOf<ContentItemDto> =>
  asJsonText(`${renderUntilData(item)}${item.data}}`);

const renderUntilData = (item: ContentItem): string =>
  `{"id":"${item.id}","title":${JSON.stringify(item.title)},"slug":${JSON.stringify(item.slug)},` +
  `"status":"${item.status}","collectionId":"${item.collectionId}",` +
  `"created_at":${item.createdAt},"updated_at":${item.updatedAt},"data":`;

/** An item as the answers to its writes have it, and its tag. */
export const presentWritten = (item: ContentItem) => {
  const text = renderContentItem(item);
  return { text, tag: itemTag(item.version, text) };
};

/** A page in the core's cache is the same object again. */
const pages = new WeakMap<readonly ContentItem[], Uint8Array>();

/** Equal reads may share a page. Their answers are rendered in the same turn of the event loop. */
const pagesOfTurn = new Map<readonly ContentItem[], Uint8Array>();

/**
 * The body of an answer with a list, until `meta`.
 *
 * @param isCached whether the core may return the same page again. The texts of other pages are not cached: a weak map
 *   holds them until a collection of the whole heap.
 */
export const renderPage = (items: readonly ContentItem[], isCached: boolean): Uint8Array => {
  const cached = pages.get(items) ?? pagesOfTurn.get(items);
  if (cached !== undefined) return cached;
  const bytes = renderItems(items);
  if (isCached) {
    pages.set(items, bytes);
  } else {
    if (pagesOfTurn.size === 0) setImmediate(() => pagesOfTurn.clear());
    pagesOfTurn.set(items, bytes);
  }
  return bytes;
};

/** Not as one text first: pages are large enough for the garbage collector to notice the difference. */
const renderItems = (items: readonly ContentItem[]): Uint8Array => {
  const texts = items.flatMap((item, index) => [
    `${index === 0 ? '' : ','}${renderUntilData(item)}`,
    item.data,
    '}',
  ]);
  return unpooledBytes(pageOpening, ...texts, ']');
};

/** How the body of every list of content begins. */
export const pageOpening = '{"data":[';

/** What the caller asked for, and the statement that ran. */
export const presentListing = ({
  limit,
  offset,
  conditions,
  movedTo,
  trace,
}: ContentListing): Pick<ContentListMetaDto, 'filter' | 'movedTo' | 'query'> => ({
  filter: { limit, offset, where: { and: conditions } },
  ...(movedTo !== undefined && { movedTo }),
  query: { sql: trace?.statement ?? '', params: trace?.parameters ?? [] },
});
