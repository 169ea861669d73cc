import type { VisibleFilter } from '../access/visibility.ts';
import type { BasedRead, Basis } from '../model/basis.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type {
  ContentFilter,
  ContentPage,
  ContentQuery,
  ListPlace,
} from '../ports/repositories/content-repository.ts';
import type { PreviewRepository } from '../ports/repositories/preview-repository.ts';
import type { Repositories } from '../ports/store.ts';

/** The item of a preview token, as it is shown, and as readers without the token see it. */
export interface PreviewedItem {
  readonly shown: ContentItem | undefined;
  readonly stored: ContentItem | undefined;
}

type Source = Pick<Repositories, 'contents' | 'previews'>;

/** @param id of the item of a preview token. */
export const readPreviewed = async (
  { contents, previews }: Source,
  id: string,
  basis: Basis,
): Promise<BasedRead<PreviewedItem>> => {
  const shown = await previews.getById(id, basis);
  if (!shown.isCurrent) return shown;
  const stored = await contents.getById(id, basis);
  if (!stored.isCurrent) return stored;
  return { isCurrent: true, value: { shown: shown.value, stored: stored.value } };
};

/** Whether the item meets the conditions, and is in a collection that the caller can see. */
export const isAmong = (
  { status, collectionId, within = 'all' }: Partial<ContentFilter>,
  item: ContentItem | undefined,
): item is ContentItem => {
  if (item === undefined) return false;
  const isWithin = within === 'all' || within.includes(item.collectionId);
  const hasStatus = status === undefined || status === item.status;
  return isWithin && hasStatus && (collectionId ?? item.collectionId) === item.collectionId;
};

/**
 * Published content in which the item of a preview token takes the place of its public state, or its own if it has none.
 * Queries must have the conditions that the caller requested as `also`: the item must meet only these.
 */
export const withPreviewed = (source: Source, id: string): PreviewRepository => {
  const { contents, previews } = source;

  const list = async (
    { also, ...query }: ContentQuery & VisibleFilter,
    basis: Basis,
  ): Promise<BasedRead<ContentPage>> => {
    const read = await readPreviewed(source, id, basis);
    if (!read.isCurrent) return read;
    const { shown, stored } = read.value;
    const isIn = isAmong(also ?? {}, shown) && (query.slug ?? shown.slug) === shown.slug;
    const wasIn = isAmong(query, stored) && (query.slug ?? stored.slug) === stored.slug;
    const start = Math.max(0, query.offset - 1);
    // One entry more on both sides: where the item leaves or enters, the others move by one.
    const wider = { ...query, offset: start, limit: query.limit + query.offset - start + 1 };
    const page = await contents.list(query.slug === undefined ? wider : query, basis);
    if (!page.isCurrent) return page;
    if (query.slug !== undefined) {
      const items = 'items' in page.value ? page.value.items : [];
      const others = items.filter((item) => item.id !== id);
      const isFormer = items.length > others.length && !wasIn;
      const found = shown !== undefined && (isIn || isFormer) ? [shown] : others;
      return { isCurrent: true, value: { items: query.offset === 0 ? found : [] } };
    }
    const place = shown ?? stored;
    const placement = { id, shift: Number(isIn) - Number(wasIn), start, page: query };
    if ('items' in page.value) {
      const { items } = page.value;
      const passed = items.filter((item) => place === undefined || !precedes(place, item)).length;
      return {
        isCurrent: true,
        value: { items: arrange(items, passed, isIn ? shown : undefined, placement) },
      };
    }
    const { large } = page.value;
    const passed = await countPassed(large, place, basis);
    if (!passed.isCurrent) return passed;
    const own = await previews.sizesAmong(isIn ? [id] : [], { within: 'all' }, basis);
    if (!own.isCurrent) return own;
    return {
      isCurrent: true,
      value: { large: arrange(large, passed.value, own.value[0], placement) },
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
      const read = await contents.getById(items[middle]?.id ?? '', basis);
      if (!read.isCurrent) return read;
      if (read.value !== undefined && precedes(place, read.value)) high = middle;
      else low = middle + 1;
    }
    return { isCurrent: true, value: place === undefined ? items.length : low };
  };

  const among =
    <T>(
      read: (
        from: PreviewRepository,
        ids: readonly string[],
        filter: ContentFilter,
      ) => Promise<BasedRead<readonly T[]>>,
    ) =>
    async (
      ids: readonly string[],
      { also, ...filter }: VisibleFilter,
    ): Promise<BasedRead<readonly T[]>> => {
      const others = await read(
        contents,
        ids.filter((each) => each !== id),
        filter,
      );
      if (!others.isCurrent || !ids.includes(id)) return others;
      const own = await read(previews, [id], { ...also, within: 'all' });
      return own.isCurrent ? { isCurrent: true, value: [...others.value, ...own.value] } : own;
    };

  return {
    list,
    listAmong: (ids, filter, basis) =>
      among((from, some, conditions) => from.listAmong(some, conditions, basis))(ids, filter),
    sizesAmong: (ids, filter, basis) =>
      among((from, some, conditions) => from.sizesAmong(some, conditions, basis))(ids, filter),
    getById: (asked, basis) => (asked === id ? previews : contents).getById(asked, basis),
  };
};

interface Placement {
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
  { id, shift, start, page: { offset, limit } }: Placement,
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
