import {
  decodeJson,
  encodeJson,
  type BasedRead,
  type ContentItem,
  type JsonText,
} from '../../../core/index.ts';
import { contentRepositorySuite } from '../../conformance/content-repository.ts';
import {
  broken,
  brokenStore,
  reading,
  storing,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

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
        getBySlug: (slug, basis) =>
          reading(intact.getBySlug(slug, basis), (item) => item && { ...item, origin: undefined }),
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
        getById: (id, basis) =>
          reading(
            intact.getById(id, basis),
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
          getById: (id, basis) => {
            if (shared === undefined) setImmediate(() => (shared = undefined));
            shared ??= intact.getById(id, basis);
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
