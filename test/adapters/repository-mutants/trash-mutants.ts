import { applyChange } from '../../../adapters/memory/content/memory-commit.ts';
import type {
  CollectionShares,
  ContentChange,
  TrashRepository,
  TrashScope,
} from '../../../core/store.ts';
import { trashMovesSuite } from '../../conformance/trash/trash-moves.ts';
import { trashRepositorySuite } from '../../conformance/trash/trash-repository.ts';
import { expecting } from '../../conformance/content/content-changes.ts';
import {
  broken,
  brokenStore,
  committing,
  pauses,
  type MemorySubject,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Passes other changes of one kind to the intact store. */
const changing = <Kind extends ContentChange['kind']>(
  kind: Kind,
  change: (
    each: Extract<ContentChange, { readonly kind: Kind }>,
    subject: MemorySubject,
  ) => ContentChange | Promise<ContentChange>,
): RepositoryMutant['make'] =>
  committing((each, subject) =>
    each.kind === kind
      ? change(each as Extract<ContentChange, { readonly kind: Kind }>, subject)
      : each,
  );

/** Stores changes of some kinds without any check, some time after a check. */
const unchecked = (
  kinds: readonly ContentChange['kind'][],
  check: (subject: MemorySubject, change: ContentChange) => Promise<boolean> = async () => true,
): RepositoryMutant['make'] =>
  brokenStore((subject) => {
    const pause = pauses();
    return {
      commit: async (changes) => {
        if (!changes.every(({ kind }) => kinds.includes(kind)))
          return subject.store.commit(changes);
        for (const change of changes) if (!(await check(subject, change))) return false;
        await pause();
        await subject.memory.write((tables) =>
          changes.forEach((each) => applyChange(tables, each)),
        );
        return true;
      },
    };
  });

const withTrash = (
  changes: (intact: TrashRepository, subject: MemorySubject) => Partial<TrashRepository>,
): RepositoryMutant['make'] => broken('trash', changes);

/** Does something with the memory before the intact store deletes a collection. */
const beforeDeletion = (
  change: (subject: MemorySubject, id: string) => Promise<void>,
): RepositoryMutant['make'] =>
  broken('collections', (intact, subject) => ({
    delete: async (id) => {
      await change(subject, id);
      return intact.delete(id);
    },
  }));

export const trashMoveMutants: RepositorySuiteMutants = {
  suite: trashMovesSuite,
  mutants: [
    {
      fault: 'deletes permanently in place of the trash',
      caughtBy: 'a deletion with trash moves the item with its history, and frees its slug',
      make: changing('delete', ({ trash: _, ...each }) => each),
    },
    {
      fault: 'deletes the history of what it moves into the trash',
      caughtBy: 'a deletion with trash moves the item with its history, and frees its slug',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          const isStored = await store.commit(changes);
          await memory.write(({ trash, revisions }) => {
            for (const id of trash.keys()) revisions.delete(id);
          });
          return isStored;
        },
      })),
    },
    {
      fault: 'keeps the history of what it deletes',
      caughtBy: 'a deletion without trash deletes the history',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          const before = await memory.read(({ revisions }) => revisions);
          const isStored = await store.commit(changes);
          await memory.write(({ revisions }) => {
            for (const [id, all] of before) if (!revisions.has(id)) revisions.set(id, all);
          });
          return isStored;
        },
      })),
    },
    {
      fault: 'moves any version into the trash',
      caughtBy: 'a deletion of another version returns false and moves nothing',
      make: unchecked(['delete']),
    },
    {
      fault: 'recovers an item in its former version',
      caughtBy: 'a recovery moves the item back in its next version, with its history',
      make: changing('recover', (each) => ({
        ...each,
        item: { ...each.item, version: each.before.version },
      })),
    },
    {
      fault: 'leaves a copy of a recovered item in the trash',
      caughtBy: 'a recovery moves the item back in its next version, with its history',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          const before = await memory.read(({ trash }) => trash);
          const isStored = await store.commit(changes);
          await memory.write(({ trash }) => {
            for (const [id, each] of before) trash.set(id, each);
          });
          return isStored;
        },
      })),
    },
    {
      fault: 'recovers any version',
      caughtBy: 'a recovery of another version returns false and changes nothing',
      make: unchecked(['recover']),
    },
    {
      fault: 'ignores the version of the collection',
      caughtBy:
        'a recovery for another version of the collection returns false and changes nothing',
      make: changing('recover', async (each, { repositories }) => {
        const stored = await repositories.collections.findById(each.item.collectionId);
        return stored === undefined ? each : expecting(each, { collectionVersion: stored.version });
      }),
    },
    {
      fault: 'recovers an item whose slug is taken',
      caughtBy: 'a recovery rejects a taken slug and changes nothing',
      make: unchecked(['recover']),
    },
    {
      fault: 'replaces items in the trash by new ones',
      caughtBy: 'the id of an item in the trash is taken',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          await memory.write(({ trash }) => {
            for (const { kind, item } of changes) if (kind === 'create') trash.delete(item.id);
          });
          return store.commit(changes);
        },
      })),
    },
    {
      fault: 'stores moves one by one',
      caughtBy: 'moves among other changes are stored with them, or not at all',
      make: brokenStore(({ store }) => ({
        commit: async (changes) => {
          for (const change of changes) if (!(await store.commit([change]))) return false;
          return true;
        },
      })),
    },
    {
      fault: 'checks moves before it stores them, not atomically',
      caughtBy: 'of concurrent moves of one item exactly one succeeds',
      make: unchecked(['delete', 'recover'], async ({ repositories }, { kind, item }) =>
        kind === 'delete'
          ? (await repositories.contents.findById(item.id)) !== undefined
          : (await repositories.trash.find(item.id)) !== undefined,
      ),
    },
    {
      fault: 'checks slugs before it stores a recovery, not atomically',
      caughtBy: 'of concurrent recoveries with one slug exactly one succeeds',
      make: unchecked(['recover']),
    },
    {
      fault: 'checks ids before it stores an item, not atomically',
      caughtBy: 'there is never content with the id of an item in the trash',
      make: unchecked(['create'], async ({ repositories }, { item }) => {
        const isFree = (await repositories.trash.find(item.id)) === undefined;
        // Meanwhile, the item is moved into the trash.
        for (let step = 0; step < 200; step += 1) await Promise.resolve();
        return isFree && (await repositories.contents.findById(item.id)) === undefined;
      }),
    },
    {
      fault: 'keeps the trash of a deleted collection',
      caughtBy: 'deleting a collection deletes its trash with the history of the items',
      make: broken('collections', (intact, { memory }) => ({
        delete: async (id) => {
          const before = await memory.read(({ trash }) => trash);
          const isDeleted = await intact.delete(id);
          await memory.write(({ trash }) => {
            for (const [key, each] of before) trash.set(key, each);
          });
          return isDeleted;
        },
      })),
    },
    {
      fault: 'deletes the trash of a collection that stays',
      caughtBy: 'deleting a collection deletes its trash with the history of the items',
      make: beforeDeletion(({ memory }, id) =>
        memory.write(({ trash }) => {
          for (const [key, { item }] of trash) if (item.collectionId === id) trash.delete(key);
        }),
      ),
    },
    {
      fault: 'deletes a collection with content and trash, and leaves both',
      caughtBy: 'of a collection that is deleted while its items move, nothing is left',
      make: broken('collections', (_, { memory }) => ({
        delete: (id) => memory.write(({ collections }) => collections.delete(id)),
      })),
    },
    {
      fault: 'keeps the owner of an item in the trash whose account was deleted',
      caughtBy: 'deleting an account leaves its items in the trash, without owner and deleter',
      make: broken('users', (intact, { memory }) => ({
        delete: async (id) => {
          const before = await memory.read(({ trash }) => trash);
          const isDeleted = await intact.delete(id);
          await memory.write(({ trash }) => {
            for (const [key, each] of before) trash.set(key, each);
          });
          return isDeleted;
        },
      })),
    },
    {
      fault: 'stores any deleter',
      caughtBy: 'a deletion by an account that does not exist has no deleter',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          const isStored = await store.commit(changes);
          await memory.write(({ trash }) => {
            for (const change of changes) {
              const found = trash.get(change.item.id);
              if (change.kind !== 'delete' || found === undefined) continue;
              trash.set(change.item.id, { ...found, deletedBy: change.trash?.deletedBy });
            }
          });
          return isStored;
        },
      })),
    },
  ],
};

