import type { MemoryState } from '../../../adapters/memory/memory-state.ts';
import { DomainError, type Collection, type CollectionSchema } from '../../../core/vocabulary.ts';
import { collectionRepositorySuite } from '../../conformance/collection-repository.ts';
import { broken, type RepositorySuiteMutants } from './repository-mutant.ts';

/** Stores a collection without any check. */
const put = (memory: MemoryState, collection: Collection): Promise<void> =>
  memory.write(({ collections }) => {
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
      caughtBy: 'findById and findByName return a new collection unchanged',
      make: broken('collections', (intact) => ({
        insert: (given) =>
          intact.insert({ ...given, description: given.description.normalize('NFC') }),
      })),
    },
    {
      fault: 'sorts the members of the data of templates by name',
      caughtBy: 'the icon and the templates of a collection are stored as they are, and removed',
      make: broken('collections', (intact) => ({
        insert: (given) =>
          intact.insert({
            ...given,
            templates: given.templates?.map((template) => ({
              ...template,
              data: Object.fromEntries(
                Object.entries(template.data).sort(([a], [b]) => (a < b ? -1 : 1)),
              ),
            })),
          }),
      })),
    },
    {
      fault: 'does not store icons',
      caughtBy: 'the icon and the templates of a collection are stored as they are, and removed',
      make: broken('collections', (intact) => ({
        insert: ({ icon: _, ...given }) => intact.insert(given),
      })),
    },
    {
      fault: 'keeps the templates that an update removes',
      caughtBy: 'the icon and the templates of a collection are stored as they are, and removed',
      make: broken('collections', (intact) => ({
        update: async (given) => {
          const before = await intact.findById(given.id);
          return intact.update({ ...given, templates: given.templates ?? before?.templates });
        },
      })),
    },
    {
      fault: 'sorts the fields of a schema by the length of their names',
      caughtBy: 'the fields of a schema keep their order',
      make: broken('collections', (intact) => ({
        insert: (given) => intact.insert({ ...given, schema: sortFields(given.schema) }),
      })),
    },
    {
      fault: 'finds collections whose name starts with the given one',
      caughtBy: 'finders return undefined for what was never stored',
      make: broken('collections', (intact) => ({
        findByName: async (name) =>
          (await intact.list()).find((collection) => collection.name.startsWith(name)),
      })),
    },
    {
      fault: 'stores two collections with the same name',
      caughtBy: 'insert rejects a taken name and changes nothing',
      make: broken('collections', (_, { memory }) => ({ insert: (given) => put(memory, given) })),
    },
    {
      fault: 'overwrites a collection with the same id',
      caughtBy: 'insert rejects a taken id and changes nothing',
      make: broken('collections', (_, { memory }) => ({ insert: (given) => put(memory, given) })),
    },
    {
      fault: 'checks the name before the insert, not atomically with it',
      caughtBy: 'of concurrent inserts with one name, exactly one succeeds',
      make: broken('collections', (intact, { memory }) => ({
        insert: async (given) => {
          if ((await intact.findByName(given.name)) !== undefined) {
            throw new DomainError('collection_name_taken', 'The name is taken');
          }
          await put(memory, given);
        },
      })),
    },
    {
      fault: 'does not update the schema',
      caughtBy: 'update replaces that collection only',
      make: broken('collections', (intact) => ({
        update: async (given) => {
          const before = await intact.findById(given.id);
          return intact.update({ ...given, schema: before?.schema ?? given.schema });
        },
      })),
    },
    {
      fault: 'creates a missing collection on update',
      caughtBy: 'update does not create a record',
      make: broken('collections', (_, { memory }) => ({
        update: async (given) => {
          await put(memory, given);
          return true;
        },
      })),
    },
    {
      fault: 'does not check names on update',
      caughtBy: 'update rejects a name that another collection has',
      make: broken('collections', (intact, { memory }) => ({
        update: async (given) => {
          if ((await intact.findById(given.id)) === undefined) return false;
          await put(memory, given);
          return true;
        },
      })),
    },
    {
      fault: 'sorts names in alphabetical order',
      caughtBy: 'list is sorted by name, in the order of code units',
      make: broken('collections', (intact) => ({
        list: async () =>
          (await intact.list()).toSorted((left, right) =>
            left.name.localeCompare(right.name, 'en'),
          ),
      })),
    },
    {
      fault: 'always reports a deletion',
      caughtBy: 'delete removes that collection only',
      make: broken('collections', (intact) => ({
        delete: async (id) => (await intact.delete(id)) || true,
      })),
    },
    {
      fault: 'deletes the items of a collection with it',
      caughtBy: 'delete rejects a collection that contains items',
      make: broken('collections', (intact, { memory }) => ({
        delete: async (id) => {
          await memory.write(({ contents }) => {
            for (const item of contents.values()) {
              if (item.collectionId === id) contents.delete(item.id);
            }
          });
          return intact.delete(id);
        },
      })),
    },
    {
      fault: 'checks for items before the deletion, not atomically with it',
      caughtBy: 'concurrent inserts of items never outlive the deletion of their collection',
      make: broken('collections', (intact, { memory }) => ({
        delete: async (id) => {
          const holdsContent = await memory.read(({ contents }) =>
            [...contents.values()].some((item) => item.collectionId === id),
          );
          if (holdsContent) return intact.delete(id);
          await memory.read(() => 'a moment later');
          return memory.write(({ collections }) => collections.delete(id));
        },
      })),
    },
    {
      fault: 'keeps the grants of a deleted collection',
      caughtBy: 'deleting a collection deletes its grants only',
      make: broken('collections', (_, { memory }) => ({
        delete: (id) => memory.write(({ collections }) => collections.delete(id)),
      })),
    },
    {
      fault: 'removes a deleted collection from the scopes of tokens',
      caughtBy: 'deleting a collection does not change the scopes of tokens',
      make: broken('collections', (intact, { memory }) => ({
        delete: async (id) => {
          await memory.write(({ apiTokens }) => {
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
      fault: "stores the caller's object without copying it",
      caughtBy: 'stored records do not share objects with callers',
      make: broken('collections', (_, { memory }) => ({ insert: (given) => put(memory, given) })),
    },
  ],
};
