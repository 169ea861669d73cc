import { assertFreeValues } from '../../../adapters/memory/content/memory-index-repository.ts';
import type { MemoryTables } from '../../../adapters/memory/memory-tables.ts';
import { valueTaken, type ContentChange, type UniqueWithin } from '../../../core/store.ts';
import { groupOf } from '../../../core/vocabulary.ts';
import { uniqueTranslationSuite } from '../../conformance/content/unique-translations.ts';
import {
  broken,
  brokenStore,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Builds unique indexes of one kind as those of another kind. */
const building = (kind: UniqueWithin, as: UniqueWithin | undefined): RepositoryMutant['make'] =>
  broken('indexes', (intact, { memory }) => ({
    maintain: async (...args) => {
      const isDone = await intact.maintain(...args);
      await memory.write(({ indexes }) => {
        for (const [key, { index, ...rest }] of indexes) {
          if (index.within !== kind) continue;
          indexes.set(key, { ...rest, index: { ...index, within: as } });
        }
      });
      return isDone;
    },
  }));

const assertAllFree = (tables: MemoryTables, changes: readonly ContentChange[]): void => {
  for (const change of changes) assertFreeValues(tables, change);
};

const changesGroup = (change: ContentChange): boolean =>
  change.kind === 'update' && groupOf(change.before).id !== groupOf(change.item).id;

const kinds = [undefined, 'locale', 'group'] as const;

export const uniqueTranslationMutants: RepositorySuiteMutants = {
  suite: uniqueTranslationSuite,
  mutants: [
    {
      fault: 'allows a value once in all locales',
      caughtBy: 'in a localised collection, each value is allowed once in each locale',
      make: building('locale', undefined),
    },
    {
      fault: 'allows a value in each group',
      caughtBy: 'in a localised collection, each value is allowed once in each locale',
      make: brokenStore(({ store, memory }) => ({
        commit: async (...args) => {
          await memory.write(({ indexes }) => {
            for (const [key, { index }] of indexes) {
              if (index.within === 'locale') indexes.delete(key);
            }
          });
          return store.commit(...args);
        },
      })),
    },
    {
      fault: 'refuses the common value in the translations of an item',
      caughtBy: 'a value that translations have in common is allowed in one group',
      make: building('group', undefined),
    },
    {
      fault: 'compares common values within the locale only',
      caughtBy: 'a common value is taken while an item of the group has it',
      make: building('group', 'locale'),
    },
    {
      fault: 'frees a common value when an item leaves the group',
      caughtBy:
        'an item that leaves its group with another common value leaves the value to the others',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes, ...rest) => {
          const isStored = await store.commit(changes, ...rest);
          if (changes.some(changesGroup)) await memory.write(({ indexes }) => indexes.clear());
          return isStored;
        },
      })),
    },
    {
      fault: 'compares common values before all items have come',
      caughtBy: 'groups are joined with the common value of either',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes, unchanged, groups = []) => {
          if (groups.length > 0) await memory.read((tables) => assertAllFree(tables, changes));
          return store.commit(changes, unchanged, groups);
        },
      })),
    },
    {
      fault: 'compares the values of a commit with groups before it is stored',
      caughtBy: 'in a commit with groups, an item may get the value that another one gives up',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes, unchanged = [], groups = []) => {
          if (groups.length > 0 && !changes.some(changesGroup)) {
            await memory.read((tables) => assertAllFree(tables, changes));
          }
          return store.commit(changes, unchanged, groups);
        },
      })),
    },
    {
      fault: 'compares no values in a commit with groups',
      caughtBy: 'in a commit with groups, an item may get the value that another one gives up',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes, unchanged = [], groups = []) => {
          if (groups.length === 0) return store.commit(changes, unchanged, groups);
          const indexes = await memory.read((tables) => new Map(tables.indexes));
          await memory.write((tables) => tables.indexes.clear());
          const isStored = await store.commit(changes, unchanged, groups);
          await memory.write((tables) => {
            for (const [key, index] of indexes) tables.indexes.set(key, index);
          });
          return isStored;
        },
      })),
    },
    {
      fault: 'checks common values before it writes',
      caughtBy: 'of concurrent groups with one common value, one gets it',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes, ...rest) => {
          const indexes = await memory.read((tables) => {
            assertAllFree(tables, changes);
            return new Map(tables.indexes);
          });
          await memory.write((tables) => tables.indexes.clear());
          const isStored = await store.commit(changes, ...rest);
          await memory.write((tables) => {
            for (const [key, index] of indexes) tables.indexes.set(key, index);
          });
          return isStored;
        },
      })),
    },
    {
      fault: 'gives the common value to the first of several items that come back',
      caughtBy: 'items that come back into an empty group at the same time share its value',
      make: brokenStore(({ store }) => {
        let isBusy = false;
        return {
          commit: async (changes, ...rest) => {
            if (!changes.some(({ kind }) => kind === 'recover')) {
              return store.commit(changes, ...rest);
            }
            if (isBusy) throw valueTaken('data.code');
            isBusy = true;
            return store.commit(changes, ...rest).finally(() => (isBusy = false));
          },
        };
      }),
    },
    {
      fault: 'finds duplicates in the whole collection',
      caughtBy: 'duplicates are those in a locale and of several groups, and prevent the index',
      make: broken('indexes', (intact) => ({
        findDuplicates: (index, ...args) =>
          intact.findDuplicates({ ...index, within: undefined }, ...args),
      })),
    },
    {
      fault: 'takes an index within locales for one of the collection',
      caughtBy: 'an index of one kind does not stand for another one',
      make: broken('indexes', (intact) => ({
        statusOf: async (indexes) =>
          Promise.all(
            indexes.map(async (index) => {
              const all = await intact.statusOf(kinds.map((within) => ({ ...index, within })));
              const ready = all.find(({ state }) => state === 'ready');
              return { index, state: ready?.state ?? 'building' };
            }),
          ),
      })),
    },
  ],
};
