import { invalidPreview } from '../access/perspective.ts';
import { meetsFilter, seesCollection, visibleFilter } from '../access/visibility.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead, Basis } from '../model/basis.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import { wholeAudience, type View } from '../model/content/view.ts';
import type {
  AmongQuery,
  ContentConditions,
  ContentPage,
  ContentQuery,
  ContentRepository,
  ListPlace,
} from '../ports/repositories/content-repository.ts';
import type { SiteState } from '../ports/repositories/site-repository.ts';

/** The reads of content with a view. */
export type ContentReads = Pick<
  ContentRepository,
  'list' | 'listAmong' | 'sizesAmong' | 'getById' | 'getBySlug'
>;

/** The item of a preview token, as it is shown, and as readers without the token see it. */
export interface PreviewedItem {
  readonly shown: ContentItem | undefined;
  readonly stored: ContentItem | undefined;
}

const stored: View = { audience: wholeAudience, shown: 'published' };

/** The view in which the token of an item shows it. */
export const tokenView: View = { audience: wholeAudience, shown: 'unpublished' };

/** @param id of the item of a preview token. */
export const readPreviewed = async (
  contents: Pick<ContentReads, 'getById'>,
  id: string,
  basis: Basis,
): Promise<BasedRead<PreviewedItem>> => {
  const shown = await contents.getById(id, tokenView, basis);
  if (!shown.isCurrent) return shown;
  const known = await contents.getById(id, stored, basis);
  if (!known.isCurrent) return known;
  return { isCurrent: true, value: { shown: shown.value, stored: known.value } };
};

/**
 * The collections in which the item of a preview token is and is shown, if a private one may be among them.
 *
 * @param id of the item. @param actor the bearer.
 * @throws DomainError `invalid_preview` if the user who created the token does not see one of them.
 */
export const previewedCollections = async (
  { contents }: { readonly contents: ContentReads },
  id: string,
  actor: Actor,
  { collectionStates = [] }: Pick<SiteState, 'collectionStates'>,
  basis: Basis,
): Promise<BasedRead<readonly string[]>> => {
  const closed = collectionStates.filter(({ isPrivate }) => isPrivate);
  if (closed.length === 0) return { isCurrent: true, value: [] };
  const read = await readPreviewed(contents, id, basis);
  if (!read.isCurrent) return read;
  const { shown, stored: known } = read.value;
  const ids = [shown, known].flatMap((item) => (item === undefined ? [] : [item.collectionId]));
  if (closed.some((each) => ids.includes(each.id) && !seesCollection(actor, each))) {
    throw invalidPreview();
  }
  return { isCurrent: true, value: ids };
};

/** Whether there is an item, and the view shows it in a list with the conditions. */
export const isAmong = (
  conditions: ContentConditions,
  { audience }: View,
  item: ContentItem | undefined,
): item is ContentItem =>
  item !== undefined && meetsFilter(visibleFilter(conditions, audience), item);

/**
 * Published content in which the item of a preview token takes the place of its public state, or its own if it has none. It
 * must meet the conditions of a query, but not be visible to the audience.
 */
