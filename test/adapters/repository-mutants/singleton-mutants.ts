import { applyChange } from '../../../adapters/memory/content/memory-commit.ts';
import { notSingleton, singletonExists, type ContentChange } from '../../../core/store.ts';
import { singletonSuite } from '../../conformance/content/singletons.ts';
import { expecting } from '../../conformance/content/content-changes.ts';
import {
  broken,
  brokenStore,
  committing,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Ignores that changes of a kind enter a singleton. */
const ignoring = (kind: ContentChange['kind']): RepositoryMutant['make'] =>
  committing((each) => (each.kind === kind ? expecting(each, { entersSingleton: false }) : each));

export const singletonMutants: RepositorySuiteMutants = {
  suite: singletonSuite,
  mutants: [
    {
      fault: 'does not tell the site that a collection is a singleton',
      caughtBy: 'a singleton is stored as one, also for the site, and other collections are none',
      make: broken('site', (intact) => ({
        load: async (name) => {
          const { collection, ...site } = await intact.load(name);
          return { ...site, collection: collection && { ...collection, isSingleton: undefined } };
        },
      })),
    },
    {
      fault: 'keeps a collection a singleton for ever',
      caughtBy: 'a singleton is stored as one, also for the site, and other collections are none',
      make: broken('collections', (intact) => ({
        update: async (collection) => {
          const before = await intact.findById(collection.id);
          return intact.update({ ...collection, isSingleton: before?.isSingleton });
        },
      })),
    },
    {
      fault: 'gives a singleton the stamp of another collection',
      caughtBy: 'the stamp of the site changes when its collection becomes a singleton',
      make: broken('site', (intact) => ({
        load: async (name) => ({ ...(await intact.load(name)), stamp: 'same' }),
      })),
    },
    {
      fault: 'creates a second item in a singleton',
      caughtBy: 'a singleton takes one item',
      make: ignoring('create'),
    },
    {
      fault: 'creates an item for another version of a singleton',
      caughtBy: 'a creation for another version of the singleton returns false and stores nothing',
      make: committing((each) =>
        each.kind === 'create' && each.expected.entersSingleton === true
          ? expecting(each, { collectionVersion: 1 })
          : each,
      ),
    },
    {
      fault: 'counts the item itself, and those that were there before',
      caughtBy: 'the item of a singleton can change, and leave it',
      make: brokenStore(({ store }) => {
        const entered = new Set<string>();
        return {
          commit: async (changes) => {
            for (const change of changes) {
              if (change.kind === 'delete' || change.expected.entersSingleton !== true) continue;
              if (entered.has(change.item.collectionId)) throw singletonExists();
              entered.add(change.item.collectionId);
            }
            return store.commit(changes);
          },
        };
      }),
    },
    {
      fault: 'moves a second item into a singleton',
      caughtBy: 'a singleton with an item takes none from another collection',
      make: ignoring('update'),
    },
    {
      fault: 'restores a second item into a singleton',
      caughtBy: 'a singleton with an item takes none from the trash',
      make: ignoring('recover'),
    },
    {
      fault: 'looks at singletons before it stores any of several changes',
      caughtBy: 'of several changes in one commit, a singleton takes none if there are two for it',
      make: brokenStore(({ store }) => ({
        commit: (changes) =>
          store.commit(
            changes.length === 1
              ? changes
              : changes.map((each) => expecting(each, { entersSingleton: false })),
          ),
      })),
    },
    {
      fault: 'looks at the singleton before the write, not atomically with it',
      caughtBy: 'of concurrent changes for one singleton exactly one succeeds',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          const [change] = changes;
          if (changes.length !== 1 || change === undefined) return store.commit(changes);
          if (change.kind === 'delete' || change.expected.entersSingleton !== true) {
            return store.commit(changes);
          }
          const { collectionId } = change.item;
          const isTaken = await memory.read(({ contents }) =>
            [...contents.values()].some((item) => item.collectionId === collectionId),
          );
          if (isTaken) throw singletonExists();
          await memory.write((tables) => applyChange(tables, change));
          return true;
        },
      })),
    },
    {
      fault: 'takes no translation of the item of a singleton',
      caughtBy: 'a localised singleton takes the translations of one item, and no other item',
      make: brokenStore(({ store, repositories }) => ({
        commit: async (changes) => {
          for (const change of changes) {
            const { item } = change;
            if (change.kind === 'delete' || change.expected.entersSingleton !== true) continue;
            const place = [item.collectionId, undefined, 2] as const;
            const all = await repositories.contents.listOfCollectionAfter(...place);
            if (all.some(({ id }) => id !== item.id)) throw singletonExists();
          }
          return store.commit(changes);
        },
      })),
    },
    {
      fault: 'lets a translation of the item of a singleton become an item of its own',
      caughtBy: 'a localised singleton takes the translations of one item, and no other item',
      make: ignoring('update'),
    },
    {
      fault: 'counts the translations of an item when a collection becomes a singleton',
      caughtBy:
        'a collection with translations of one item becomes a singleton, one with two groups does not',
      make: broken('collections', (intact, { repositories }) => ({
        update: async (collection) => {
          const place = [collection.id, undefined, 2] as const;
          const all = await repositories.contents.listOfCollectionAfter(...place);
          if (collection.isSingleton === true && all.length > 1) throw notSingleton();
          return intact.update(collection);
        },
      })),
    },
    {
      fault: 'accepts several items when a collection becomes a singleton',
      caughtBy: 'a collection with one item or none becomes a singleton, one with several does not',
      make: broken('collections', (_, { memory }) => ({
        update: (collection) =>
          memory.write(({ collections }) => {
            collections.set(collection.id, collection);
            return true;
          }),
      })),
    },
    {
      fault: 'counts the items before the update, not atomically with it',
      caughtBy: 'a collection that becomes a singleton while items are created has one at most',
      make: broken('collections', (_, { memory }) => ({
        update: async (collection) => {
          const count = await memory.read(
            ({ contents }) =>
              [...contents.values()].filter((item) => item.collectionId === collection.id).length,
          );
          if (count > 1) throw notSingleton();
          for (let step = 0; step < 20; step += 1) await Promise.resolve();
          return memory.write(({ collections }) => {
            collections.set(collection.id, collection);
            return true;
          });
        },
      })),
    },
  ],
};
