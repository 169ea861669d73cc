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
    if ('large' in page.value) return largePage(query, basis, isIn);
    const place = shown ?? stored;
    const isBefore = (item: ListPlace): boolean => place !== undefined && precedes(place, item);
    const shift = Number(isIn) - Number(wasIn);
    const entries = page.value.items.flatMap((item, index) =>
      isOther(item) ? [{ item, at: start + index + (isBefore(item) ? shift : 0) }] : [],
    );
    if (isIn) {
      const previous = entries.findLast(({ item }) => !isBefore(item));
      const first = start === 0 ? 0 : -1;
      const at = previous === undefined ? first : previous.at + 1;
      entries.splice(entries.filter(({ item }) => !isBefore(item)).length, 0, { item: shown, at });
    }
    const end = query.offset + query.limit;
    const onPage = entries.filter(({ at }) => at >= query.offset && at < end);
    return { isCurrent: true, value: { items: onPage.map(({ item }) => item) } };
  };

  const isOther = (item: Pick<ContentItem, 'id'>): boolean => item.id !== id;

  /** The place in a page of sizes is unknown: an item that is not public comes first in the list. */
  const largePage = async (
    query: ContentQuery,
    basis: Basis,
    isIn: boolean,
  ): Promise<BasedRead<ContentPage>> => {
    const page = await contents.list(query, basis);
    if (!page.isCurrent || 'items' in page.value) return page;
    const own = await previews.sizesAmong(isIn ? [id] : [], { within: 'all' }, basis);
    if (!own.isCurrent) return own;
    const { large } = page.value;
    const hasIt = large.some((each) => each.id === id);
    const kept = large.flatMap((each) => (isOther(each) ? [each] : own.value));
    return {
      isCurrent: true,
      value: { large: hasIt || query.offset > 0 ? kept : [...own.value, ...kept] },
    };
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

/** Newest first, then by descending id. */
const precedes = (left: ListPlace, right: ListPlace): boolean =>
  left.createdAt === right.createdAt ? left.id > right.id : left.createdAt > right.createdAt;
