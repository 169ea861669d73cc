import {
  DomainError,
  encodeJson,
  decodeJson,
  type ContentItem,
  type JsonText,
} from '../../../core/index.ts';
import type { MemoryStore } from '../../../adapters/memory/memory-store.ts';
import { contentRepositorySuite } from '../../conformance/content-repository.ts';
import { broken, type RepositorySuiteMutants } from './repository-mutant.ts';

/** Stores an item without any check. */
export const putItem = (store: MemoryStore, item: ContentItem): Promise<void> =>
  store.write(({ contents, slugs }) => {
    contents.set(item.id, item);
    slugs.set(item.slug, item.id);
  });

export const slugTaken = (): DomainError => new DomainError('slug_taken', 'The slug is taken');

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
      make: broken('contents', (intact) => ({
        insert: (item) => intact.insert({ ...item, title: item.title.trim() }),
      })),
    },
    {
      fault: 'stores times in 32 bits',
      caughtBy: 'all finders return a new item unchanged',
      make: broken('contents', (intact) => ({
        insert: (item) => intact.insert({ ...item, updatedAt: Math.trunc(item.updatedAt) | 0 }),
      })),
    },
    {
      fault: 'stores a missing author as an empty string',
      caughtBy: 'an item without author and origin is returned without them',
      make: broken('contents', (intact) => ({
        insert: (item) => intact.insert({ ...item, authorId: item.authorId ?? '' }),
      })),
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
      fault: 'sorts the keys of data',
      caughtBy: 'data is returned byte for byte',
      make: broken('contents', (intact) => ({
        insert: (item) => intact.insert({ ...item, data: sortKeys(item.data) }),
      })),
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
      make: broken('contents', (intact) => ({
        insert: (item) =>
          intact.insert({
            ...item,
            data: item.data.replace(/\\ud[89a-f]../g, '\uFFFD') as JsonText,
          }),
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
      fault: 'checks slugs only within a collection',
      caughtBy: 'insert rejects a taken slug and changes nothing',
      make: broken('contents', (intact, { store }) => ({
        insert: async (item) => {
          const other = await intact.findBySlug(item.slug);
          if (other?.collectionId === item.collectionId) throw slugTaken();
          await putItem(store, item);
        },
      })),
    },
    {
      fault: 'overwrites the item with a taken slug before it throws',
      caughtBy: 'insert rejects a taken slug and changes nothing',
      make: broken('contents', (intact, { store }) => ({
        insert: async (item) => {
          const other = await intact.findBySlug(item.slug);
          if (other === undefined) return intact.insert(item);
          await putItem(store, { ...other, title: item.title });
          throw slugTaken();
        },
      })),
    },
    {
      fault: 'overwrites an item with the same id',
      caughtBy: 'insert rejects a taken id and changes nothing',
      make: broken('contents', (_, { store }) => ({ insert: (item) => putItem(store, item) })),
    },
    {
      fault: 'stores items of missing collections',
      caughtBy: 'insert rejects an item of a missing collection',
      make: broken('contents', (_, { store }) => ({ insert: (item) => putItem(store, item) })),
    },
    {
      fault: 'stores only the first hundred items of a batch',
      caughtBy: 'insertAll stores all items',
      make: broken('contents', (intact) => ({
        insertAll: (items) => intact.insertAll(items.slice(0, 100)),
      })),
    },
    {
      fault: 'stores the items of a batch one by one',
      caughtBy: 'insertAll stores nothing if one item is rejected',
      make: broken('contents', (intact) => ({
        insertAll: async (items) => {
          for (const item of items) await intact.insert(item);
        },
      })),
    },
    {
      fault: 'checks the slug before the insert, not atomically with it',
      caughtBy: 'of concurrent inserts with one slug exactly one succeeds',
      make: broken('contents', (intact, { store }) => ({
        insert: async (item) => {
          if ((await intact.findBySlug(item.slug)) !== undefined) throw slugTaken();
          await putItem(store, item);
        },
      })),
    },
    {
      fault: 'checks the id before the insert, not atomically with it',
      caughtBy: 'of concurrent inserts with one id exactly one succeeds',
      make: broken('contents', (intact, { store }) => ({
        insert: async (item) => {
          if ((await intact.findById(item.id)) !== undefined) {
            throw new DomainError('id_taken', 'The id is taken');
          }
          await putItem(store, item);
        },
      })),
    },
    {
      fault: 'stores the items of a batch concurrently',
      caughtBy:
        'of concurrent batches with one slug exactly one is stored, and nothing of the others',
      make: broken('contents', (intact) => ({
        insertAll: async (items) => {
          await Promise.all(items.map((item) => intact.insert(item)));
        },
      })),
    },
    {
      fault: "stores the caller's object without copying it",
      caughtBy: 'modifying an object that was stored or returned does not change the store',
      make: broken('contents', (_, { store }) => ({ insert: (item) => putItem(store, item) })),
    },
    {
      fault: 'returns its stored object without copying it',
      caughtBy: 'modifying an object that was stored or returned does not change the store',
      make: broken('contents', (_, { store }) => ({
        findById: (id) => store.write(({ contents }) => contents.get(id)),
      })),
    },
  ],
};