const scoped = (change: (scope: TrashScope) => TrashScope): RepositoryMutant['make'] =>
  withTrash((intact) => ({
    list: (scope, page) => intact.list(change(scope), page),
    purgeScope: (scope, limit) => intact.purgeScope(change(scope), limit),
  }));

const wholeOnly = (shares: CollectionShares): CollectionShares => ({
  ...shares,
  whole: [...shares.whole, ...shares.owned],
  owned: [],
});

const inAllLocales = ({ locales: _, ...shares }: CollectionShares): CollectionShares => shares;

export const trashMutants: RepositorySuiteMutants = {
  suite: trashRepositorySuite,
  mutants: [
    {
      fault: 'finds content as well',
      caughtBy: 'find returns the whole item, and only from the trash',
      make: withTrash((intact, { repositories }) => ({
        find: async (id) => {
          const item = await repositories.contents.findById(id);
          return item ? { item, deletedAt: 1, deletedBy: undefined } : intact.find(id);
        },
      })),
    },
    {
      fault: 'loses the origin of an item',
      caughtBy: 'find returns the whole item, and only from the trash',
      make: withTrash((intact) => ({
        find: async (id) => {
          const found = await intact.find(id);
          return found && { ...found, item: { ...found.item, origin: undefined } };
        },
      })),
    },
    {
      fault: 'returns all ids',
      caughtBy: 'findIds returns the ids of items in the trash',
      make: withTrash(() => ({ findIds: async (ids) => new Set(ids) })),
    },
    {
      fault: 'shows items of other owners',
      caughtBy: 'list returns the items of a part of the trash',
      make: scoped((scope) => (scope === 'all' ? scope : wholeOnly(scope))),
    },
    {
      fault: 'shows everything',
      caughtBy: 'list returns the items of a part of the trash',
      make: scoped(() => 'all'),
    },
    {
      fault: 'sorts by id alone',
      caughtBy: 'list returns the latest deletion first, and pages without gaps',
      make: withTrash((intact) => ({
        list: async (scope, { limit, offset }) =>
          [...(await intact.list(scope, { limit: 1_000, offset: 0 }))]
            .sort((left, right) => (left.id < right.id ? 1 : -1))
            .slice(offset, offset + limit),
      })),
    },
    {
      fault: 'ignores the offset',
      caughtBy: 'list returns the latest deletion first, and pages without gaps',
      make: withTrash((intact) => ({
        list: (scope, page) => intact.list(scope, { ...page, offset: 0 }),
      })),
    },
    {
      fault: 'counts beyond the maximum',
      caughtBy: 'count counts the items of each collection, up to a maximum',
      make: withTrash((intact) => ({ count: (shares) => intact.count(shares, 1_000) })),
    },
    {
      fault: 'counts items of other owners',
      caughtBy: 'count counts the items of each collection, up to a maximum',
      make: withTrash((intact) => ({
        count: (shares, max) => intact.count(wholeOnly(shares), max),
      })),
    },
    {
      fault: 'shows items in all locales',
      caughtBy: 'a part of the trash can be limited to some locales of a collection',
      make: withTrash((intact) => ({
        list: (scope, page) => intact.list(scope === 'all' ? scope : inAllLocales(scope), page),
      })),
    },
    {
      fault: 'counts items in all locales',
      caughtBy: 'a part of the trash can be limited to some locales of a collection',
      make: withTrash((intact) => ({
        count: (shares, max) => intact.count(inAllLocales(shares), max),
      })),
    },
    {
      fault: 'purges items in all locales',
      caughtBy: 'a part of the trash can be limited to some locales of a collection',
      make: withTrash((intact) => ({
        purgeScope: (scope, limit) =>
          intact.purgeScope(scope === 'all' ? scope : inAllLocales(scope), limit),
      })),
    },
    {
      fault: 'purges any version',
      caughtBy: 'purge deletes that item with its history, in that version only',
      make: withTrash((intact) => ({
        purge: async (id) => intact.purge(id, (await intact.find(id))?.item.version ?? 0),
      })),
    },
    {
      fault: 'purges an item and keeps its history',
      caughtBy: 'purge deletes that item with its history, in that version only',
      make: withTrash((_, { memory }) => ({
        purge: (id) => memory.write(({ trash }) => trash.delete(id)),
      })),
    },
    {
      fault: 'ignores the limit of a step',
      caughtBy: 'purgeScope deletes a part of the trash in steps, with the history',
      make: withTrash((intact) => ({ purgeScope: (scope) => intact.purgeScope(scope, 1_000) })),
    },
    {
      fault: 'empties more than the scope',
      caughtBy: 'purgeScope deletes a part of the trash in steps, with the history',
      make: scoped((scope) => (scope === 'all' ? scope : wholeOnly(scope))),
    },
    {
      fault: 'keeps the history of what it sweeps',
      caughtBy: 'a sweep deletes items with their history',
      make: withTrash((_, { memory }) => ({
        sweep: async () => {
          await memory.write(({ trash }) => trash.clear());
          return false;
        },
      })),
    },
    {
      fault: 'recovers what is purged meanwhile',
      caughtBy: 'of a recovery and concurrent purges exactly one has the item',
      make: unchecked(['recover'], async ({ repositories }, { item }) => {
        return (await repositories.trash.find(item.id)) !== undefined;
      }),
    },
  ],
};
