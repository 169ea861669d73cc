import {
  presentIncludedMedia,
  type ContentItemDto,
  type ContentListMetaDto,
  type JsonTextOf,
} from '../../../../contracts/index.ts';
import type {
  Alternates,
  ContentListing,
  Expansion,
  SelectedFields,
} from '../../../../core/index.ts';
import { groupOf, shownItemMembers, type ContentItem } from '../../../../core/vocabulary.ts';
import { itemTag } from '../../answer/entity-tag.ts';
import { renderSelected } from './render-selected.ts';
import { asJsonText, unpooledBytes } from './render-json.ts';

/**
 * The public form of an item. Its author, version and origin are not exposed. Its `data` is JSON text already, and ids,
 * statuses and times need no escapes: to serialize an object takes four times as long.
 */
export const renderContentItem = (item: ContentItem): JsonTextOf<ContentItemDto> =>
  asJsonText(`${renderUntilData(item)}${item.data}}`);

/** An item, or its selected members. */
export const renderItem = (item: ContentItem, selection: SelectedFields | undefined): string =>
  selection === undefined ? renderContentItem(item) : renderSelected(item, selection);

/** The members before `data`, each with what stands before its value: its name, and the quote of a word. */
const starts = shownItemMembers
  .filter(({ kind }) => kind !== 'object')
  .map(({ member, name, kind }, index) => ({
    member,
    isText: kind === 'text',
    start: `${index === 0 ? '{' : ','}"${name}":${kind === 'word' ? '"' : ''}`,
    end: kind === 'word' ? '"' : '',
  }));

const renderUntilData = (item: ContentItem): string => {
  let text = '';
  for (const { member, isText, start, end } of starts) {
    const value = item[member] ?? null;
    text += start + (isText ? JSON.stringify(value) : value) + end;
  }
  return `${text}${renderPlacement(item)},"data":`;
};

/** Only items of localised collections have a locale and a group. Both are words. */
const renderPlacement = (item: ContentItem): string =>
  item.locale === undefined ? '' : `,"locale":"${item.locale}","group":"${groupOf(item).id}"`;

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

/**
 * The body of an answer with a list of content, entry by entry.
 *
 * @param renderEnd renders the members after `data`, each with a comma before it. It is called after the last entry.
 */
export async function* renderPortions<T>(
  portions: AsyncIterable<readonly T[]>,
  renderEntry: (entry: T) => string,
  renderEnd: (count: number) => string | Promise<string>,
): AsyncGenerator<string> {
  let count = 0;
  for await (const entries of portions) {
    for (const entry of entries) {
      yield `${count === 0 ? pageOpening : ','}${renderEntry(entry)}`;
      count += 1;
    }
  }
  const end = await renderEnd(count);
  yield `${count === 0 ? pageOpening : ''}]${end}}`;
}

/** The members of an expanded answer that follow its `data`, each with a comma before it; none without an expansion. */
export const renderExpansion = (expansion: Expansion | undefined, mediaBaseUrl: string): string =>
  expansionTexts(expansion, mediaBaseUrl).join('');

/** {@link renderExpansion} in bytes. */
export const renderExpansionBytes = (
  expansion: Expansion | undefined,
  mediaBaseUrl: string,
): Uint8Array => unpooledBytes(...expansionTexts(expansion, mediaBaseUrl));

const expansionTexts = (
  expansion: Expansion | undefined,
  mediaBaseUrl: string,
): readonly string[] => {
  if (expansion === undefined) return [];
  const { items, ids, selections, media, isTruncated } = expansion;
  const included = items.flatMap((item, index) => {
    const id = ids[index] ?? item.id;
    const start = `${index === 0 ? '' : ','}"${id}":`;
    const selection = selections.get(id);
    return selection === undefined
      ? [`${start}${renderUntilData(item)}`, item.data, '}']
      : [start, renderSelected(item, selection)];
  });
  const files = media.map(
    (file) => `"${file.id}":${JSON.stringify(presentIncludedMedia(file, mediaBaseUrl))}`,
  );
  const truncated = isTruncated ? ',"truncated":true' : '';
  return [',"included":{', ...included, `},"includedMedia":{${files.join(',')}}${truncated}`];
};

/** By the id of an item, it and its translations. */
export const presentAlternates = (
  alternates: Alternates,
): NonNullable<ContentListMetaDto['alternates']> =>
  Object.fromEntries(
    [...alternates].map(([id, all]) => [
      id,
      all.map(({ locale, id: own, slug }) => ({ locale, id: own, slug })),
    ]),
  );

/** What `meta` of a page says about languages. */
export const presentLanguages = ({
  locale,
  alternates,
}: Pick<ContentListing, 'locale' | 'alternates'>): Pick<
  ContentListMetaDto,
  'alternates' | 'locale'
> => ({
  ...(locale !== undefined && {
    locale: { requested: locale.requested, fallback: [...locale.fallback] },
  }),
  ...(alternates !== undefined && { alternates: presentAlternates(alternates) }),
});

/** What the caller asked for, and the statement that ran. */
export const presentListing = ({
  limit,
  offset,
  conditions,
  movedTo,
  trace,
  ...languages
}: ContentListing): Pick<
  ContentListMetaDto,
  'alternates' | 'filter' | 'locale' | 'movedTo' | 'query'
> => ({
  filter: { limit, offset, where: { and: conditions } },
  ...(movedTo !== undefined && { movedTo }),
  ...presentLanguages(languages),
  query: { sql: trace?.statement ?? '', params: trace?.parameters ?? [] },
});
