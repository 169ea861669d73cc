import type {
  ContentChange,
  Expected,
  ItemVersion,
  Repositories,
  Store,
} from '../../../core/store.ts';
import {
  encodeJson,
  placedAlone,
  type ContentItem,
  type JsonObject,
} from '../../../core/vocabulary.ts';
import { equal, ok, rejectsWith } from '../assert.ts';
import { oneWins, racers, times } from '../cases.ts';
import { collectionId, sampleCollection, sampleContent } from '../samples.ts';
import { suite } from '../suite.ts';
import { recovered, recoveryOf, trash, trashIsOnly } from '../trash/trashed-items.ts';
import {
  creationOf,
  deleteItem,
  expecting,
  insertItems,
  revisionOf,
  updateOf,
} from './content-changes.ts';
import { storesOnly } from './stored-items.ts';

/** Items that translate each other. */
export const translationSuite = suite<Store>('Store, translations', {
  'an item keeps its locale and its group, also in the trash': async (store) => {
    await withLocalized(store);
    const [first, second] = [original(1), translationOf(original(1), 2, 'de')];
    await insertItems(store, [first]);
    ok(await store.commit([entering(creationOf(second))]), 'it was stored');
    await storesOnly(store, [first, second]);
    await trash(store, second);
    await trashIsOnly(store, [second]);
    ok(await store.commit([entering(recoveryOf(second), 'any')]), 'it came back');
    await storesOnly(store, [first, recovered(second)]);
  },

  'a group is found by its name, which is the id of the item with which it began': async (
    store,
  ) => {
    const { contents } = await withLocalized(store);
    const first = original(1);
    const others = [translationOf(first, 2, 'de'), translationOf(first, 3, 'fr')];
    await insertItems(store, [first, ...others, original(4)]);
    const idsOf = async (group: string) =>
      (await contents.findByGroup(group)).map(({ id }) => id).toSorted();
    equal(
      await idsOf(first.id),
      [first, ...others].map(({ id }) => id),
      'all of them',
    );
    await deleteItem(store, first);
    equal(
      await idsOf(first.id),
      others.map(({ id }) => id),
      'without the first one',
    );
    equal(await idsOf(others[0]?.id ?? ''), [], 'the name of no group');
    equal(await idsOf(original(4).id), [original(4).id], 'an item without translations');
  },

  'a group has one item for each locale': async (store) => {
    await withLocalized(store);
    const [first, second] = [original(1), translationOf(original(1), 2, 'de')];
    await insertItems(store, [first]);
    ok(await store.commit([entering(creationOf(second))]), 'it was stored');
    for (const locale of ['en', 'de']) {
      const third = translationOf(first, 3, locale);
      await rejectsWith('locale_taken', store.commit([entering(creationOf(third))]));
    }
    const changed = revisionOf(second, { locale: 'en' });
    await rejectsWith('locale_taken', store.commit([entering(updateOf(second, changed), 'any')]));
    const free = revisionOf(second, { locale: 'fr' });
    ok(await store.commit([entering(updateOf(second, free), 'any')]), 'it was changed');
    await storesOnly(store, [first, free]);
  },

  'of concurrent translations into one locale exactly one succeeds': async (store) => {
    const { contents } = await withLocalized(store);
    await insertItems(store, [original(0)]);
    const writes = times(racers, (n) =>
      store.commit([entering(creationOf(translationOf(original(0), n + 1, 'de')))]),
    );
    await oneWins('locale_taken', writes);
    equal((await contents.findByGroup(original(0).id)).length, 2, 'items of the group');
  },

  'a translation of nothing returns false and stores nothing': async (store) => {
    await withLocalized(store);
    const change = creationOf(translationOf(original(1), 2, 'de'));
    equal(await store.commit([entering(change)]), false, 'the result');
    await storesOnly(store, []);
    ok(await store.commit([entering(change, 'any')]), 'an import stores it');
  },

  'several changes of one commit meet in a group': async (store) => {
    await withLocalized(store);
    const first = original(5);
    const others = [translationOf(first, 6, 'de'), translationOf(first, 7, 'fr')];
    // The store gets them in another order than that of the group.
    const creations = [...others, first].map((item) => entering(creationOf(item), 'any'));
    ok(await store.commit(creations), 'they were stored');
    await storesOnly(store, [first, ...others]);
    const both = [3, 4].map((n) => entering(creationOf(translationOf(first, n, 'it'))));
    await rejectsWith('locale_taken', store.commit(both));
    await storesOnly(store, [first, ...others]);
  },

  'translations may share a slug, and other items may not have it': async (store) => {
    const { contents } = await withLocalized(store);
    const first = original(1);
    const second = translationOf(first, 2, 'de', first);
    await insertItems(store, [first]);
    ok(await store.commit([entering(creationOf(second))]), 'it was stored');
    const { slug } = first;
    const stranger = original(3, { slug });
    await rejectsWith('slug_taken', store.commit([creationOf(stranger)]));
    equal((await contents.findBySlug(slug))?.slug, slug, 'one of them');
    equal(await contents.findTakenSlugs([slug]), new Set([slug]), 'the taken slugs');
    const renamed = revisionOf(second, { slug: sampleContent(7).slug });
    ok(await store.commit([updateOf(second, renamed)]), 'it got another slug');
    const again = revisionOf(renamed, { slug });
    ok(await store.commit([updateOf(renamed, again)]), 'it shares the slug again');
    await storesOnly(store, [first, again]);
  },

  'a shared slug stays taken while one of its items has it': async (store) => {
    const { contents } = await withLocalized(store);
    const first = original(1);
    const others = [translationOf(first, 2, 'de', first), translationOf(first, 3, 'fr', first)];
    await insertItems(store, [first, ...others]);
    const { slug } = first;
    const taken = () =>
      rejectsWith('slug_taken', store.commit([creationOf(original(9, { slug }))]));
    ok(
      await store.commit([updateOf(first, revisionOf(first, { slug: sampleContent(8).slug }))]),
      'the first one got another slug',
    );
    await taken();
    const [second, third] = others;
    await deleteItem(store, second ?? first);
    await taken();
    equal((await contents.findBySlug(slug))?.id, third?.id, 'the last one has it');
    await trash(store, third ?? first);
    ok(await store.commit([creationOf(original(9, { slug }))]), 'it is free');
  },

  'an item cannot leave its group with the slug of another item there': async (store) => {
    await withLocalized(store);
    const first = original(1);
    const second = translationOf(first, 2, 'de', first);
    await insertItems(store, [first, second]);
    const alone = revisionOf(second, placedAlone(second, 'de'));
    await rejectsWith('slug_taken', store.commit([entering(updateOf(second, alone), 'any')]));
    const renamed = { id: sampleContent(50).id, since: first.createdAt };
    const left = revisionOf(first, { group: renamed });
    await rejectsWith('slug_taken', store.commit([entering(updateOf(first, left), 'any')]));
    const free = { ...alone, slug: sampleContent(8).slug };
    ok(await store.commit([entering(updateOf(second, free), 'any')]), 'it left with another one');
    await storesOnly(store, [first, free]);
  },

  'items that share a slug come into another group together, and only together': async (store) => {
    await withLocalized(store);
    const older = original(1);
    // In one pair the item with the larger id had the slug first.
    const pairs = [
      [original(4), translationOf(original(4), 5, 'de', original(4))],
      [original(7, { locale: 'fr' }), translationOf(original(7), 6, 'it', original(7))],
    ] as const;
    await insertItems(store, [older]);
    for (const pair of pairs) {
      for (const item of pair) await insertItems(store, [item]);
      const changes = pair.map((item) => {
        const locale = item.locale === 'en' ? 'es' : item.locale;
        return entering(updateOf(item, revisionOf(item, { locale, group: older.group })), 'any');
      });
      for (const change of changes) await rejectsWith('slug_taken', store.commit([change]));
      const renamed = updateOf(older, revisionOf(older, { slug: sampleContent(60).slug }));
      await rejectsWith('slug_taken', store.commit([renamed, ...changes.slice(1)]));
      ok(await store.commit(changes.toSorted(byId)), 'they came together');
    }
    const joined = await store.repositories.contents.findByGroup(older.id);
    equal(joined.length, 5, 'items of the group');
  },

  'the items of a group stay in one collection': async (store) => {
    await withLocalized(store);
    const first = original(1);
    await insertItems(store, [first, translationOf(first, 2, 'de')]);
    const moved = revisionOf(first, { collectionId: collectionId(2) });
    await rejectsWith('has_translations', store.commit([entering(updateOf(first, moved), 'any')]));
  },

  'an item comes back from the trash only if its group has not got its locale': async (store) => {
    await withLocalized(store);
    const first = original(1);
    const second = translationOf(first, 2, 'de');
    await insertItems(store, [first, second]);
    await trash(store, second);
    const third = translationOf(first, 3, 'de');
    ok(await store.commit([entering(creationOf(third))]), 'its locale was free');
    await rejectsWith('locale_taken', store.commit([entering(recoveryOf(second), 'any')]));
    await trashIsOnly(store, [second]);
  },

  'a commit that names the members of a group is stored only if these are all': async (store) => {
    await withLocalized(store);
    const first = original(1);
    const others = [translationOf(first, 2, 'de'), translationOf(first, 3, 'fr')];
    const [second = first, third = first] = others;
    await insertItems(store, [first, ...others, original(4)]);
    await trash(store, third);
    const { id } = first;
    const changed = revisionOf(first, { title: 'Changed' });
    const isStoredWith = (members: readonly ItemVersion[]) =>
      store.commit([updateOf(first, changed)], [], [{ id, members }]);
    const ahead = { ...second, version: second.version + 1 };
    for (const members of [
      [],
      [first],
      [first, third],
      [first, second, third],
      [first, second, original(4)],
      [first, ahead],
    ]) {
      equal(await isStoredWith(members), false, 'the result with other members');
    }
    await storesOnly(store, [first, second, original(4)]);
    ok(await isStoredWith([second, first]), 'it was stored');
    await storesOnly(store, [changed, second, original(4)]);
    const none = [{ id: third.id, members: [] }];
    const again = revisionOf(changed, { title: 'Changed again' });
    ok(await store.commit([updateOf(changed, again)], [], none), 'there is no such group');
  },

  'of concurrent changes that were decided by one state of a group exactly one is stored': async (
    store,
  ) => {
    const { contents } = await withLocalized(store);
    const first = original(0);
    await insertItems(store, [first]);
    const changed = revisionOf(first, { title: 'Changed' });
    const groups = [{ id: first.id, members: [first] }];
    const stored = await Promise.all([
      store.commit([updateOf(first, changed)], [], groups),
      ...times(racers, (n) =>
        store.commit([entering(creationOf(translationOf(first, n + 1, `de-A${n}`)))], [], groups),
      ),
    ]);
    equal(stored.filter(Boolean).length, 1, 'the stored changes');
    const found = await contents.findByGroup(first.id);
    equal(found.length, stored[0] ? 1 : 2, 'the items of the group');
  },

  'of concurrent items that come into an empty group exactly one is stored': async (store) => {
    const { contents } = await withLocalized(store);
    const nobody = original(50);
    const imports = times(racers, (n) => translationOf(nobody, n, `en-A${n}`));
    const groups = [{ id: nobody.id, members: [] }];
    const created = await Promise.all(
      imports.map((item) => store.commit([entering(creationOf(item), 'any')], [], groups)),
    );
    equal(created.filter(Boolean).length, 1, 'the imported items');
    const first = original(60);
    const trashed = times(racers, (n) => translationOf(first, n + 70, `de-A${n}`));
    await insertItems(store, trashed);
    for (const item of trashed) await trash(store, item);
    const empty = [{ id: first.id, members: [] }];
    const restored = await Promise.all(
      trashed.map((item) => store.commit([entering(recoveryOf(item), 'any')], [], empty)),
    );
    equal(restored.filter(Boolean).length, 1, 'the restored items');
    equal((await contents.findByGroup(first.id)).length, 1, 'the items of the group');
  },

  'items in the trash follow their group into another one, without a write': async (store) => {
    await withLocalized(store);
    const [first, second] = [original(1), original(2, { locale: 'de' })];
    const third = translationOf(second, 3, 'fr');
    const stranger = original(4, { locale: 'fr' });
    await insertItems(store, [first, second, third, stranger]);
    await trash(store, third);
    await trash(store, stranger);
    const { group } = first;
    const joined = revisionOf(second, { group });
    const groups = [
      { id: first.id, members: [first] },
      { id: second.id, members: [second], becomes: group },
    ];
    const join = entering(updateOf(second, joined), 'any');
    const stale = groups.map((each) => ({ ...each, members: [] }));
    equal(await store.commit([join], [], stale), false, 'the result with other members');
    await trashIsOnly(store, [third, stranger]);
    ok(await store.commit([join], [], groups), 'it was stored');
    await trashIsOnly(store, [{ ...third, group }, stranger]);
    equal(await store.commit([entering(recoveryOf(third), 'any')]), false, 'in its former group');
    const moved = { ...third, group };
    ok(await store.commit([entering(recoveryOf(moved), 'any')]), 'it came back');
    await storesOnly(store, [first, joined, recovered(moved)]);
  },

  'the groups are found whose items differ in a key': async (store) => {
    const { contents } = await withLocalized(store);
    const withData = (item: ContentItem, data: JsonObject): ContentItem => ({
      ...item,
      data: encodeJson(data),
    });
    const pair = (n: number, one: JsonObject, other: JsonObject, more?: Partial<ContentItem>) => {
      const first = original(n, more);
      const second = { ...translationOf(first, n + 1, 'de'), ...more };
      return [withData(first, one), withData(second, other)];
    };
    const items = [
      ...pair(10, { a: 1, b: { c: 1, d: [null] } }, { b: { d: [null], c: 1 }, a: 1 }),
      ...pair(20, { a: 1, z: 1 }, { a: 1, z: 2 }),
      ...pair(30, { a: 1 }, { a: 2 }),
      ...pair(40, { a: 1 }, { a: 1, b: null }),
      ...pair(50, { b: [1, 2] }, { b: [2, 1] }),
      ...pair(60, { a: 1 }, { a: 2 }, { collectionId: collectionId(2) }),
      withData(original(70), { a: 3 }),
    ];
    await insertItems(store, items);
    const [trashed] = pair(80, { a: 1 }, { a: 1 });
    const gone = withData(translationOf(original(80), 81, 'de'), { a: 2 });
    await insertItems(store, [trashed ?? gone, gone]);
    await trash(store, gone);
    const find = (keys: readonly string[], max: number) =>
      contents.findUnequalGroups(collectionId(1), keys, max);
    const idsOf = (...ns: readonly number[]) => ns.map((n) => original(n).id);
    equal(await find(['a', 'b'], 10), idsOf(30, 40, 50), 'in one of two keys');
    equal(await find(['a', 'b'], 2), idsOf(30, 40), 'at most so many');
    equal(await find(['a'], 10), idsOf(30), 'in one key');
    equal(await find(['y'], 10), [], 'in a key that no item has');
  },

  'items get the base locale of a collection that becomes localised, without a write': async (
    store,
  ) => {
    const { collections } = store.repositories;
    await collections.insert(sampleCollection(1));
    await collections.insert(sampleCollection(2));
    const [kept, other, trashed] = [
      sampleContent(1),
      sampleContent(2, { collectionId: collectionId(2) }),
      sampleContent(3),
    ];
    await insertItems(store, [kept, other, trashed]);
    await trash(store, trashed);
    await collections.update(sampleCollection(1, { baseLocale: 'de' }));
    await storesOnly(store, [{ ...kept, ...placedAlone(kept, 'de') }, other]);
    await trashIsOnly(store, [{ ...trashed, ...placedAlone(trashed, 'de') }]);
    await collections.update(sampleCollection(1));
    await storesOnly(store, [kept, other]);
    await trashIsOnly(store, [trashed]);
  },

  'a collection with an item in another locale than its base stays localised': async (store) => {
    const { collections } = await withLocalized(store);
    const first = original(1);
    const second = translationOf(first, 2, 'de');
    await insertItems(store, [first, second]);
    const end = () => collections.update(sampleCollection(1));
    await rejectsWith('has_translations', end());
    await trash(store, second);
    await rejectsWith('has_translations', end());
    await storesOnly(store, [first]);
  },

  'the items of a locale are counted, and get its new code without a write': async (store) => {
    const { contents } = await withLocalized(store);
    const first = original(1);
    const others = [translationOf(first, 2, 'de'), translationOf(first, 3, 'fr')];
    const elsewhere = original(4, { locale: 'de', collectionId: collectionId(2) });
    await insertItems(store, [first, ...others, elsewhere]);
    await trash(store, elsewhere);
    equal(await contents.countInLocale('de', 10), 2, 'those in the trash included');
    equal(await contents.countInLocale('de', 1), 1, 'at most so many');
    equal(await contents.countInLocale('it', 10), 0, 'of a locale without items');
    await contents.renameLocale('de', 'de-CH');
    const renamed = (item: ContentItem): ContentItem =>
      item.locale === 'de' ? { ...item, locale: 'de-CH' } : item;
    await storesOnly(store, [first, ...others.map(renamed)]);
    await trashIsOnly(store, [renamed(elsewhere)]);
  },
});

/** Inserts two localised collections. */
export const withLocalized = async (store: Store): Promise<Repositories> => {
  const { collections } = store.repositories;
  await collections.insert(sampleCollection(1, { baseLocale: 'en' }));
  await collections.insert(sampleCollection(2, { baseLocale: 'en' }));
  return store.repositories;
};

/** An item that begins a group. */
export const original = (n: number, changes: Partial<ContentItem> = {}): ContentItem =>
  sampleContent(n, { ...placedAlone(sampleContent(n), 'en'), ...changes });

/** @param slugOf the item whose slug it has, if it is not its own. */
export const translationOf = (
  first: ContentItem,
  n: number,
  locale: string,
  slugOf: ContentItem = sampleContent(n),
): ContentItem =>
  sampleContent(n, {
    locale,
    slug: slugOf.slug,
    group: { id: first.id, since: first.createdAt },
  });

export const entering = (
  change: ContentChange,
  entersGroup: Expected['entersGroup'] = 'existing',
): ContentChange => expecting(change, { entersGroup });

const byId = ({ item: left }: ContentChange, { item: right }: ContentChange): number =>
  left.id < right.id ? -1 : 1;
