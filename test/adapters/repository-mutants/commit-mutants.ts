import { applyChange } from '../../../adapters/memory/content/memory-commit.ts';
import type { MemoryTables } from '../../../adapters/memory/memory-tables.ts';
import { DomainError, type ContentChange, type Store } from '../../../core/store.ts';
import type { Slug } from '../../../core/vocabulary.ts';
import {
  brokenStore,
  committing,
  storing,
  type MemorySubject,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';
import { joinedCommitSuite } from '../../conformance/content/history/joined-commits.ts';
import { creationSuite } from '../../conformance/content/creations.ts';
import { expecting, creationOf } from '../../conformance/content/content-changes.ts';
import { updateSuite } from '../../conformance/content/updates.ts';

const slugTaken = (): DomainError => new DomainError('slug_taken', 'The slug is taken');

/** Stores changes that pass a check, some time after it. */
const checkThenPut = (
  check: (tables: MemoryTables, change: ContentChange) => boolean,
): RepositoryMutant['make'] =>
  brokenStore(({ memory }) => ({
    commit: async (changes) => {
      if (!(await memory.read((tables) => changes.every((each) => check(tables, each))))) {
        return false;
      }
      await memory.write((tables) => changes.forEach((each) => applyChange(tables, each)));
      return true;
    },
  }));

const hasVersion = ({ contents }: MemoryTables, change: ContentChange): boolean => {
  const expected = change.kind === 'update' ? change.before : change.item;
  return change.kind === 'create' || contents.get(change.item.id)?.version === expected.version;
};

const hasFreeSlug = ({ slugs }: MemoryTables, { kind, item }: ContentChange): boolean => {
  if (kind !== 'delete' && slugs.has(item.slug)) throw slugTaken();
  return true;
};

const versionOf = async (
  { repositories }: MemorySubject,
  collectionId: string,
): Promise<number | undefined> => (await repositories.collections.findById(collectionId))?.version;

const ignoringCollections = committing(async (change, subject) => {
  if (change.kind === 'delete') return change;
  const version = await versionOf(subject, change.item.collectionId);
  return version === undefined ? change : expecting(change, { collectionVersion: version });
});

const throwingIfOutdated = (kind: ContentChange['kind']): RepositoryMutant['make'] =>
  brokenStore(({ store }) => ({
    commit: async (changes) => {
      const isStored = await store.commit(changes);
      if (!isStored && changes.some((each) => each.kind === kind)) throw new Error('outdated');
      return isStored;
    },
  }));

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
      fault: 'does not look at items that must be unchanged',
      caughtBy: 'if an item that must be unchanged has another version, none is stored',
      make: brokenStore(({ store }) => ({ commit: (changes) => store.commit(changes) })),
    },
    {
      fault: 'looks at unchanged items only if others change',
      caughtBy: 'if an item that must be unchanged has another version, none is stored',
      make: brokenStore(({ store }) => ({
        commit: async (changes, unchanged) =>
          changes.length === 0 || store.commit(changes, unchanged),
      })),
    },
    {
      fault: 'looks at unchanged items before it stores the changes',
      caughtBy:
        'of two concurrent commits that each need the item of the other, exactly one is stored',
      make: brokenStore(({ store }) => ({
        commit: async (changes, unchanged) =>
          (await store.commit([], unchanged)) && store.commit(changes),
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
                : expecting(change, { collectionVersion: version }),
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
        const other = contents.get(slugs.get(item.slug)?.[0] ?? '');
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
              const other = contents.get(slugs.get(item.slug)?.[0] ?? '');
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
        return expecting(change, {
          collectionVersion: Math.max(stored ?? 0, change.expected.collectionVersion),
        });
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
          collections.get(change.item.collectionId)?.version === change.expected.collectionVersion,
      ),
    },
  ],
};

/** Ignores a condition by expecting what is stored. */
const expectingStored = committing(async (change, { memory }) => {
  const stored = await memory.read(({ contents }) => contents.get(change.item.id));
  if (stored === undefined || change.kind === 'create') return change;
  return change.kind === 'update'
    ? { ...change, before: stored }
    : { ...change, item: { ...change.item, version: stored.version } };
});

