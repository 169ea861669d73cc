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
      caughtBy: 'a new item is found by id, by ids and by slug, as it was',
      make: broken('contents', (intact) => ({
        insert: (item) => intact.insert({ ...item, title: item.title.trim() }),
      })),
    },
    {
      fault: 'keeps times in 32 bits',
      caughtBy: 'a new item is found by id, by ids and by slug, as it was',
      make: broken('contents', (intact) => ({
        insert: (item) => intact.insert({ ...item, updatedAt: Math.trunc(item.updatedAt) | 0 }),
      })),
    },
    {
      fault: 'makes an empty author of none',
      caughtBy: 'an item without an author and an origin comes back without them',
      make: broken('contents', (intact) => ({
        insert: (item) => intact.insert({ ...item, authorId: item.authorId ?? '' }),
      })),
    },
    {
      fault: 'finds slugs that only begin like the one asked for',
      caughtBy: 'what was never stored is not found',
      make: broken('contents', (intact) => ({
        findBySlug: async (slug) =>
          (await intact.listAfter(undefined, 100)).find((item) => item.slug.startsWith(slug)),
      })),
    },
    {
      fault: 'sorts the keys of data',
      caughtBy: 'data comes back byte for byte',
      make: broken('contents', (intact) => ({
        insert: (item) => intact.insert({ ...item, data: sortKeys(item.data) }),
      })),
    },
    {
      fault: 'spaces data out',
      caughtBy: 'data comes back byte for byte',
      make: broken('contents', (intact) => ({
        listAfter: async (id, limit) =>
          (await intact.listAfter(id, limit)).map((item) => ({
            ...item,
            data: item.data.replace(':', ': ') as JsonText,
          })),
      })),
    },
    {
      fault: 'replaces halves of surrogate pairs',
      caughtBy: 'data comes back byte for byte',
      make: broken('contents', (intact) => ({
        insert: (item) =>
          intact.insert({
            ...item,
            data: item.data.replace(/\\ud[89a-f]../g, '\uFFFD') as JsonText,
          }),
      })),
    },
    {
      fault: 'refuses data of a megabyte',
      caughtBy: 'data as large as it may be comes back whole',
      make: broken('contents', (intact) => ({
        insert: (item) =>
          item.data.length > 1_000_000
            ? Promise.reject(new Error('too large'))
            : intact.insert(item),
      })),
    },
    {
      fault: 'answers an id that is asked for twice twice',
      caughtBy: 'findByIds answers those that exist, each once',
      make: broken('contents', (intact) => ({
        findByIds: async (ids) =>
          (await Promise.all(ids.map((id) => intact.findById(id)))).filter(
            (item) => item !== undefined,
          ),
      })),
    },
    {
      fault: 'takes slugs for taken that begin like a taken one',
      caughtBy: 'findTakenSlugs answers exactly the taken ones',
      make: broken('contents', (intact) => ({
        findTakenSlugs: async (slugs) => {
          const items = await intact.listAfter(undefined, 100);
          return new Set(slugs.filter((slug) => items.some((item) => slug.startsWith(item.slug))));
        },
      })),
    },
    {
      fault: 'keeps slugs apart within a collection only',
      caughtBy: 'a taken slug is refused and nothing changes',
      make: broken('contents', (intact, { store }) => ({
        insert: async (item) => {
          const other = await intact.findBySlug(item.slug);
          if (other?.collectionId === item.collectionId) throw slugTaken();
          await putItem(store, item);
        },
      })),
    },
    {
      fault: 'overwrites the item that has the slug, and refuses then',
      caughtBy: 'a taken slug is refused and nothing changes',
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
      fault: 'overwrites an item of the same id',
      caughtBy: 'a taken id is refused and nothing changes',
      make: broken('contents', (_, { store }) => ({ insert: (item) => putItem(store, item) })),
    },
    {
      fault: 'stores items of collections that are gone',
      caughtBy: 'an item of a collection that is gone is refused',
      make: broken('contents', (_, { store }) => ({ insert: (item) => putItem(store, item) })),
    },
    {
      fault: 'stores the first hundred of a batch',
      caughtBy: 'insertAll stores every item',
      make: broken('contents', (intact) => ({
        insertAll: (items) => intact.insertAll(items.slice(0, 100)),
      })),
    },
    {
      fault: 'stores a batch item by item',
      caughtBy: 'insertAll stores nothing when one of the items is refused',
      make: broken('contents', (intact) => ({
        insertAll: async (items) => {
          for (const item of items) await intact.insert(item);
        },
      })),
    },
    {
      fault: 'looks for the slug before it stores an item',
      caughtBy: 'of items racing for a slug one is stored',
      make: broken('contents', (intact, { store }) => ({
        insert: async (item) => {
          if ((await intact.findBySlug(item.slug)) !== undefined) throw slugTaken();
          await putItem(store, item);
        },
      })),
    },
    {
      fault: 'looks for the id before it stores an item',
      caughtBy: 'of items racing for an id one is stored',
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
      fault: 'stores the items of a batch side by side',
      caughtBy: 'of batches racing for a slug one is stored, and of the others nothing',
      make: broken('contents', (intact) => ({
        insertAll: async (items) => {
          await Promise.all(items.map((item) => intact.insert(item)));
        },
      })),
    },
    {
      fault: 'keeps the object that it was given',
      caughtBy: 'changing an object that went in or came out changes nothing stored',
      make: broken('contents', (_, { store }) => ({ insert: (item) => putItem(store, item) })),
    },
    {
      fault: 'hands its own object out',
      caughtBy: 'changing an object that went in or came out changes nothing stored',
      make: broken('contents', (_, { store }) => ({
        findById: (id) => store.write(({ contents }) => contents.get(id)),
      })),
    },
  ],
};
