import { hasCode, type GroupNames, type Store, type View } from '../../../core/store.ts';
import { groupOf, type ContentItem, type DeletionRule } from '../../../core/vocabulary.ts';
import { equal, ok, reasonOf, rejectsWith } from '../assert.ts';
import { giveWayTo, oneWins } from '../cases.ts';
import { collectionId, contentId, sampleContent } from '../samples.ts';
import { suite } from '../suite.ts';
import { recoveryOf, trash, trashingOf } from '../trash/trashed-items.ts';
import {
  basisOf,
  deleteItem,
  deletionOf,
  insertItems,
  revisionOf,
  updateOf,
  valueOf,
} from './content-changes.ts';
import { chains, groupedItems, languagesOf, shownOf, views, withGroups } from './languages.ts';
import { takeRandomSteps } from './former-id-steps.ts';
import { refer, toItem } from './references.ts';
import { entering, original, translationOf, withLocalized } from './translations.ts';

/** References to items that translate each other lead to their group. */
export const groupReferenceSuite = suite<Store>('Store, references to groups', {
  'in languages, a target is the item that is shown of its group': async (store) => {
    await withGroups(store);
    const { references } = store.repositories;
    const basis = await basisOf(store.repositories);
    const ids = [...groupedItems.map(({ id }) => id), contentId(900)];
    const wanted = { items: ids, mediaIds: [], mediaKeys: [], maxItems: 100 };
    for (const view of views) {
      for (const chain of chains) {
        const seen: View = { ...view, languages: languagesOf(chain) };
        const expected = groupedItems.flatMap((item) => {
          const shown = shownOf(seen, item, {});
          return shown === undefined ? [] : [`${item.id} ${shown.id}`];
        });
        const found = valueOf(await references.findTargets(wanted, seen, basis));
        const what = `${chain.join()} of ${JSON.stringify(view)}`;
        equal(found.items.map(({ id }, at) => `${found.ids[at]} ${id}`).toSorted(), expected, what);
        equal(found.hasMore, false, what);
        const two = { ...wanted, maxItems: 2 };
        const few = valueOf(await references.findTargets(two, seen, basis));
        equal(
          few.ids.toSorted(),
          expected.slice(0, 2).map((pair) => pair.slice(0, 36)),
          what,
        );
        equal(few.hasMore, expected.length > 2, what);
      }
    }
  },

  'in languages, the id of a deleted item leads to its group': async (store) => {
    const [first, second] = await withGroup(store);
    await trash(store, first);
    const targetOf = async (view: View): Promise<readonly string[]> => {
      const wanted = { items: [first.id], mediaIds: [], mediaKeys: [], maxItems: 10 };
      const { references, site } = store.repositories;
      const found = await references.findTargets(wanted, view, await basisOf({ site }));
      return valueOf(found).items.map(({ id }) => id);
    };
    const [whole] = views;
    if (whole === undefined) throw new TypeError('There are views');
    equal(await targetOf({ ...whole, languages: languagesOf(['en', 'de']) }), [second.id], 'in de');
    equal(await targetOf({ ...whole, languages: languagesOf(['fr']) }), [], 'in another locale');
    equal(await targetOf(whole), [], 'without languages');
  },

  'the ids of deleted items stay with their group while it has items, also in the trash': async (
    store,
  ) => {
    const [first, second, third] = await withGroup(store, 3);
    const all = [first, second, third].map(({ id }) => id);
    await trash(store, second);
    await deleteItem(store, third);
    const names = { collectionId: collectionId(1), items: [first.id], formerIds: all.slice(1) };
    for (const id of all) equal(await groupsOf(store, [id]), [names], `by ${id}`);
    equal(await groupsOf(store, [...all, contentId(9)]), [names], 'by all of them');
    await trash(store, first);
    equal(await groupsOf(store, all), [], 'without items');
    ok(await store.commit([entering(recoveryOf(second), 'any')]), 'the second one came back');
    const later = { ...names, items: [second.id], formerIds: [first.id, third.id] };
    equal(await groupsOf(store, [third.id]), [later], 'after one of them came back');
    ok(await store.repositories.trash.purge(first.id, 1), 'the first one is deleted for good');
    equal(await groupsOf(store, [first.id]), [later], 'also of an item that is gone');
    await trash(store, { ...second, status: 'draft', version: 2 });
    ok(await store.repositories.trash.purge(second.id, 2), 'the last one is gone');
    const again = { ...original(5), group: groupOf(first) };
    await insertItems(store, [again]);
    equal(
      await groupsOf(store, [...all, again.id]),
      [{ ...names, items: [again.id], formerIds: [] }],
      'a new item of the group',
    );
  },

  'items that refer to a deleted item of a group are counted while the group has items': async (
    store,
  ) => {
    const { references } = store.repositories;
    const [first, second] = await withGroup(store);
    for (const n of [1, 2]) {
      const page = sampleContent(n + 7, { collectionId: collectionId(2) });
      await insertItems(store, [page]);
      ok(await store.commit([refer(page, [toItem(n)])]), `to item ${n}`);
    }
    const count = async () =>
      (await references.countReferrers(collectionId(1), [collectionId(2)], 10)).count;
    equal(await count(), 2, 'of both items');
    await trash(store, second);
    equal(await count(), 2, 'after one of them went into the trash');
    await trash(store, first);
    equal(await count(), 0, 'without items');
  },

  'a new item with such an id is an item again': async (store) => {
    const [first, second] = await withGroup(store);
    await deleteItem(store, second);
    await insertItems(store, [{ ...second, group: { id: second.id, since: second.createdAt } }]);
    const of = (item: ContentItem): GroupNames => ({
      collectionId: collectionId(1),
      items: [item.id],
      formerIds: [],
    });
    equal(await groupsOf(store, [first.id]), [of(first)], 'the group');
    equal(await groupsOf(store, [second.id]), [of(second)], 'the item');
  },

  'items in the trash of a backup lead to their group': async (store) => {
    const [first] = await withGroup(store, 1);
    const item = translationOf(first, 2, 'de');
    const isAdded = await store.repositories.trash.add({
      item,
      deletedAt: 1,
      deletedBy: undefined,
    });
    ok(isAdded, 'it was added');
    const [group] = await groupsOf(store, [item.id]);
    equal([group?.items, group?.formerIds], [[first.id], [item.id]], 'the group');
  },

  'the last item that joins another group takes the ids along': async (store) => {
    const [first, second, third] = await withGroup(store, 3);
    await insertItems(store, [original(8)]);
    await deleteItem(store, third);
    const join = async (item: ContentItem): Promise<void> => {
      const joined = revisionOf(item, {
        group: groupOf(original(8)),
        locale: `l${item.id.at(-1)}`,
      });
      ok(await store.commit([entering(updateOf(item, joined), 'any')]), `${item.id} joined`);
    };
    await join(first);
    const rest = { collectionId: collectionId(1), items: [second.id], formerIds: [third.id] };
    equal(await groupsOf(store, [third.id]), [rest], 'while the group has an item');
    await join(second);
    const [group] = await groupsOf(store, [third.id]);
    equal(
      group?.items,
      [first, second, original(8)].map(({ id }) => id),
      'after the last one',
    );
    equal(group?.formerIds, [third.id], 'the id');
  },

  'after random steps, each id leads to its group, or to that from which it was deleted': async (
    store,
  ) => {
    await withLocalized(store);
    await takeRandomSteps(store, 1, 150);
  },

  'ids can be added to a group, but not those of items': async (store) => {
    const [first, second, third] = await withGroup(store, 3);
    await insertItems(store, [original(8)]);
    await trash(store, third);
    const { references } = store.repositories;
    const group = groupOf(original(8)).id;
    await references.addFormerIds([]);
    await references.addFormerIds(
      [contentId(20), contentId(21), second.id, third.id].map((id) => ({ id, groupId: group })),
    );
    await references.addFormerIds([{ id: contentId(22), groupId: contentId(900) }]);
    equal(
      await groupsOf(store, [original(8).id, contentId(22)]),
      [
        {
          collectionId: collectionId(1),
          items: [original(8).id],
          formerIds: [contentId(20), contentId(21)],
        },
      ],
      'the group',
    );
    await references.addFormerIds([{ id: contentId(20), groupId: groupOf(first).id }]);
    const [moved] = await groupsOf(store, [contentId(20)]);
    equal(moved?.formerIds, [third.id, contentId(20)], 'an id that led elsewhere');
  },

  'binding references prevent the deletion of the last item of a group only': async (store) => {
    const [first, second, third] = await withGroup(store, 3);
    await insertItems(store, [original(8), original(9)]);
    await referFrom(store, original(8), toItem(3, 'author', 'refuse'));
    await referFrom(store, original(9), toItem(1, 'author', 'clear'));
    await trash(store, third);
    await deleteItem(store, first);
    const last = [deletionOf(second), trashingOf(second)];
    for (const change of last) await rejectsWith('referenced', store.commit([change]));
    ok(await store.commit([refer(revisionOf(original(8), {}), [])]), 'one of them is removed');
    for (const change of last) await rejectsWith('referenced', store.commit([change]));
    ok(await store.commit([refer(revisionOf(original(9), {}), [])]), 'the other one, too');
    ok(await store.commit([deletionOf(second)]), 'the last item');
  },

  'they prevent the deletion of a whole group by one commit': async (store) => {
    const [first, second] = await withGroup(store);
    await insertItems(store, [original(8)]);
    await referFrom(store, original(8), toItem(1, 'author', 'refuse'));
    const both = [deletionOf(first), deletionOf(second)];
    await rejectsWith('referenced', store.commit(both));
    await rejectsWith('referenced', store.commit(both.toReversed()));
    const withReferrer = [...both, deletionOf(revisionOf(original(8), {}))];
    ok(await store.commit(withReferrer), 'with what refers to it');
  },

  'of concurrent deletions of the last two items, one fails': async (store) => {
    const rules: readonly DeletionRule[] = ['refuse', 'clear'];
    for (const [index, rule] of rules.entries()) {
      const n = 10 * (index + 1);
      const [first, second] = [original(n), translationOf(original(n), n + 1, 'de')];
      if (index === 0) await withLocalized(store);
      await insertItems(store, [first, second, original(n + 2)]);
      await referFrom(store, original(n + 2), toItem(n, 'author', rule));
      const deletions = [first, second].map((item) => store.commit([deletionOf(item)]));
      await oneWins('referenced', deletions);
    }
  },

  'the deletion of the last item waits for a reference that is being stored': async (store) => {
    const [first, second] = await withGroup(store);
    await insertItems(store, [original(8)]);
    await deleteItem(store, second);
    let outcome: Promise<unknown> = Promise.resolve();
    await store.atomically(async (inside) => {
      const updated = refer(original(8), [toItem(2, 'author', 'refuse')]);
      ok(await inside.commit([updated]), 'the id of the deleted item is referred to');
      outcome = reasonOf(store.commit([deletionOf(first)]));
      await giveWayTo(outcome, () => inside.repositories.collections.list());
    });
    ok(hasCode(await outcome, 'referenced'), 'the deletion was rejected');
  },

  'a reference is broken if no item of its group is left': async (store) => {
    const [first, second] = await withGroup(store);
    await insertItems(store, [original(8)]);
    await referFrom(store, original(8), toItem(1));
    equal(await problemsOf(store, 'broken'), [], 'at first');
    await trash(store, first);
    equal(await problemsOf(store, 'broken'), [], 'while there is a translation');
    equal(await problemsOf(store, 'broken', [collectionId(2)]), [], 'of hidden items');
    await trash(store, second);
    equal(await problemsOf(store, 'broken'), [toItem(1).target], 'without any');
    ok(await store.commit([entering(recoveryOf(second), 'any')]), 'it came back');
    equal(await problemsOf(store, 'broken'), [], 'after one of them came back');
  },

  'a reference leads to unpublished content if no item of its group is published': async (
    store,
  ) => {
    await withLocalized(store);
    const first = original(1);
    const second = { ...translationOf(first, 2, 'de'), status: 'draft' } as const;
    await insertItems(store, [first, second, original(8)]);
    await referFrom(store, original(8), toItem(2));
    equal(await problemsOf(store, 'unpublished'), [], 'while one of them is published');
    const draft = revisionOf(first, { status: 'draft' });
    ok(await store.commit([updateOf(first, draft)]), 'it was unpublished');
    equal(await problemsOf(store, 'unpublished'), [toItem(2).target], 'of drafts');
    await trash(store, second);
    equal(await problemsOf(store, 'unpublished'), [toItem(2).target], 'of a deleted item');
    ok(await store.commit([updateOf(draft, revisionOf(draft, { status: 'published' }))]), 'again');
    equal(await problemsOf(store, 'unpublished'), [], 'after it was published');
  },
});

