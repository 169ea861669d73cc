import type {
  BasedRead,
  ContentPage,
  ContentQuery,
  ContentRepository,
  SizedItem,
  View,
} from '../../../core/store.ts';
import {
  decodeJson,
  encodeJson,
  type ContentItem,
  type JsonText,
} from '../../../core/vocabulary.ts';
import { contentRepositorySuite } from '../../conformance/content/content-repository.ts';
import {
  broken,
  brokenStore,
  reading,
  storing,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';
import { contentCollectionStepsSuite } from '../../conformance/content/content-collection-steps.ts';
import { itemsOf } from '../../conformance/cases.ts';
import { valueOf } from '../../conformance/content/content-changes.ts';
import { wholeView } from '../../conformance/content/views.ts';
import { contentSizesSuite } from '../../conformance/content/content-sizes.ts';

const sortKeys = (data: JsonText): JsonText => {
  const entries = Object.entries(decodeJson(data));
  return encodeJson(Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))));
};

export const contentMutants: RepositorySuiteMutants = {
  suite: contentRepositorySuite,
  mutants: [
    {
      fault: 'trims titles',
      caughtBy: 'all finders return a new item unchanged',
      make: storing((item) => ({ ...item, title: item.title.trim() })),
    },
    {
      fault: 'stores times in 32 bits',
      caughtBy: 'all finders return a new item unchanged',
      make: storing((item) => ({ ...item, updatedAt: Math.trunc(item.updatedAt) | 0 })),
    },
    {
      fault: 'returns items without their origin if they are read on a basis',
      caughtBy: 'all finders return a new item unchanged',
      make: broken('contents', (intact) => ({
        getBySlug: (...args) =>
          reading(intact.getBySlug(...args), (item) => item && { ...item, origin: undefined }),
      })),
    },
    {
      fault: 'stores a missing author as an empty string',
      caughtBy: 'an item without author and origin is returned without them',
      make: storing((item) => ({ ...item, authorId: item.authorId ?? '' })),
    },
    {
      fault: 'finds items whose slug starts with the given one',
      caughtBy: 'finders return nothing for unknown items',
      make: broken('contents', (intact) => ({
        findBySlug: async (slug) =>
          (await intact.listAfter(undefined, 100)).find((item) => item.slug.startsWith(slug)),
      })),
    },
    {
      fault: 'finds another item for an unknown id',
      caughtBy: 'finders return nothing for unknown items',
      make: broken('contents', (intact) => ({
        getById: (...args) =>
          reading(
            intact.getById(...args),
            async (item) => item ?? (await intact.listAfter(undefined, 1))[0],
          ),
      })),
    },
    {
      fault: 'sorts the keys of data',
      caughtBy: 'data is returned byte for byte',
      make: storing((item) => ({ ...item, data: sortKeys(item.data) })),
    },
    {
      fault: 'inserts spaces into data',
      caughtBy: 'data is returned byte for byte',
      make: broken('contents', (intact) => ({
        listAfter: async (id, limit) =>
          (await intact.listAfter(id, limit)).map((item) => ({
            ...item,
            data: item.data.replace(':', ': ') as JsonText,
          })),
      })),
    },
    {
      fault: 'replaces lone surrogates',
      caughtBy: 'data is returned byte for byte',
      make: storing((item) => ({
        ...item,
        data: item.data.replace(/\\ud[89a-f]../g, '\uFFFD') as JsonText,
      })),
    },
    {
      fault: 'leaves out all but the first 64 of concurrent reads',
      caughtBy: 'concurrent reads by id return the item of each',
      make: broken('contents', (intact) => {
        const ids = new Set<string>();
        return {
          findById: async (id) => {
            if (ids.size === 0) setImmediate(() => ids.clear());
            if (ids.size === 64 && !ids.has(id)) return undefined;
            ids.add(id);
            return intact.findById(id);
          },
        };
      }),
    },
    {
      fault: 'gives all concurrent reads on a basis the same item',
      caughtBy: 'concurrent reads by id return the item of each',
      make: broken('contents', (intact) => {
        let shared: Promise<BasedRead<ContentItem | undefined>> | undefined;
        return {
          getById: (...args) => {
            if (shared === undefined) setImmediate(() => (shared = undefined));
            shared ??= intact.getById(...args);
            return shared;
          },
        };
      }),
    },
    {
      fault: 'returns an item twice if its id is given twice',
      caughtBy: 'findByIds returns existing items, each once',
      make: broken('contents', (intact) => ({
        findByIds: async (ids) =>
          (await Promise.all(ids.map((id) => intact.findById(id)))).filter(
            (item) => item !== undefined,
          ),
      })),
    },
    {
      fault: 'reports slugs as taken that start with a taken one',
      caughtBy: 'findTakenSlugs returns exactly the taken slugs',
      make: broken('contents', (intact) => ({
        findTakenSlugs: async (slugs) => {
          const items = await intact.listAfter(undefined, 100);
          return new Set(slugs.filter((slug) => items.some((item) => slug.startsWith(item.slug))));
        },
      })),
    },
    {
      fault: "stores the caller's object without copying it",
      caughtBy: 'modifying an object that was stored or returned does not change the store',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          const isStored = await store.commit(changes);
          await memory.write(({ contents }) => {
            for (const { item } of changes) contents.set(item.id, item);
          });
          return isStored;
        },
      })),
    },
    {
      fault: 'returns its stored object without copying it',
      caughtBy: 'modifying an object that was stored or returned does not change the store',
      make: broken('contents', (_, { memory }) => ({
        findById: (id) => memory.write(({ contents }) => contents.get(id)),
      })),
    },
  ],
};

