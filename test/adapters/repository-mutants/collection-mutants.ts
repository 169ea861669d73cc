import type { MemoryStore } from '../../../adapters/memory/memory-store.ts';
import { DomainError, type Collection, type CollectionSchema } from '../../../core/index.ts';
import { collectionRepositorySuite } from '../../conformance/collection-repository.ts';
import { broken, type RepositorySuiteMutants } from './repository-mutant.ts';

/** Stores a collection without any check. */
const put = (store: MemoryStore, collection: Collection): Promise<void> =>
  store.write(({ collections }) => {
    collections.set(collection.id, collection);
  });

const sortFields = (schema: CollectionSchema): CollectionSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)),
  ),
});

export const collectionMutants: RepositorySuiteMutants = {
  suite: collectionRepositorySuite,
  mutants: [
    {
      fault: 'normalizes descriptions',
      caughtBy: 'a new collection is found by id and by name, as it was',
      make: broken('collections', (intact) => ({
        insert: (given) =>
          intact.insert({ ...given, description: given.description.normalize('NFC') }),
      })),
    },
    {
      fault: 'orders the fields of a schema by the length of their names',
      caughtBy: 'the fields of a schema keep their order',
      make: broken('collections', (intact) => ({
        insert: (given) => intact.insert({ ...given, schema: sortFields(given.schema) }),
      })),
    },
    {
      fault: 'finds names that only begin like the one asked for',
      caughtBy: 'what was never stored is not found',
      make: broken('collections', (intact) => ({
        findByName: async (name) =>
          (await intact.list()).find((collection) => collection.name.startsWith(name)),
      })),
    },
    {
      fault: 'lets two collections have one name',
      caughtBy: 'a taken name is refused and nothing changes',
      make: broken('collections', (_, { store }) => ({ insert: (given) => put(store, given) })),
    },
    {
      fault: 'overwrites a collection of the same id',
      caughtBy: 'a taken id is refused and nothing changes',
      make: broken('collections', (_, { store }) => ({ insert: (given) => put(store, given) })),
    },
    {
      fault: 'looks for the name before it stores a collection',
      caughtBy: 'of collections racing for a name one is stored',
      make: broken('collections', (intact, { store }) => ({
        insert: async (given) => {
          if ((await intact.findByName(given.name)) !== undefined) {
            throw new DomainError('collection_name_taken', 'The name is taken');
          }
          await put(store, given);
        },
      })),
    },
    {
      fault: 'leaves the schema alone on update',
      caughtBy: 'update replaces that collection and no other',
      make: broken('collections', (intact) => ({
        update: async (given) => {
          const before = await intact.findById(given.id);
          return intact.update({ ...given, schema: before?.schema ?? given.schema });
        },
      })),
    },
    {
      fault: 'stores a collection anew that is to be updated',
      caughtBy: 'update does not store what is not there',
      make: broken('collections', (_, { store }) => ({
        update: async (given) => {
          await put(store, given);
          return true;
        },
      })),
    },
    {
      fault: 'does not check names on update',
      caughtBy: 'update refuses a name that another collection has',
      make: broken('collections', (intact, { store }) => ({
        update: async (given) => {
          if ((await intact.findById(given.id)) === undefined) return false;
          await put(store, given);
          return true;
        },
      })),
    },
    {
      fault: 'orders names as a dictionary does',
      caughtBy: 'list is ordered by name, by code units',
      make: broken('collections', (intact) => ({
        list: async () =>
          (await intact.list()).toSorted((left, right) =>
            left.name.localeCompare(right.name, 'en'),
          ),
      })),
    },
    {
      fault: 'always claims to have deleted something',
      caughtBy: 'delete removes that collection and no other',
      make: broken('collections', (intact) => ({
        delete: async (id) => (await intact.delete(id)) || true,
      })),
    },
    {
      fault: 'deletes content along with its collection',
      caughtBy: 'a collection with content in it cannot be deleted',
      make: broken('collections', (intact, { store }) => ({
        delete: async (id) => {
          await store.write(({ contents }) => {
            for (const item of contents.values()) {
              if (item.collectionId === id) contents.delete(item.id);
            }
          });
          return intact.delete(id);
        },
      })),
    },
    {
      fault: 'looks for content before it deletes',
      caughtBy: 'no content is left behind when a deletion and inserts race',
      make: broken('collections', (intact, { store }) => ({
        delete: async (id) => {
          const holdsContent = await store.read(({ contents }) =>
            [...contents.values()].some((item) => item.collectionId === id),
          );
          if (holdsContent) return intact.delete(id);
          await store.read(() => 'a moment later');
          return store.write(({ collections }) => collections.delete(id));
        },
      })),
    },
    {
      fault: 'leaves the grants of a deleted collection',
      caughtBy: 'deleting a collection takes its grants along and no others',
      make: broken('collections', (_, { store }) => ({
        delete: (id) => store.write(({ collections }) => collections.delete(id)),
      })),
    },
    {
      fault: 'takes a deleted collection out of the scopes of tokens',
      caughtBy: 'deleting a collection leaves the scopes of tokens as they are',
      make: broken('collections', (intact, { store }) => ({
        delete: async (id) => {
          await store.write(({ apiTokens }) => {
            for (const token of apiTokens.values()) {
              const scope = token.scope === 'all' ? 'all' : token.scope.filter((it) => it !== id);
              apiTokens.set(token.id, { ...token, scope });
            }
          });
          return intact.delete(id);
        },
      })),
    },
    {
      fault: 'keeps the object that it was given',
      caughtBy: 'changing an object that went in or came out changes nothing stored',
      make: broken('collections', (_, { store }) => ({ insert: (given) => put(store, given) })),
    },
  ],
};
