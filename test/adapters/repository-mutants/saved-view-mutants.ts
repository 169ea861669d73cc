import type { MemoryState } from '../../../adapters/memory/memory-state.ts';
import type { SavedView } from '../../../core/store.ts';
import { savedViewSuite } from '../../conformance/accounts/saved-views.ts';
import { broken, type RepositorySuiteMutants } from './repository-mutant.ts';

const returned = 'a view is returned as it was stored, with the name of its owner';
const lists = 'a list has the own views and the shared ones, by name and id';
const counted = 'the views of one owner are counted, private and shared';
const updates = 'an update replaces one view, and creates none';
const deleted = 'private views go with their account, and shared ones stay without an owner';

const all = { limit: 1_000, offset: 0 };

/** Stores a view as it is, whether there is one or not. */
const put = (memory: MemoryState, view: SavedView): Promise<void> =>
  memory.write(({ savedViews }) => {
    savedViews.set(view.id, view);
  });

export const savedViewMutants: RepositorySuiteMutants = {
  suite: savedViewSuite,
  mutants: [
    {
      fault: 'sorts the parameters of a query',
      caughtBy: returned,
      make: broken('savedViews', (intact) => ({
        insert: (view) =>
          intact.insert({
            ...view,
            query: Object.fromEntries(
              Object.entries(view.query).toSorted(([left], [right]) => (left < right ? -1 : 1)),
            ),
          }),
      })),
    },
    {
      fault: 'trims names',
      caughtBy: returned,
      make: broken('savedViews', (intact) => ({
        insert: (view) => intact.insert({ ...view, name: view.name.trim() }),
      })),
    },
    {
      fault: 'names the username of an owner who has a name',
      caughtBy: returned,
      make: broken('savedViews', (intact, { repositories }) => ({
        find: async (id) => {
          const found = await intact.find(id);
          const user = found?.owner && (await repositories.users.findById(found.owner.id));
          return found && user ? { ...found, owner: { id: user.id, name: user.username } } : found;
        },
      })),
    },
    {
      fault: 'lists private views of others',
      caughtBy: lists,
      make: broken('savedViews', (intact, { memory }) => ({
        list: async (userId, { limit, offset }) => {
          const ids = await memory.read(({ savedViews }) => [...savedViews.keys()]);
          const others = await Promise.all(ids.map((id) => intact.find(id)));
          const own = await intact.list(userId, all);
          const added = others.filter((view) => view !== undefined && !view.isShared);
          return [...own, ...added.filter((view) => view !== undefined)].slice(
            offset,
            offset + limit,
          );
        },
      })),
    },
    {
      fault: 'lists the own views only',
      caughtBy: lists,
      make: broken('savedViews', (intact) => ({
        list: async (userId, page) =>
          (await intact.list(userId, page)).filter(({ ownerId }) => ownerId === userId),
      })),
    },
    {
      fault: 'lists an own view that is shared twice',
      caughtBy: lists,
      make: broken('savedViews', (intact) => ({
        list: async (userId, { limit, offset }) =>
          (await intact.list(userId, all))
            .flatMap((view) => (view.isShared && view.ownerId === userId ? [view, view] : [view]))
            .slice(offset, offset + limit),
      })),
    },
    {
      fault: 'ignores case in the order of names',
      caughtBy: lists,
      make: broken('savedViews', (intact) => ({
        list: async (userId, { limit, offset }) =>
          (await intact.list(userId, all))
            .toSorted((left, right) => left.name.localeCompare(right.name, 'en'))
            .slice(offset, offset + limit),
      })),
    },
    {
      fault: 'orders names by UTF-16 code units',
      caughtBy: lists,
      make: broken('savedViews', (intact) => ({
        list: async (userId, { limit, offset }) =>
          (await intact.list(userId, all))
            .toSorted(
              (left, right) => Number(left.name > right.name) - Number(left.name < right.name),
            )
            .slice(offset, offset + limit),
      })),
    },
    {
      fault: 'orders views of the same name by their age',
      caughtBy: lists,
      make: broken('savedViews', (intact) => ({
        list: async (userId, { limit, offset }) => {
          const views = await intact.list(userId, all);
          const groups = Map.groupBy(views, ({ name }) => name);
          return [...groups.values()]
            .flatMap((group) => group.toReversed())
            .slice(offset, offset + limit);
        },
      })),
    },
    {
      fault: 'cuts a page from the own views and one from the shared ones',
      caughtBy: lists,
      make: broken('savedViews', (intact) => ({
        list: async (userId, { limit, offset }) => {
          const views = await intact.list(userId, all);
          const cut = (isShared: boolean) =>
            views.filter((view) => view.isShared === isShared).slice(offset, offset + limit);
          return [...cut(false), ...cut(true)].slice(0, limit);
        },
      })),
    },
    {
      fault: 'counts private views only',
      caughtBy: counted,
      make: broken('savedViews', (intact) => ({
        countOf: async (userId) =>
          (await intact.list(userId, all)).filter(
            ({ ownerId, isShared }) => ownerId === userId && !isShared,
          ).length,
      })),
    },
    {
      fault: 'counts the shared views of others',
      caughtBy: counted,
      make: broken('savedViews', (intact) => ({
        countOf: async (userId) => (await intact.list(userId, all)).length,
      })),
    },
    {
      fault: 'creates the view of an update that does not exist',
      caughtBy: updates,
      make: broken('savedViews', (_, { memory }) => ({ update: (view) => put(memory, view) })),
    },
    {
      fault: 'leaves a view private',
      caughtBy: updates,
      make: broken('savedViews', (intact) => ({
        update: (view) => intact.update({ ...view, isShared: false }),
      })),
    },
    {
      fault: 'merges the parameters of an update into those that are stored',
      caughtBy: updates,
      make: broken('savedViews', (intact) => ({
        update: async (view) => {
          const before = await intact.find(view.id);
          await intact.update({ ...view, query: { ...before?.query, ...view.query } });
        },
      })),
    },
    {
      fault: 'deletes in two steps',
      caughtBy: 'a view is deleted once, also by concurrent calls',
      make: broken('savedViews', (intact) => ({
        delete: async (id) => {
          const existed = (await intact.find(id)) !== undefined;
          await intact.delete(id);
          return existed;
        },
      })),
    },
    {
      fault: 'deletes the shared views of a deleted account',
      caughtBy: deleted,
      make: broken('users', (intact, { memory }) => ({
        delete: async (id) => {
          await memory.write(({ savedViews }) => {
            for (const view of savedViews.values()) {
              if (view.ownerId === id) savedViews.delete(view.id);
            }
          });
          return intact.delete(id);
        },
      })),
    },
    {
      fault: 'keeps the private views of a deleted account',
      caughtBy: deleted,
      make: broken('users', (intact, { memory }) => ({
        delete: async (id) => {
          const before = await memory.read(({ savedViews }) => [...savedViews.values()]);
          const existed = await intact.delete(id);
          for (const view of before) {
            if (view.ownerId === id && !view.isShared) await put(memory, view);
          }
          return existed;
        },
      })),
    },
    {
      fault: 'keeps the owner of a shared view when the account is deleted',
      caughtBy: deleted,
      make: broken('users', (intact, { memory }) => ({
        delete: async (id) => {
          const before = await memory.read(({ savedViews }) => [...savedViews.values()]);
          const existed = await intact.delete(id);
          for (const view of before) {
            if (view.ownerId === id && view.isShared) await put(memory, view);
          }
          return existed;
        },
      })),
    },
    {
      fault: 'shares the query of an update with the caller',
      caughtBy: 'stored views do not share objects with callers',
      make: broken('savedViews', (_, { memory }) => ({ update: (view) => put(memory, view) })),
    },
  ],
};