type Step = ContentRepository['listOfCollectionAfter'];

const stepping = (change: (intact: Step) => Step): RepositoryMutant['make'] =>
  broken('contents', (intact) => ({
    listOfCollectionAfter: change(intact.listOfCollectionAfter.bind(intact)),
  }));

/** Takes a step through all items of the collection, in another order. */
const sorting = (
  compare: (left: ContentItem, right: ContentItem) => number,
): RepositoryMutant['make'] =>
  stepping((intact) => async (collectionId, after, limit) => {
    const items = (await intact(collectionId, undefined, 1_000)).toSorted(compare);
    const start = items.findIndex(({ id }) => id === after?.id) + 1;
    return items.slice(start, start + limit);
  });

const inOrder = 'steps return every item of the collection once, in the order of a list';

export const contentCollectionStepMutants: RepositorySuiteMutants = {
  suite: contentCollectionStepsSuite,
  mutants: [
    {
      fault: 'lists the places of all collections',
      caughtBy: 'places of all items, and of those of a collection, are in the order of a list',
      make: broken('contents', (intact) => ({
        listPlacesAfter: (_, after, limit) => intact.listPlacesAfter(undefined, after, limit),
      })),
    },
    {
      fault: 'lists places that follow in time only',
      caughtBy: 'places of all items, and of those of a collection, are in the order of a list',
      make: broken('contents', (intact) => ({
        listPlacesAfter: async (collection, after, limit) =>
          (await intact.listPlacesAfter(collection, after, 1_000))
            .filter(({ createdAt }) => createdAt !== after?.createdAt)
            .slice(0, limit),
      })),
    },
    {
      fault: 'returns the items of all collections',
      caughtBy: inOrder,
      make: broken('contents', (intact) => ({
        listOfCollectionAfter: (_, after, limit) => intact.listAfter(after?.id, limit),
      })),
    },
    {
      fault: 'sorts by id only',
      caughtBy: inOrder,
      make: sorting((left, right) => (left.id < right.id ? 1 : -1)),
    },
    {
      fault: 'sorts items of the same time by ascending id',
      caughtBy: inOrder,
      make: sorting(
        (left, right) => right.createdAt - left.createdAt || (left.id < right.id ? -1 : 1),
      ),
    },
    {
      fault: 'skips items of the same time as the last one',
      caughtBy: inOrder,
      make: stepping((intact) => async (collectionId, after, limit) => {
        const items = await intact(collectionId, after, 1_000);
        return items.filter((item) => item.createdAt !== after?.createdAt).slice(0, limit);
      }),
    },
    {
      fault: 'starts from the beginning if the last item was deleted',
      caughtBy: 'a step continues from the place of a deleted item',
      make: sorting((left, right) => right.createdAt - left.createdAt),
    },
    {
      fault: 'ignores the size of items',
      caughtBy: 'a step ends with the item that exceeds the maximum',
      make: stepping((intact) => async (collectionId, after, limit) => {
        const first = await intact(collectionId, after, limit);
        const last = first.at(-1);
        if (last === undefined || first.length === limit) return first;
        return [...first, ...(await intact(collectionId, last, limit - first.length))];
      }),
    },
  ],
};

