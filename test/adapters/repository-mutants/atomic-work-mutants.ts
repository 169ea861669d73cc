import type { Store } from '../../../core/store.ts';
import { atomicWorkSuite } from '../../conformance/transactions/atomic-work.ts';
import { altered } from '../../support/core/altered.ts';
import {
  brokenStore,
  type MemorySubject,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Passes a changed store to the work. */
const inside = (
  change: (given: Store, subject: MemorySubject) => Store,
  end: (given: Store) => void = () => undefined,
): RepositoryMutant['make'] =>
  brokenStore((subject) => ({
    atomically: (work) =>
      subject.store.atomically(async (given) => {
        const changed = change(given, subject);
        const result = await work(changed);
        end(changed);
        return result;
      }),
  }));

/** Rejects writes outside from some moment of the work on. */
const lockingOut = (begin: 'at once' | 'at the first commit'): RepositoryMutant['make'] =>
  brokenStore(({ store, repositories }) => {
    let isLocked = false;
    const { collections } = repositories;
    return {
      repositories: {
        ...repositories,
        collections: altered(collections, {
          insert: async (collection) => {
            if (isLocked) throw new Error('locked');
            return collections.insert(collection);
          },
        }),
      },
      atomically: (work) =>
        store.atomically((given) => {
          isLocked = begin === 'at once';
          const commit: Store['commit'] = (changes) => {
            isLocked = true;
            return given.commit(changes);
          };
          return work(altered(given, { commit }));
        }),
    };
  });

/** Writes at once, and restores what was stored before when the work fails. */
const restoring: RepositoryMutant['make'] = brokenStore(({ store, memory }) => ({
  atomically: async (work) => {
    const before = await memory.hold();
    before.drop();
    try {
      return await work(store);
    } catch (error) {
      const held = await memory.hold();
      held.tables = before.tables;
      held.commit();
      throw error;
    }
  },
}));

const failures = new WeakMap<Store, unknown>();
const over = new WeakSet<Store>();

export const atomicWorkMutants: RepositorySuiteMutants = {
  suite: atomicWorkSuite,
  mutants: [
    {
      fault: 'copies the result of the work',
      caughtBy: 'the result of the work is returned, and its writes are stored',
      make: brokenStore(({ store }) => ({
        atomically: async (work) => structuredClone(await store.atomically(work)),
      })),
    },
    {
      fault: 'commits each write',
      caughtBy: 'work that fails stores nothing, and its error is thrown',
      make: brokenStore(({ store }) => ({ atomically: (work) => work(store) })),
    },
    {
      fault: 'reads outside of the transaction',
      caughtBy: 'the work sees its own writes',
      make: inside((given, { repositories: { contents } }) =>
        altered(given, { repositories: { ...given.repositories, contents } }),
      ),
    },
    {
      fault: 'shows writes before the end',
      caughtBy: 'others see the writes after the end',
      make: restoring,
    },
    {
      fault: 'locks others out from the start',
      caughtBy: 'before its first write, the work does not delay others',
      make: lockingOut('at once'),
    },
    {
      fault: 'holds its locks after a first write that failed',
      caughtBy: 'a first write that fails delays nobody',
      make: lockingOut('at the first commit'),
    },
    {
      fault: 'fails at the end if a write has failed',
      caughtBy: 'a write that fails leaves the other writes',
      make: inside(
        (given) => {
          const changed: Store = altered(given, {
            commit: (changes) =>
              given.commit(changes).catch((error: unknown) => {
                failures.set(changed, error);
                throw error;
              }),
          });
          return changed;
        },
        (given) => {
          if (failures.has(given)) throw failures.get(given);
        },
      ),
    },
    {
      fault: 'closes the store of the work at the end',
      caughtBy: 'after the end, the store of the work is like any other',
      make: inside(
        (given) => {
          const changed: Store = altered(given, {
            commit: async (changes) => {
              if (over.has(changed)) throw new Error('The transaction is over');
              return given.commit(changes);
            },
          });
          return changed;
        },
        (given) => over.add(given),
      ),
    },
    {
      fault: 'reports outdated changes as stored',
      caughtBy: 'concurrent work is stored, with retries of outdated changes',
      make: inside((given) =>
        altered(given, {
          commit: async (changes) => {
            await given.commit(changes);
            return true;
          },
        }),
      ),
    },
  ],
};
