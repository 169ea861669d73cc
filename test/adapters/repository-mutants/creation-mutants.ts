import { DomainError, type ContentChange } from '../../../core/index.ts';
import { creationSuite } from '../../conformance/creations.ts';
import {
  slugTaken,
  checkThenPut,
  hasFreeSlug,
  versionOf,
  ignoringCollections,
  throwingIfOutdated,
} from './broken-commits.ts';
import {
  brokenStore,
  committing,
  type MemorySubject,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

const onlyCreations = (
  commit: (subject: MemorySubject, changes: readonly ContentChange[]) => Promise<boolean>,
): RepositoryMutant['make'] =>
  brokenStore((subject) => ({
    commit: (changes) =>
      changes.every(({ kind }) => kind === 'create')
        ? commit(subject, changes)
        : subject.store.commit(changes),
  }));

export const creationMutants: RepositorySuiteMutants = {
  suite: creationSuite,
  mutants: [
    {
      fault: 'stores only the first item',
      caughtBy: 'a creation stores the item',
      make: onlyCreations(
        async ({ store, repositories }, changes) =>
          (await repositories.contents.listAfter(undefined, 1)).length > 0 || store.commit(changes),
      ),
    },
    {
      fault: 'checks slugs only within a collection',
      caughtBy: 'a creation rejects a taken slug and changes nothing',
      make: checkThenPut(({ contents, slugs }, { item }) => {
        const other = contents.get(slugs.get(item.slug) ?? '');
        if (other?.collectionId === item.collectionId) throw slugTaken();
        return true;
      }),
    },
    {
      fault: 'overwrites the item with a taken slug before it throws',
      caughtBy: 'a creation rejects a taken slug and changes nothing',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          await memory.write(({ contents, slugs }) => {
            for (const { kind, item } of changes) {
              const other = contents.get(slugs.get(item.slug) ?? '');
              if (kind !== 'create' || other === undefined) continue;
              contents.set(other.id, { ...other, title: item.title });
            }
          });
          return store.commit(changes);
        },
      })),
    },
    {
      fault: 'overwrites an item with the same id',
      caughtBy: 'a creation rejects a taken id and changes nothing',
      make: checkThenPut(() => true),
    },
    {
      fault: 'ignores the version of the collection',
      caughtBy: 'a creation for another version of the collection returns false and stores nothing',
      make: ignoringCollections,
    },
    {
      fault: 'accepts every later version of the collection',
      caughtBy: 'a creation for another version of the collection returns false and stores nothing',
      make: committing(async (change, subject) => {
        if (change.kind !== 'create') return change;
        const stored = await versionOf(subject, change.item.collectionId);
        return { ...change, collectionVersion: Math.max(stored ?? 0, change.collectionVersion) };
      }),
    },
    {
      fault: 'throws if a new item is outdated',
      caughtBy: 'a creation in a deleted collection returns false and stores nothing',
      make: throwingIfOutdated('create'),
    },
    {
      fault: 'stores items of missing collections',
      caughtBy: 'a creation in a deleted collection returns false and stores nothing',
      make: checkThenPut(() => true),
    },
    {
      fault: 'checks the slug before the write, not atomically with it',
      caughtBy: 'of concurrent creations with one slug exactly one succeeds',
      make: checkThenPut(hasFreeSlug),
    },
    {
      fault: 'checks the id before the write, not atomically with it',
      caughtBy: 'of concurrent creations with one id exactly one succeeds',
      make: checkThenPut(({ contents }, { item }) => {
        if (contents.has(item.id)) throw new DomainError('id_taken', 'The id is taken');
        return true;
      }),
    },
    {
      fault: 'rejects changes while others are under way',
      caughtBy: 'concurrent changes of different items are all stored',
      make: brokenStore(({ store }) => {
        let isBusy = false;
        return {
          commit: async (changes) => {
            if (isBusy) return false;
            isBusy = true;
            try {
              return await store.commit(changes);
            } finally {
              isBusy = false;
            }
          },
        };
      }),
    },
    {
      fault: 'checks the version of the collection before the write, not atomically with it',
      caughtBy: 'a change of the collection sees every item that its earlier version has decided',
      make: checkThenPut(
        ({ collections }, change) =>
          change.kind !== 'create' ||
          collections.get(change.item.collectionId)?.version === change.collectionVersion,
      ),
    },
  ],
};