/** Returns the pages of the intact adapter, changed. */
const paging = (
  change: (page: ContentPage, query: ContentQuery) => ContentPage | Promise<ContentPage>,
): RepositoryMutant['make'] =>
  broken('contents', (intact) => ({
    list: (query, view, basis) =>
      reading(intact.list(query, view, basis), (page) => change(page, query)),
  }));

/** Changes the list of a large page. */
const resizing = (
  change: (large: readonly SizedItem[]) => readonly SizedItem[],
): RepositoryMutant['make'] =>
  paging((page) => ('large' in page ? { ...page, large: change(page.large) } : page));

const hugeQuery: ContentQuery = { limit: 1_000, offset: 0 };

const withAllCollections = (view: View): View => ({
  ...view,
  audience: { ...view.audience, collections: 'all' },
});

export const contentSizeMutants: RepositorySuiteMutants = {
  suite: contentSizesSuite,
  mutants: [
    {
      fault: 'cuts data after 1 MB',
      caughtBy: 'data of the maximum size is returned completely',
      make: broken('contents', (intact) => ({
        findById: async (id) => {
          const item = await intact.findById(id);
          return item && { ...item, data: item.data.slice(0, 1_000_000) as JsonText };
        },
      })),
    },
    {
      fault: 'treats a page of exactly the maximum size as large',
      caughtBy: 'a page with exactly the maximum of data contains its items',
      make: paging((page) =>
        itemsOf(page).length < 4
          ? page
          : { large: itemsOf(page).map(({ id }) => ({ id, bytes: 1 })) },
      ),
    },
    {
      fault: 'counts characters instead of bytes',
      caughtBy: 'a larger page contains ids and sizes instead, in order',
      make: resizing((large) =>
        large.map(({ id, bytes }) => ({ id, bytes: bytes > 100 ? bytes / 2 : bytes })),
      ),
    },
    {
      fault: 'sorts the items of a large page by ascending id',
      caughtBy: 'a larger page contains ids and sizes instead, in order',
      make: resizing((large) => large.toReversed()),
    },
    {
      fault: 'returns the items of a large page',
      caughtBy: 'a larger page contains ids and sizes instead, in order',
      make: broken('contents', (intact) => ({
        list: (query, view, basis) =>
          reading(intact.list(query, view, basis), async (page) => {
            if (!('large' in page)) return page;
            const ids = page.large.map(({ id }) => id);
            return { items: valueOf(await intact.listAmong({ ...query, ids }, view, basis)) };
          }),
      })),
    },
    {
      fault: 'counts items that are not on the page',
      caughtBy: 'only items on the page count',
      make: broken('contents', (intact) => ({
        list: (query, view, basis) =>
          reading(intact.list(hugeQuery, wholeView, basis), async (page) =>
            'large' in page ? page : valueOf(await intact.list(query, view, basis)),
          ),
      })),
    },
    {
      fault: 'returns at most a page of items from listAmong',
      caughtBy: 'listAmong returns complete items of the list, of any size',
      make: broken('contents', (intact) => ({
        listAmong: (...args) => reading(intact.listAmong(...args), (items) => items.slice(0, 4)),
      })),
    },
    {
      fault: 'ignores the visible collections in sizesAmong',
      caughtBy: 'listAmong omits items that are not in the list, or no longer',
      make: broken('contents', (intact) => ({
        sizesAmong: (query, view, basis) =>
          intact.sizesAmong(query, withAllCollections(view), basis),
      })),
    },
    {
      fault: 'ignores the visible collections in listAmong',
      caughtBy: 'listAmong omits items that are not in the list, or no longer',
      make: broken('contents', (intact) => ({
        listAmong: (query, view, basis) => intact.listAmong(query, withAllCollections(view), basis),
      })),
    },
    {
      fault: 'ignores the other filters in listAmong',
      caughtBy: 'listAmong omits items that are not in the list, or no longer',
      make: broken('contents', (intact) => ({
        listAmong: ({ ids }, view, basis) => intact.listAmong({ ids }, view, basis),
      })),
    },
    {
      fault: 'ignores the size of items in listAfter',
      caughtBy: 'listAfter ends with the item that exceeds the maximum',
      make: broken('contents', (intact) => ({
        listAfter: async (id, limit) => {
          const first = await intact.listAfter(id, limit);
          const last = first.at(-1);
          if (last === undefined || first.length === limit) return first;
          return [...first, ...(await intact.listAfter(last.id, limit - first.length))];
        },
      })),
    },
  ],
};