export const withPreviewed = (contents: ContentReads, id: string): ContentReads => {
  const list = async (
    query: ContentQuery,
    view: View,
    basis: Basis,
  ): Promise<BasedRead<ContentPage>> => {
    const read = await readPreviewed(contents, id, basis);
    if (!read.isCurrent) return read;
    const { shown, stored: known } = read.value;
    const isIn = isAmong(query, tokenView, shown) && (query.slug ?? shown.slug) === shown.slug;
    const wasIn = isAmong(query, view, known) && (query.slug ?? known.slug) === known.slug;
    const start = Math.max(0, query.offset - 1);
    // One entry more on both sides: where the item leaves or enters, the others move by one.
    const wider = { ...query, offset: start, limit: query.limit + query.offset - start + 1 };
    const page = await contents.list(query.slug === undefined ? wider : query, view, basis);
    if (!page.isCurrent) return page;
    if (query.slug !== undefined) {
      const items = 'items' in page.value ? page.value.items : [];
      const others = items.filter((item) => item.id !== id);
      const isFormer = items.length > others.length && !wasIn;
      const found = shown !== undefined && (isIn || isFormer) ? [shown] : others;
      return { isCurrent: true, value: { items: query.offset === 0 ? found : [] } };
    }
    const place = shown ?? known;
    const rearrangement = { id, shift: Number(isIn) - Number(wasIn), start, page: query };
    if ('items' in page.value) {
      const { items } = page.value;
      const passed = items.filter((item) => place === undefined || !precedes(place, item)).length;
      return {
        isCurrent: true,
        value: { items: arrange(items, passed, isIn ? shown : undefined, rearrangement) },
      };
    }
    const { large } = page.value;
    const passed = await countPassed(large, place, basis);
    if (!passed.isCurrent) return passed;
    const own = await contents.sizesAmong({ ids: isIn ? [id] : [] }, tokenView, basis);
    if (!own.isCurrent) return own;
    return {
      isCurrent: true,
      value: { large: arrange(large, passed.value, own.value[0], rearrangement) },
    };
  };

  /** How many of the items, which are in the order of a list, are before a place; all without one. */
  const countPassed = async (
    items: readonly Pick<ContentItem, 'id'>[],
    place: ListPlace | undefined,
    basis: Basis,
  ): Promise<BasedRead<number>> => {
    let [low, high] = [0, place === undefined ? 0 : items.length];
    while (place !== undefined && low < high) {
      const middle = (low + high) >> 1;
      // Sizes come without a place. Some of the items are less than the page, all of which are sent.
      const read = await contents.getById(items[middle]?.id ?? '', stored, basis);
      if (!read.isCurrent) return read;
      if (read.value !== undefined && precedes(place, read.value)) high = middle;
      else low = middle + 1;
    }
    return { isCurrent: true, value: place === undefined ? items.length : low };
  };

  const among =
    <T>(
      read: (query: AmongQuery, view: View, basis: Basis) => Promise<BasedRead<readonly T[]>>,
    ): typeof read =>
    async (query, view, basis) => {
      const ids = query.ids.filter((each) => each !== id);
      const others = await read({ ...query, ids }, view, basis);
      if (!others.isCurrent || !query.ids.includes(id)) return others;
      const own = await read({ ...query, ids: [id] }, tokenView, basis);
      return own.isCurrent ? { isCurrent: true, value: [...others.value, ...own.value] } : own;
    };

  return {
    list,
    listAmong: among((...query) => contents.listAmong(...query)),
    sizesAmong: among((...query) => contents.sizesAmong(...query)),
    getById: (asked, view, basis) =>
      contents.getById(asked, asked === id ? tokenView : view, basis),
    getBySlug: async (query, view, basis) => {
      const page = await list({ ...query, limit: 1, offset: 0 }, view, basis);
      if (!page.isCurrent) return page;
      return { ...page, value: 'items' in page.value ? page.value.items[0] : undefined };
    },
  };
};

interface Rearrangement {
  /** Of the item that enters, leaves or stays. */
  readonly id: string;
  /** By how much it moves the entries behind it. */
  readonly shift: number;
  /** The place of the first row in the list. */
  readonly start: number;
  readonly page: Pick<ContentQuery, 'offset' | 'limit'>;
}

/**
 * The entries of a page, from rows that reach beyond it.
 *
 * @param passed how many rows are before the item, or are it.
 * @param own the item, if it is in the list.
 */
const arrange = <Row extends Pick<ContentItem, 'id'>>(
  rows: readonly Row[],
  passed: number,
  own: Row | undefined,
  { id, shift, start, page: { offset, limit } }: Rearrangement,
): readonly Row[] => {
  const all = rows.map((row, index) => ({ row, at: start + index + (index < passed ? 0 : shift) }));
  const isOther = ({ row }: { readonly row: Row }): boolean => row.id !== id;
  const before = all.slice(0, passed).filter(isOther);
  const first = start === 0 ? 0 : -1;
  const at = (before.at(-1)?.at ?? first - 1) + 1;
  const entries = [
    ...before,
    ...(own === undefined ? [] : [{ row: own, at }]),
    ...all.slice(passed).filter(isOther),
  ];
  return entries
    .filter((entry) => entry.at >= offset && entry.at < offset + limit)
    .map(({ row }) => row);
};

/** Newest first, then by descending id. */
const precedes = (left: ListPlace, right: ListPlace): boolean =>
  left.createdAt === right.createdAt ? left.id > right.id : left.createdAt > right.createdAt;
