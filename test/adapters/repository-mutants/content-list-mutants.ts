import {
  notFound,
  type ContentPage,
  type ContentQuery,
  type ContentRepository,
  type QueryTrace,
  type View,
} from '../../../core/store.ts';
import { encodeJson, type CollectionScope, type ContentItem } from '../../../core/vocabulary.ts';
import { itemsOf } from '../../conformance/cases.ts';
import { valueOf } from '../../conformance/content/content-changes.ts';
import { wholeView } from '../../conformance/content/views.ts';
import { contentListsSuite } from '../../conformance/content/lists/content-lists.ts';
import {
  broken,
  reading,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';
import { contentSlugListsSuite } from '../../conformance/content/lists/content-slug-lists.ts';

const all = { limit: 1_000_000, offset: 0 };

/** Returns pages of the intact list in another order. */
const sorting = (
  compare: (left: ContentItem, right: ContentItem) => number,
): RepositoryMutant['make'] =>
  broken('contents', (intact) => ({
    list: (query, view, basis) =>
      reading(intact.list({ ...query, ...all }, view, basis), (page) => ({
        items: itemsOf(page)
          .toSorted(compare)
          .slice(query.offset, query.offset + query.limit),
      })),
  }));

/** Passes a changed query to the intact adapter. */
const querying = (change: (query: ContentQuery) => ContentQuery): RepositoryMutant['make'] =>
  broken('contents', (intact) => ({
    list: (query, view, basis) => intact.list(change(query), view, basis),
  }));

/** Passes the view of a caller who sees other collections. */
const viewing = (
  collectionsOf: (scope: CollectionScope, query: ContentQuery) => CollectionScope,
): RepositoryMutant['make'] =>
  broken('contents', (intact) => ({
    list: (query, view, basis) =>
      intact.list(query, withCollections(view, collectionsOf(scopeOf(view), query)), basis),
  }));

const withCollections = (view: View, collections: CollectionScope): View => ({
  ...view,
  audience: { ...view.audience, collections },
});

const tracing = (
  trace: (query: ContentQuery, view: View) => QueryTrace,
): RepositoryMutant['make'] =>
  broken('contents', (intact) => ({
    list: (query, view, basis) =>
      reading(intact.list(query, view, basis), (page) => ({ ...page, trace: trace(query, view) })),
  }));

const conditionsOf = ({ status, collectionId }: ContentQuery): string[] =>
  [status, collectionId].filter((value) => value !== undefined);

const scopeOf = ({ audience }: View): CollectionScope => audience.collections;

const idsIn = (scope: CollectionScope): readonly string[] => (scope === 'all' ? [] : scope);

const throwingIfEmpty = (page: ContentPage): ContentPage => {
  if (itemsOf(page).length === 0) throw notFound('Content');
  return page;
};

const listFromStart = async (
  intact: ContentRepository,
  id: string | undefined,
  limit: number,
): Promise<readonly ContentItem[]> => {
  const items = await intact.listAfter(undefined, all.limit);
  const index = items.findIndex((item) => item.id === id);
  return items.slice(index + 1, index + 1 + limit);
};

export const contentListMutants: RepositorySuiteMutants = {
  suite: contentListsSuite,
  mutants: [
    {
      fault: 'throws when a list is empty',
      caughtBy: 'lists of an empty store are empty',
      make: broken('contents', (intact) => ({
        list: (query, view, basis) => reading(intact.list(query, view, basis), throwingIfEmpty),
      })),
    },
    {
      fault: 'lists items without their data',
      caughtBy: 'list returns complete items',
      make: broken('contents', (intact) => ({
        list: (query, view, basis) =>
          reading(intact.list(query, view, basis), (page) => ({
            items: itemsOf(page).map((item) => ({ ...item, data: encodeJson({}) })),
          })),
      })),
    },
    {
      fault: 'sorts by the time of the last change',
      caughtBy: 'list returns the newest items first, and items of the same time by descending id',
      make: sorting((left, right) => right.updatedAt - left.updatedAt),
    },
    {
      fault: 'sorts items of the same time by ascending id',
      caughtBy: 'list returns the newest items first, and items of the same time by descending id',
      make: sorting(
        (left, right) => right.createdAt - left.createdAt || (left.id < right.id ? -1 : 1),
      ),
    },
    {
      fault: 'counts offsets from 1',
      caughtBy: 'pages have no gaps and no overlaps',
      make: querying((query) => ({ ...query, offset: Math.max(0, query.offset - 1) })),
    },
    {
      fault: 'returns at most a hundred items',
      caughtBy: 'list returns up to a thousand items',
      make: querying((query) => ({ ...query, limit: Math.min(100, query.limit) })),
    },
    {
      fault: 'ignores `within` if the query has a status',
      caughtBy: 'every combination of conditions returns exactly the matching items',
      make: viewing((scope, { status }) => (status === undefined ? scope : 'all')),
    },
    {
      fault: 'lists only the first of several collections',
      caughtBy: 'within limits a list to the given collections',
      make: viewing((scope) => (scope === 'all' ? [] : scope.slice(0, 1))),
    },
    {
      fault: 'lists one collection after the other',
      caughtBy: 'a list within many collections is in order',
      make: broken('contents', (intact) => ({
        list: (query, view, basis) =>
          reading(intact.list({ ...query, ...all }, view, basis), (page) => {
            const items = itemsOf(page);
            const sorted = items.toSorted((left, right) =>
              left.collectionId < right.collectionId ? -1 : 1,
            );
            const found = view.audience.collections === 'all' ? items : sorted;
            return { items: found.slice(query.offset, query.offset + query.limit) };
          }),
      })),
    },
    {
      fault: 'treats an empty list of collections as no limit',
      caughtBy: 'a list within no collection is empty',
      make: viewing((scope) => (scope.length > 0 ? scope : 'all')),
    },
    {
      fault: 'ignores `within` if the query has a collection',
      caughtBy: 'every combination of conditions returns exactly the matching items',
      make: viewing((scope, { collectionId }) => (collectionId === undefined ? scope : 'all')),
    },
    {
      fault: 'applies the filters to a page of unfiltered items',
      caughtBy: 'every combination of conditions returns exactly the matching items',
      make: broken('contents', (intact) => ({
        list: (query, view, basis) =>
          reading(intact.list({ ...query, ...all }, view, basis), (seen) => {
            const { limit, offset } = query;
            const ids = new Set(itemsOf(seen).map(({ id }) => id));
            return reading(intact.list({ limit, offset }, wholeView, basis), (page) => ({
              items: itemsOf(page).filter(({ id }) => ids.has(id)),
            })).then(valueOf);
          }),
      })),
    },
    {
      fault: 'writes values into the statement of its trace',
      caughtBy: 'a trace contains the requested conditions, and nothing about the caller',
      make: tracing((query) => ({
        statement: `select ${conditionsOf(query).join()}`,
        parameters: conditionsOf(query),
      })),
    },
    {
      fault: 'omits the parameters from its trace',
      caughtBy: 'a trace contains the requested conditions, and nothing about the caller',
      make: tracing(() => ({ statement: 'select', parameters: [] })),
    },
    {
      fault: 'adds the scope of the caller to its trace',
      caughtBy: 'a trace contains the requested conditions, and nothing about the caller',
      make: tracing((query, view) => ({
        statement: 'select',
        parameters: [...conditionsOf(query), ...idsIn(scopeOf(view))],
      })),
    },
    {
      fault: 'includes the start item in listAfter',
      caughtBy: 'listAfter returns every item once, by ascending id',
      make: broken('contents', (intact) => ({
        listAfter: async (id, limit) => {
          const items = await intact.listAfter(undefined, all.limit);
          return items.filter((item) => id === undefined || item.id >= id).slice(0, limit);
        },
      })),
    },
    {
      fault: 'starts from the beginning if the start item was deleted',
      caughtBy: 'listAfter continues after a deleted id',
      make: broken('contents', (intact) => ({
        listAfter: (id, limit) => listFromStart(intact, id, limit),
      })),
    },
  ],
};

/** Replaces the list of queries with a slug. `all` are the items that match its other conditions. */
const listing = (
  find: (
    query: ContentQuery & { readonly slug: string },
    all: readonly ContentItem[],
    view: View,
  ) => readonly ContentItem[] | ContentPage,
): RepositoryMutant['make'] =>
  broken('contents', (intact) => ({
    list: async (query, view, basis) => {
      const { slug, ...rest } = query;
      if (slug === undefined) return intact.list(query, view, basis);
      return reading(intact.list({ ...rest, limit: 1_000, offset: 0 }, view, basis), (page) => {
        const found = find({ ...rest, slug }, itemsOf(page), view);
        return 'length' in found ? { items: found } : found;
      });
    },
  }));

const pageOf = ({ limit, offset }: ContentQuery, items: readonly ContentItem[]) =>
  items.slice(offset, offset + limit);

export const contentSlugListMutants: RepositorySuiteMutants = {
  suite: contentSlugListsSuite,
  mutants: [
    {
      fault: 'ignores the slug',
      caughtBy: 'a list with a slug contains the one item that has exactly this slug',
      make: listing(pageOf),
    },
    {
      fault: 'finds the start of a slug',
      caughtBy: 'a list with a slug contains the one item that has exactly this slug',
      make: listing((query, all) =>
        pageOf(query, all.filter(({ slug }) => slug.startsWith(query.slug)).slice(0, 1)),
      ),
    },
    {
      fault: 'ignores the other conditions of a list with a slug',
      caughtBy: 'it is empty unless the item matches all other conditions',
      make: broken('contents', (intact) => ({
        list: (query, view, basis) => {
          const { limit, offset, slug } = query;
          return slug === undefined
            ? intact.list(query, view, basis)
            : intact.list({ limit, offset, slug }, wholeView, basis);
        },
      })),
    },
    {
      fault: 'ignores the offset of a list with a slug',
      caughtBy: 'it is one page',
      make: listing((query, all) => all.filter(({ slug }) => slug === query.slug)),
    },
    {
      fault: 'treats a page with one item of the maximum size as large',
      caughtBy: 'it contains the whole item, whatever the size of its data',
      make: listing((query, all) => {
        const found = pageOf(
          query,
          all.filter(({ slug }) => slug === query.slug),
        );
        const large = found.map(({ id, data }) => ({ id, bytes: data.length }));
        return (large[0]?.bytes ?? 0) > 1_000_000 ? { large } : found;
      }),
    },
    {
      fault: 'adds the scope of the caller to the trace of a list with a slug',
      caughtBy: 'its trace contains the requested conditions, and nothing about the caller',
      make: listing(({ limit, offset, slug, status, collectionId }, _, view) => ({
        items: [],
        trace: {
          statement: 'select',
          parameters: [
            limit,
            offset,
            slug,
            status ?? '',
            collectionId ?? '',
            ...idsIn(scopeOf(view)),
          ],
        },
      })),
    },
  ],
};