/** Keeps slugs taken that were given up by changes of this kind. */
const keepingSlugs = (kind: 'update' | 'delete'): RepositoryMutant['make'] =>
  brokenStore(({ store }) => {
    const former = new Set<Slug>();
    const commit: Store['commit'] = async (changes) => {
      if (changes.some((each) => each.kind === 'create' && former.has(each.item.slug))) {
        throw slugTaken();
      }
      const isStored = await store.commit(changes);
      for (const change of isStored ? changes : []) {
        if (change.kind === kind)
          former.add((change.kind === 'update' ? change.before : change.item).slug);
      }
      return isStored;
    };
    return { commit };
  });

export const updateMutants: RepositorySuiteMutants = {
  suite: updateSuite,
  mutants: [
    {
      fault: 'does not change the collection of an item',
      caughtBy: 'an update changes all members of that item and no other item',
      make: storing((item, before) => ({ ...item, collectionId: (before ?? item).collectionId })),
    },
    {
      fault: 'does not remove an origin',
      caughtBy: 'an update changes all members of that item and no other item',
      make: storing((item, before) => ({ ...item, origin: item.origin ?? before?.origin })),
    },
    {
      fault: 'updates any version',
      caughtBy: 'an update of another version returns false and stores nothing',
      make: expectingStored,
    },
    {
      fault: 'updates versions older than the expected one, too',
      caughtBy: 'an update of another version returns false and stores nothing',
      make: committing(async (change, { repositories }) => {
        if (change.kind !== 'update') return change;
        const stored = (await repositories.contents.findById(change.item.id))?.version ?? 0;
        const version = Math.min(stored, change.before.version);
        return { ...change, before: { ...change.before, version } };
      }),
    },
    {
      fault: 'ignores the version of the collection',
      caughtBy: 'an update for another version of the collection returns false and stores nothing',
      make: ignoringCollections,
    },
    {
      fault: 'checks the version of the collection that the item leaves',
      caughtBy: 'an update that moves an item depends on its new collection',
      make: committing(async (change, subject) => {
        if (change.kind !== 'update' || change.expected.collectionVersion === undefined)
          return change;
        const left = await versionOf(subject, change.before.collectionId);
        return left === change.expected.collectionVersion
          ? expecting(change, { collectionVersion: undefined })
          : change;
      }),
    },
    {
      fault: 'throws if an update is outdated',
      caughtBy: 'an update that moves an item to a deleted collection returns false',
      make: throwingIfOutdated('update'),
    },
    {
      fault: 'expects the first version if no schema decided an update',
      caughtBy: 'an update that no schema decided ignores the version of the collection',
      make: committing((change) =>
        change.kind === 'update'
          ? expecting(change, { collectionVersion: change.expected.collectionVersion ?? 1 })
          : change,
      ),
    },
    {
      fault: 'restores a deleted item with an update',
      caughtBy: 'an update does not restore a deleted item',
      make: committing(async (change, { repositories }) => {
        const stored = await repositories.contents.findById(change.item.id);
        return change.kind === 'update' && stored === undefined ? creationOf(change.item) : change;
      }),
    },
    {
      fault: 'does not check the slug of an update',
      caughtBy: 'an update rejects the slug of another item',
      make: checkThenPut(hasVersion),
    },
    {
      fault: 'keeps the former slugs of an item taken',
      caughtBy: 'a slug is free after its item got another one',
      make: keepingSlugs('update'),
    },
    {
      fault: 'keeps the slugs of deleted items taken',
      caughtBy: 'a slug is free after its item was deleted',
      make: keepingSlugs('delete'),
    },
    {
      fault: 'deletes any version',
      caughtBy: 'a deletion removes the item with that version and no other item',
      make: expectingStored,
    },
    {
      fault: 'checks the version before the write, not atomically with it',
      caughtBy: 'of concurrent updates of one version exactly one succeeds',
      make: checkThenPut(hasVersion),
    },
    {
      fault: 'checks the version before the write, not atomically with it',
      caughtBy: 'of concurrent deletions of an item exactly one succeeds',
      make: checkThenPut(hasVersion),
    },
    {
      fault: 'checks the version before the write, not atomically with it',
      caughtBy: 'of a concurrent update and deletion of one version exactly one succeeds',
      make: checkThenPut(hasVersion),
    },
    {
      fault: 'checks the slug before the write, not atomically with it',
      caughtBy: 'of concurrent updates with one slug exactly one succeeds',
      make: checkThenPut(hasFreeSlug),
    },
  ],
};
