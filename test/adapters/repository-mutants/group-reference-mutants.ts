import type { MemoryTables } from '../../../adapters/memory/memory-tables.ts';
import { DomainError, targetOf, type ContentChange } from '../../../core/store.ts';
import { groupReferenceSuite } from '../../conformance/content/group-references.ts';
import { altered } from '../../support/core/altered.ts';
import { withoutFallback } from './language-mutants.ts';
import { withoutRules } from './reference-mutants.ts';
import {
  broken,
  brokenStore,
  committing,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Changes the ids of deleted items after each commit. @param before what they were before it. */
const keeping = (
  change: (
    ids: MemoryTables['formerIds'],
    before: ReadonlyMap<string, string>,
    changes: readonly ContentChange[],
  ) => void,
): RepositoryMutant['make'] =>
  brokenStore(({ store, memory }) => ({
    commit: async (changes) => {
      const before = await memory.read(({ formerIds }) => new Map(formerIds));
      const isStored = await store.commit(changes);
      await memory.write(({ formerIds }) => change(formerIds, before, changes));
      return isStored;
    },
  }));

export const groupReferenceMutants: RepositorySuiteMutants = {
  suite: groupReferenceSuite,
  mutants: [
    {
      fault: 'finds no target in another locale',
      caughtBy: 'in languages, a target is the item that is shown of its group',
      make: broken('references', (intact) => ({
        findTargets: (wanted, view, basis) =>
          intact.findTargets(wanted, withoutFallback(view), basis),
      })),
    },
    {
      fault: 'finds the targets of items only',
      caughtBy: 'in languages, the id of a deleted item leads to its group',
      make: broken('references', (intact, { memory }) => ({
        findTargets: async (wanted, view, basis) => {
          const items = await memory.read(({ contents }) =>
            wanted.items.filter((id) => contents.has(id)),
          );
          return intact.findTargets({ ...wanted, items }, view, basis);
        },
      })),
    },
    {
      fault: 'counts references to items only',
      caughtBy:
        'items that refer to a deleted item of a group are counted while the group has items',
      make: broken('references', (intact, { memory }) => ({
        countReferrers: async (id, from, max) => {
          const hasFormerIds = await memory.read(({ formerIds }) => formerIds.size > 0);
          const counted = await intact.countReferrers(id, from, max);
          return hasFormerIds ? { ...counted, count: 0 } : counted;
        },
      })),
    },
    {
      fault: 'forgets the id with the item in the trash',
      caughtBy:
        'the ids of deleted items stay with their group while it has items, also in the trash',
      make: broken('trash', (intact, { memory }) => ({
        purge: async (id, version) => {
          await memory.write(({ formerIds }) => formerIds.delete(id));
          return intact.purge(id, version);
        },
      })),
    },
    {
      fault: 'takes a new item for a deleted one',
      caughtBy: 'a new item with such an id is an item again',
      make: keeping((ids, before, changes) => {
        for (const { item } of changes) {
          const group = before.get(item.id);
          if (group !== undefined) ids.set(item.id, group);
        }
      }),
    },
    {
      fault: 'keeps only the ids of items that were deleted here',
      caughtBy: 'items in the trash of a backup lead to their group',
      make: broken('trash', (intact, { memory }) => ({
        add: async (trashed) => {
          const isAdded = await intact.add(trashed);
          await memory.write(({ formerIds }) => formerIds.delete(trashed.item.id));
          return isAdded;
        },
      })),
    },
    {
      fault: 'leaves the ids with a group that has no items any more',
      caughtBy: 'the last item that joins another group takes the ids along',
      make: keeping((ids, before) => {
        for (const [id, group] of before) if (ids.has(id)) ids.set(id, group);
      }),
    },
    {
      fault: 'adds the ids of items',
      caughtBy: 'ids can be added to a group, but not those of items',
      make: broken('references', (_, { memory }) => ({
        addFormerIds: (added) =>
          memory.write(({ formerIds }) => {
            for (const { id, groupId } of added) formerIds.set(id, groupId);
          }),
      })),
    },
    {
      fault: 'keeps an item to which something refers, although its translations stay',
      caughtBy: 'binding references prevent the deletion of the last item of a group only',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          const bound = await memory.read(({ references }) =>
            [...references.values()]
              .flat()
              .filter(({ onDelete }) => onDelete !== 'ignore')
              .map(({ target }) => target),
          );
          const isBound = ({ kind, item }: ContentChange): boolean =>
            kind === 'delete' && bound.includes(targetOf('item', item.id));
          if (changes.some(isBound)) throw new DomainError('referenced', 'Something refers to it');
          return store.commit(changes);
        },
      })),
    },
    {
      fault: 'leaves deleted ids with a group that has joined another one',
      caughtBy:
        'after random steps, each id leads to its group, or to that from which it was deleted',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes, unchanged = [], groups = []) => {
          const before = await memory.read(({ formerIds }) => new Map(formerIds));
          const isStored = await store.commit(changes, unchanged, groups);
          const isJoin = groups.some(({ becomes }) => becomes !== undefined);
          if (isJoin) {
            await memory.write(({ formerIds }) => {
              for (const [id, group] of before) if (formerIds.has(id)) formerIds.set(id, group);
            });
          }
          return isStored;
        },
      })),
    },
    {
      fault: 'deletes the items of a commit one by one',
      caughtBy: 'they prevent the deletion of a whole group by one commit',
      make: brokenStore(({ store }) => ({
        commit: async (changes) => {
          for (const change of changes) if (!(await store.commit([change]))) return false;
          return true;
        },
      })),
    },
    {
      fault: 'ignores the rules of references',
      caughtBy: 'of concurrent deletions of the last two items, one fails',
      make: committing(withoutRules),
    },
    {
      fault: 'does not see the rules of references that are being stored',
      caughtBy: 'the deletion of the last item waits for a reference that is being stored',
      make: brokenStore(({ store }) => ({
        atomically: (work) =>
          store.atomically((inside) =>
            work(
              altered(inside, { commit: (changes) => inside.commit(changes.map(withoutRules)) }),
            ),
          ),
      })),
    },
    {
      fault: 'takes a reference to a deleted item for a broken one',
      caughtBy: 'a reference is broken if no item of its group is left',
      make: keeping((ids) => ids.clear()),
    },
    {
      fault: 'does not know what a deleted item was',
      caughtBy: 'a reference leads to unpublished content if no item of its group is published',
      make: keeping((ids) => ids.clear()),
    },
  ],
};
