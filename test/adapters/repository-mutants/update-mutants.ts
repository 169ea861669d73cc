import type { Slug, Store } from '../../../core/index.ts';
import { updateSuite } from '../../conformance/updates.ts';
import {
  slugTaken,
  checkThenPut,
  hasVersion,
  hasFreeSlug,
  versionOf,
  ignoringCollections,
  throwingIfOutdated,
} from './broken-commits.ts';
import {
  brokenStore,
  committing,
  storing,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

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
        if (change.kind !== 'update' || change.collectionVersion === undefined) return change;
        const left = await versionOf(subject, change.before.collectionId);
        return left === change.collectionVersion
          ? { ...change, collectionVersion: undefined }
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
          ? { ...change, collectionVersion: change.collectionVersion ?? 1 }
          : change,
      ),
    },
    {
      fault: 'restores a deleted item with an update',
      caughtBy: 'an update does not restore a deleted item',
      make: committing(async (change, { repositories }) => {
        const stored = await repositories.contents.findById(change.item.id);
        return change.kind === 'update' && stored === undefined
          ? { kind: 'create', item: change.item, collectionVersion: 1 }
          : change;
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
