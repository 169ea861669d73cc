import type { Repositories, SavedView, Store } from '../../../core/store.ts';
import { equal, ok } from '../assert.ts';
import { modifyAll, oneIsTrue, racers, times } from '../cases.ts';
import { awkwardText, momentOf, sampleUser, userId } from '../samples.ts';
import { suite } from '../suite.ts';

/** Ids ascend with `n` and differ from those of other records. */
const viewId = (n: number): string => `80000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** A private view of the first user. */
const sampleView = (n: number, changes: Partial<SavedView> = {}): SavedView => ({
  id: viewId(n),
  name: `View ${n}`,
  query: { status: 'draft', n: String(n) },
  isShared: false,
  ownerId: userId(1),
  createdAt: momentOf(n),
  updatedAt: momentOf(n),
  ...changes,
});

const whole = { limit: 50, offset: 0 };

const ids = (...numbers: readonly number[]): readonly string[] => numbers.map(viewId);

/** The views that a user lists. */
const listed = async (
  { savedViews }: Repositories,
  user: number,
  page = whole,
): Promise<readonly string[]> => (await savedViews.list(userId(user), page)).map(({ id }) => id);

/** Two accounts, and views. */
const withViews = async (
  { repositories }: Store,
  ...views: readonly SavedView[]
): Promise<Repositories> => {
  for (const n of [1, 2]) await repositories.users.insert(sampleUser(n));
  for (const view of views) await repositories.savedViews.insert(view);
  return repositories;
};

/** Views of lists, which users save. */
export const savedViewSuite = suite<Store>('SavedViewRepository', {
  'a view is returned as it was stored, with the name of its owner': async (store) => {
    const query = { [awkwardText]: awkwardText, 'fields.tags': '', z: '1', a: '2' };
    const view = sampleView(1, { name: `${awkwardText}x`, query, updatedAt: momentOf(5) });
    const { savedViews, users } = await withViews(store, view);
    const named = sampleUser(3, { firstName: 'Ada', lastName: 'Lovelace' });
    await users.insert(named);
    const shared = sampleView(2, { isShared: true, ownerId: userId(3), query: {} });
    await savedViews.insert(shared);
    const first = { ...view, owner: { id: userId(1), name: 'User 1' } };
    const second = { ...shared, owner: { id: userId(3), name: 'Ada Lovelace' } };
    equal(await savedViews.find(view.id), first, 'by its id');
    equal(await savedViews.list(userId(1), whole), [first, second], 'in the list');
    const stored = (await savedViews.find(view.id))?.query ?? {};
    equal(Object.keys(stored), Object.keys(query), 'the order of the parameters');
    equal(await savedViews.find(viewId(9)), undefined, 'an unknown one');
    await users.update({ ...named, firstName: 'Augusta' });
    equal((await savedViews.find(shared.id))?.owner?.name, 'Augusta Lovelace', 'another name');
  },

  'a list has the own views and the shared ones, by name and id': async (store) => {
    const names = ['apple', 'Zebra', 'Élan', '\u{FF5E}', '\u{1F600}', 'apple'];
    const repositories = await withViews(
      store,
      ...names.map((name, index) => sampleView(6 - index, { name, isShared: index % 2 === 0 })),
      sampleView(7, { name: 'mine', ownerId: userId(2) }),
      sampleView(8, { name: 'Mine', ownerId: userId(2), isShared: true }),
    );
    const own = ids(8, 5, 1, 6, 4, 3, 2);
    equal(await listed(repositories, 1), own, 'those of the first user');
    equal(await listed(repositories, 2), ids(8, 6, 7, 4, 2), 'those of the second user');
    equal(await listed(repositories, 9), ids(8, 6, 4, 2), 'those of somebody without views');
    for (const [offset, id] of own.entries()) {
      equal(await listed(repositories, 1, { limit: 1, offset }), [id], `from ${offset} on`);
    }
    const page = { limit: 3, offset: 2 };
    equal(await listed(repositories, 1, page), own.slice(2, 5), 'a page');
    equal(await listed(repositories, 1, { limit: 3, offset: 7 }), [], 'after the end');
  },

  'the views of one owner are counted, private and shared': async (store) => {
    const { savedViews } = await withViews(
      store,
      sampleView(1),
      sampleView(2, { isShared: true }),
      sampleView(3, { ownerId: userId(2), isShared: true }),
    );
    equal(await savedViews.countOf(userId(1)), 2, 'of the first user');
    equal(await savedViews.countOf(userId(2)), 1, 'of the second user');
    equal(await savedViews.countOf(userId(9)), 0, 'of somebody without views');
  },

  'an update replaces one view, and creates none': async (store) => {
    const repositories = await withViews(store, sampleView(1), sampleView(2));
    const { savedViews } = repositories;
    const changed = sampleView(1, {
      name: 'Changed',
      query: { other: 'x' },
      isShared: true,
      updatedAt: momentOf(9),
    });
    await savedViews.update(changed);
    await savedViews.update(sampleView(3));
    const owner = { id: userId(1), name: 'User 1' };
    equal(
      await savedViews.list(userId(1), whole),
      [changed, sampleView(2)].map((view) => ({ ...view, owner })),
      'the views',
    );
    equal(await listed(repositories, 2), ids(1), 'what others see while it is shared');
    await savedViews.update({ ...changed, isShared: false });
    equal(await listed(repositories, 2), [], 'what others see afterwards');
  },

  'a view is deleted once, also by concurrent calls': async (store) => {
    const repositories = await withViews(store, sampleView(1), sampleView(2));
    const { savedViews } = repositories;
    await oneIsTrue(times(racers, () => savedViews.delete(viewId(1))));
    equal(await savedViews.find(viewId(1)), undefined, 'the view');
    equal(await listed(repositories, 1), ids(2), 'the others');
    equal(await savedViews.delete(viewId(1)), false, 'a second deletion');
  },

  'private views go with their account, and shared ones stay without an owner': async (store) => {
    const shared = sampleView(2, { isShared: true });
    const repositories = await withViews(
      store,
      sampleView(1),
      shared,
      sampleView(3, { ownerId: userId(2) }),
      sampleView(4, { ownerId: userId(2), isShared: true }),
    );
    const { savedViews, users } = repositories;
    ok(await users.delete(userId(1)), 'deleted');
    equal(await savedViews.find(viewId(1)), undefined, 'the private view');
    const orphan = { ...shared, ownerId: undefined, owner: undefined };
    equal(await savedViews.find(viewId(2)), orphan, 'the shared view');
    equal(await listed(repositories, 2), ids(2, 3, 4), 'the list of the other user');
    equal((await savedViews.find(viewId(4)))?.ownerId, userId(2), 'the owner of another view');
    equal(await savedViews.countOf(userId(1)), 0, 'the views of the deleted account');
    const { owner: _, ...rest } = orphan;
    await savedViews.update({ ...rest, name: 'Renamed' });
    equal((await savedViews.find(viewId(2)))?.name, 'Renamed', 'the shared view, renamed');
    ok(await savedViews.delete(viewId(2)), 'the shared view is deleted');
  },

  'stored views do not share objects with callers': async (store) => {
    const given = sampleView(1);
    const { savedViews } = await withViews(store, given);
    modifyAll(given);
    const changed = sampleView(1, { query: { changed: 'x' } });
    await savedViews.update(changed);
    modifyAll(changed);
    modifyAll(await savedViews.find(viewId(1)));
    modifyAll(await savedViews.list(userId(1), whole));
    equal((await savedViews.find(viewId(1)))?.query, { changed: 'x' }, 'the stored query');
  },
});