/** A group, whose items have the numbers from 1. */
const withGroup = async (
  store: Store,
  count = 2,
): Promise<readonly [ContentItem, ContentItem, ContentItem]> => {
  await withLocalized(store);
  const first = original(1);
  const others = [translationOf(first, 2, 'de'), translationOf(first, 3, 'fr')] as const;
  await insertItems(store, [first, ...others.slice(0, count - 1)]);
  return [first, ...others];
};

/** The groups of ids, with everything in order. */
const groupsOf = async (store: Store, ids: readonly string[]): Promise<readonly GroupNames[]> =>
  (await store.repositories.references.findGroups(ids)).map(
    ({ collectionId: collection, items, formerIds }) => ({
      collectionId: collection,
      items: items.toSorted(),
      formerIds: formerIds.toSorted(),
    }),
  );

/** Makes an item, as it was created, refer to something. */
const referFrom = async (
  store: Store,
  item: ContentItem,
  ...references: Parameters<typeof refer>[1] & object
): Promise<void> => {
  ok(await store.commit([refer(item, references)]), `${item.id} refers`);
};

const problemsOf = async (
  store: Store,
  problem: 'broken' | 'unpublished',
  within: readonly string[] | 'all' = 'all',
): Promise<readonly string[]> => {
  const { references, site } = store.repositories;
  const basis = await basisOf({ site });
  const found = await references.listProblems(problem, undefined, 10, { within }, basis);
  return valueOf(found).found.map(({ target }) => target);
};
