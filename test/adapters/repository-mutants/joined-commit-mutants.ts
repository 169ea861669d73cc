import type { ContentChange } from '../../../core/index.ts';
import { joinedCommitSuite } from '../../conformance/joined-commits.ts';
import { versionOf } from './broken-commits.ts';
import { brokenStore, type RepositorySuiteMutants } from './repository-mutant.ts';

/** Commits each change for itself. */
const oneByOne = brokenStore(({ store }) => ({
  commit: async (changes) => {
    for (const change of changes) if (!(await store.commit([change]))) return false;
    return true;
  },
}));

export const joinedCommitMutants: RepositorySuiteMutants = {
  suite: joinedCommitSuite,
  mutants: [
    {
      fault: 'takes no changes for outdated ones',
      caughtBy: 'no change is stored at once',
      make: brokenStore(({ store }) => ({
        commit: async (changes) => changes.length > 0 && store.commit(changes),
      })),
    },
    {
      fault: 'stores only the first hundred creations',
      caughtBy: 'many creations are all stored',
      make: brokenStore(({ store }) => ({
        commit: (changes) => store.commit(changes.slice(0, 100)),
      })),
    },
    {
      fault: 'stores creations first',
      caughtBy: 'changes of all kinds are all stored',
      make: brokenStore(({ store }) => ({
        commit: (changes) =>
          store.commit(changes.toSorted((left, right) => (left.kind < right.kind ? -1 : 1))),
      })),
    },
    {
      fault: 'stores half of the changes',
      caughtBy: 'if an item of one of them has another version, none is stored',
      make: oneByOne,
    },
    {
      fault: 'ignores outdated changes among others',
      caughtBy: 'if an item of one of them has another version, none is stored',
      make: brokenStore(({ store }) => ({
        commit: async (changes) => {
          const results: boolean[] = [];
          for (const change of changes) results.push(await store.commit([change]));
          return results.includes(true);
        },
      })),
    },
    {
      fault: 'checks only the collection of the first change',
      caughtBy: 'if a collection of one of them has another version, none is stored',
      make: brokenStore((subject) => ({
        commit: async ([first, ...others]) => {
          const changed: ContentChange[] = [];
          for (const change of others) {
            const version =
              change.kind === 'delete'
                ? undefined
                : await versionOf(subject, change.item.collectionId);
            changed.push(
              change.kind === 'delete' || version === undefined
                ? change
                : { ...change, collectionVersion: version },
            );
          }
          return subject.store.commit(first === undefined ? [] : [first, ...changed]);
        },
      })),
    },
    {
      fault: 'stores the changes before a rejected one',
      caughtBy: 'if the slug or the id of one of them is taken, none is stored',
      make: oneByOne,
    },
    {
      fault: 'stores the changes of a commit concurrently',
      caughtBy:
        'of concurrent commits with one slug exactly one is stored, and nothing of the others',
      make: brokenStore(({ store }) => ({
        commit: async (changes) => {
          const results = await Promise.all(changes.map((change) => store.commit([change])));
          return !results.includes(false);
        },
      })),
    },
  ],
};
