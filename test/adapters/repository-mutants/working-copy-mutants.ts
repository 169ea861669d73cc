import type { MemoryTables } from '../../../adapters/memory/memory-tables.ts';
import type { ContentChange } from '../../../core/store.ts';
import type { WorkingCopy } from '../../../core/vocabulary.ts';
import { workingCopySuite } from '../../conformance/content/working-copies.ts';
import { expecting } from '../../conformance/content/content-changes.ts';
import {
  broken,
  brokenStore,
  type MemorySubject,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

type Save = (copy: WorkingCopy, itemVersion: number, replaced: WorkingCopy | undefined) => unknown;

/** Saves in another way. */
const saving = (
  save: (intact: Save, subject: MemorySubject) => (...args: Parameters<Save>) => unknown,
): RepositoryMutant['make'] =>
  broken('copies', (intact, subject) => ({
    save: save(
      (...args) => intact.save(...args),
      subject,
    ) as MemorySubject['repositories']['copies']['save'],
  }));

/** Does something to the tables after a commit that was stored. */
const afterCommit = (
  change: (tables: MemoryTables, each: ContentChange) => void,
): RepositoryMutant['make'] =>
  brokenStore(({ store, memory }) => ({
    commit: async (changes) => {
      const isStored = await store.commit(changes);
      if (isStored) await memory.write((tables) => changes.forEach((each) => change(tables, each)));
      return isStored;
    },
  }));

/** Keeps the copies of items that a commit changes. */
const keepingCopies = (kind: ContentChange['kind']): RepositoryMutant['make'] =>
  brokenStore(({ store, memory, repositories }) => ({
    commit: async (changes) => {
      const before = await Promise.all(
        changes.map(({ item }) => repositories.copies.find(item.id)),
      );
      const isStored = await store.commit(changes);
      await memory.write(({ copies }) => {
        for (const [index, change] of changes.entries()) {
          const copy = before[index];
          if (change.kind === kind && copy !== undefined) copies.set(copy.contentId, copy);
        }
      });
      return isStored;
    },
  }));

const withoutCopy = (change: ContentChange): ContentChange =>
  expecting(change, { copy: undefined });

/** Removes the copy before it stores the change. */
const removingFirst = brokenStore(({ store, memory }) => ({
  commit: async (changes) => {
    for (const change of changes) {
      if (change.kind !== 'update' || change.expected.copy === undefined) continue;
      const { item } = change;
      const { copy } = change.expected;
      const isThere = await memory.write(
        ({ copies }) => copies.get(item.id)?.version === copy && copies.delete(item.id),
      );
      if (!isThere) return false;
    }
    return store.commit(changes.map(withoutCopy));
  },
}));

export const workingCopyMutants: RepositorySuiteMutants = {
  suite: workingCopySuite,
  mutants: [
    {
      fault: 'stores no event of a removal',
      caughtBy: 'a save and a removal store their event, byte for byte',
      make: broken('copies', (intact) => ({
        remove: (contentId, version) => intact.remove(contentId, version),
      })),
    },
    {
      fault: 'stores the event of a copy that it does not store',
      caughtBy: 'what is not stored has no event',
      make: broken('copies', (intact, { repositories }) => ({
        add: async (copy, { event, ...parts } = {}) => {
          if (event !== undefined) await repositories.outbox.add([event]);
          return intact.add(copy, parts);
        },
      })),
    },
    {
      fault: 'stores the copy in place of the item',
      caughtBy: 'a copy is found by its item as it was saved, and changes no item',
      make: saving((save, { memory }) => async (...args) => {
        const [{ contentId, title }] = args;
        await memory.write(({ contents }) => {
          const item = contents.get(contentId);
          if (item !== undefined) contents.set(contentId, { ...item, title });
        });
        return save(...args);
      }),
    },
    {
      fault: 'keeps the author of the first copy',
      caughtBy: 'a save replaces the copy with all its members',
      make: saving(
        (save) => (copy, version, replaced) =>
          save({ ...copy, authorId: (replaced ?? copy).authorId }, version, replaced),
      ),
    },
    {
      fault: 'keeps the base of the first copy',
      caughtBy: 'a save with another base replaces the base',
      make: saving(
        (save) => (copy, version, replaced) =>
          save({ ...copy, base: (replaced ?? copy).base }, version, replaced),
      ),
    },
    {
      fault: 'overwrites a copy of another version',
      caughtBy: 'a save in place of another version returns false and stores nothing',
      make: saving(
        (save, { repositories }) =>
          async (copy, version) =>
            save(copy, version, await repositories.copies.find(copy.contentId)),
      ),
    },
    {
      fault: 'ignores the version of the item',
      caughtBy: 'a save for another version of the item returns false and stores nothing',
      make: saving((save, { repositories }) => async (copy, version, replaced) => {
        const item = await repositories.contents.findById(copy.contentId);
        return save(copy, item?.version ?? version, replaced);
      }),
    },
    {
      fault: 'stores copies of items that do not exist',
      caughtBy: 'a save for a deleted item returns false and stores nothing',
      make: saving((save, { memory }) => async (copy, version, replaced) => {
        const isGone = await memory.read(({ contents }) => !contents.has(copy.contentId));
        if (!isGone) return save(copy, version, replaced);
        await memory.write(({ copies }) => copies.set(copy.contentId, copy));
        return true;
      }),
    },
    {
      fault: 'removes a copy of any version',
      caughtBy: 'a removal removes the copy in that version and no other',
      make: broken('copies', (_, { memory }) => ({
        remove: (contentId) => memory.write(({ copies }) => copies.delete(contentId)),
      })),
    },
    {
      fault: 'removes the copy with each change of the item',
      caughtBy: 'a copy is unaffected by a change of its item',
      make: afterCommit(({ copies }, { item }) => copies.delete(item.id)),
    },
    {
      fault: 'removes the author of a copy with the account',
      caughtBy: 'a copy keeps its author after the account was deleted',
      make: broken('users', (users, { memory }) => ({
        delete: async (id) => {
          await memory.write(({ copies }) => {
            for (const copy of copies.values()) {
              copies.set(copy.contentId, { ...copy, authorId: undefined });
            }
          });
          return users.delete(id);
        },
      })),
    },
    {
      fault: 'keeps a copy that was published',
      caughtBy: 'an update that publishes a copy removes it, and no other copy',
      make: keepingCopies('update'),
    },
    {
      fault: 'publishes any version of a copy',
      caughtBy:
        'an update that publishes another version of the copy returns false and stores nothing',
      make: brokenStore(({ store }) => ({
        commit: (changes) => store.commit(changes.map(withoutCopy)),
      })),
    },
    {
      fault: 'removes the copy before it compares the version of the item',
      caughtBy: 'an update that publishes a copy to another version of the item leaves the copy',
      make: removingFirst,
    },
    {
      fault: 'removes the copy before it compares the slug',
      caughtBy: 'an update that fails leaves the copy',
      make: removingFirst,
    },
    {
      fault: 'keeps the copy of a deleted item',
      caughtBy: 'a deletion removes the copy of the item, and no other copy',
      make: keepingCopies('delete'),
    },
    {
      fault: 'compares the version of the copy before the write, not atomically with it',
      caughtBy: 'of concurrent saves in place of one version exactly one succeeds',
      make: saving((_, { memory }) => async (copy, __, replaced) => {
        const stored = await memory.read(({ copies }) => copies.get(copy.contentId));
        if (stored?.version !== replaced?.version) return false;
        await memory.write(({ copies }) => copies.set(copy.contentId, copy));
        return true;
      }),
    },
    {
      fault: 'compares the version before a removal, not atomically with it',
      caughtBy: 'of a concurrent save, removal and publication of one version exactly one succeeds',
      make: broken('copies', (_, { memory }) => ({
        remove: async (contentId, version) => {
          const stored = await memory.read(({ copies }) => copies.get(contentId));
          if (stored?.version !== version) return false;
          await memory.write(({ copies }) => copies.delete(contentId));
          return true;
        },
      })),
    },
    {
      fault: 'removes the copies of deleted items first',
      caughtBy: 'a concurrent deletion of the item leaves no copy',
      make: brokenStore(({ store, memory }) => {
        const removed = async (changes: readonly ContentChange[]): Promise<boolean> => {
          const late = await memory.read(({ copies }) => new Map(copies));
          const isStored = await store.commit(changes);
          await memory.write(({ copies, contents }) => {
            for (const [id, copy] of late) if (!contents.has(id)) copies.set(id, copy);
          });
          return isStored;
        };
        return {
          commit: async (changes) => {
            // The save that began before is stored meanwhile.
            await memory.write(() => undefined);
            return removed(changes);
          },
        };
      }),
    },
  ],
};
