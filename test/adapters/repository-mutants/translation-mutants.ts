import { applyChange } from '../../../adapters/memory/content/memory-commit.ts';
import {
  localeTaken,
  type ContentChange,
  type Expected,
  type GroupState,
  type Repositories,
} from '../../../core/store.ts';
import { groupOf } from '../../../core/vocabulary.ts';
import { expecting } from '../../conformance/content/content-changes.ts';
import { translationSuite } from '../../conformance/content/translations.ts';
import {
  broken,
  brokenStore,
  committing,
  storing,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Expects something else of changes of a kind that enter a group. */
const entering = (
  kind: ContentChange['kind'],
  entersGroup: Expected['entersGroup'],
): RepositoryMutant['make'] =>
  committing((each) =>
    each.kind === kind && 'expected' in each && each.expected.entersGroup !== undefined
      ? expecting(each, { entersGroup })
      : each,
  );

/** Passes other states of groups to the intact store. */
const knowingGroups = (
  change: (
    groups: readonly GroupState[],
    repositories: Repositories,
  ) => Promise<readonly GroupState[]>,
): RepositoryMutant['make'] =>
  brokenStore(({ store, repositories }) => ({
    commit: async (changes, unchanged, groups = []) =>
      store.commit(changes, unchanged, await change(groups, repositories)),
  }));

export const translationMutants: RepositorySuiteMutants = {
  suite: translationSuite,
  mutants: [
    {
      fault: 'forgets when a group began',
      caughtBy: 'an item keeps its locale and its group, also in the trash',
      make: storing((item) => ({
        ...item,
        ...(item.group && { group: { id: item.group.id, since: item.createdAt } }),
      })),
    },
    {
      fault: 'finds only the item with which a group began',
      caughtBy: 'a group is found by its name, which is the id of the item with which it began',
      make: broken('contents', (intact) => ({
        findByGroup: async (group) =>
          (await intact.findByGroup(group)).filter(({ id }) => id === group),
      })),
    },
    {
      fault: 'does not look at the locale of an item that changes it',
      caughtBy: 'a group has one item for each locale',
      make: entering('update', undefined),
    },
    {
      fault: 'looks at the group before the write, not atomically with it',
      caughtBy: 'of concurrent translations into one locale exactly one succeeds',
      make: brokenStore(({ store, repositories: { contents } }) => ({
        commit: async (changes) => {
          for (const { item } of changes) {
            const others = await contents.findByGroup(groupOf(item).id);
            if (others.some(({ id, locale }) => id !== item.id && locale === item.locale)) {
              throw localeTaken();
            }
          }
          return store.commit(
            changes.map((each) =>
              each.kind === 'create' ? expecting(each, { entersGroup: undefined }) : each,
            ),
          );
        },
      })),
    },
    {
      fault: 'stores a translation of nothing',
      caughtBy: 'a translation of nothing returns false and stores nothing',
      make: entering('create', 'any'),
    },
    {
      fault: 'looks at groups only if a commit has a single change',
      caughtBy: 'several changes of one commit meet in a group',
      make: brokenStore(({ store }) => ({
        commit: (changes) =>
          store.commit(
            changes.length === 1
              ? changes
              : changes.map((each) => expecting(each, { entersGroup: undefined })),
          ),
      })),
    },
    {
      fault: 'takes a slug that translations share for a free one',
      caughtBy: 'translations may share a slug, and other items may not have it',
      make: broken('contents', (intact) => ({
        findTakenSlugs: async (slugs) => {
          const taken = await intact.findTakenSlugs(slugs);
          const held = await Promise.all([...taken].map((slug) => intact.findBySlug(slug)));
          return new Set(held.flatMap((item) => (item?.locale === undefined ? [item!.slug] : [])));
        },
      })),
    },
    {
      fault: 'frees a shared slug with the first item that loses it',
      caughtBy: 'a shared slug stays taken while one of its items has it',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          const isStored = await store.commit(changes);
          await memory.write(({ slugs }) => {
            for (const each of changes) {
              if (each.kind === 'update' && each.before.slug !== each.item.slug) {
                slugs.delete(each.before.slug);
              }
            }
          });
          return isStored;
        },
      })),
    },
    {
      fault: 'lets an item leave its group with the slug of another one there',
      caughtBy: 'an item cannot leave its group with the slug of another item there',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          const [change] = changes;
          if (change?.kind !== 'update' || groupOf(change.before).id === groupOf(change.item).id) {
            return store.commit(changes);
          }
          await memory.write((tables) => applyChange(tables, change));
          return true;
        },
      })),
    },
    {
      fault: 'looks at the slugs of a group before all of its items are there',
      caughtBy: 'items that share a slug come into another group together, and only together',
      make: brokenStore(({ store }) => ({
        commit: async (changes) => {
          const [first, ...others] = changes;
          if (first !== undefined && others.length > 0) await store.commit([first]);
          return store.commit(first === undefined || others.length === 0 ? changes : others);
        },
      })),
    },
    {
      fault: 'moves an item away from its translations',
      caughtBy: 'the items of a group stay in one collection',
      make: entering('update', undefined),
    },
    {
      fault: 'restores an item beside another one in its locale',
      caughtBy: 'an item comes back from the trash only if its group has not got its locale',
      make: entering('recover', undefined),
    },
    {
      fault: 'does not look at the versions of the members of a group',
      caughtBy: 'a commit that names the members of a group is stored only if these are all',
      make: knowingGroups(async (groups, { contents }) => {
        const present = groups.map(async ({ members, ...group }) => {
          const stored = await contents.findByIds(members.map(({ id }) => id));
          return { ...group, members: stored };
        });
        return Promise.all(present);
      }),
    },
    {
      fault: 'looks at the members of a group before the write, not atomically with it',
      caughtBy:
        'of concurrent changes that were decided by one state of a group exactly one is stored',
      make: brokenStore(({ store, repositories: { contents } }) => ({
        commit: async (changes, unchanged, groups = []) => {
          for (const { id, members } of groups) {
            if ((await contents.findByGroup(id)).length !== members.length) return false;
          }
          return store.commit(changes, unchanged);
        },
      })),
    },
    {
      fault: 'looks only at groups that have items',
      caughtBy: 'of concurrent items that come into an empty group exactly one is stored',
      make: knowingGroups(async (groups) => groups.filter(({ members }) => members.length > 0)),
    },
    {
      fault: 'leaves items in the trash in their group',
      caughtBy: 'items in the trash follow their group into another one, without a write',
      make: knowingGroups(async (groups) => groups.map(({ becomes: _, ...group }) => group)),
    },
    {
      fault: 'compares the whole data of the items of a group',
      caughtBy: 'the groups are found whose items differ in a key',
      make: broken('contents', (intact) => ({
        findUnequalGroups: (collectionId, _, max) =>
          intact.findUnequalGroups(collectionId, ['a', 'b', 'z'], max),
      })),
    },
    {
      fault: 'gives the items of a collection that becomes localised no locale',
      caughtBy: 'items get the base locale of a collection that becomes localised, without a write',
      make: broken('collections', (intact) => ({
        update: async (collection) => {
          const before = await intact.findById(collection.id);
          return intact.update({ ...collection, baseLocale: before?.baseLocale });
        },
      })),
    },
    {
      fault: 'takes the locales of items whatever they are',
      caughtBy: 'a collection with an item in another locale than its base stays localised',
      make: broken('collections', (intact) => ({
        update: async (collection) => intact.update(collection).catch(() => true),
      })),
    },
    {
      fault: 'renames a locale outside of the trash only',
      caughtBy: 'the items of a locale are counted, and get its new code without a write',
      make: broken('contents', (intact, { memory }) => ({
        renameLocale: async (from, to) => {
          const trashed = await memory.read(({ trash }) => [...trash]);
          await intact.renameLocale(from, to);
          await memory.write(({ trash }) => {
            for (const [id, each] of trashed) trash.set(id, each);
          });
        },
      })),
    },
  ],
};
