import type { ContentChange, Expected, Repositories, Store } from '../../../core/store.ts';
import { placedAlone, type ContentItem } from '../../../core/vocabulary.ts';
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
const withLocalized = async (store: Store): Promise<Repositories> => {
  const { collections } = store.repositories;
  await collections.insert(sampleCollection(1, { baseLocale: 'en' }));
  await collections.insert(sampleCollection(2, { baseLocale: 'en' }));
  return store.repositories;
};

/** An item that begins a group. */
const original = (n: number, changes: Partial<ContentItem> = {}): ContentItem =>
  sampleContent(n, { ...placedAlone(sampleContent(n), 'en'), ...changes });

/** @param slugOf the item whose slug it has, if it is not its own. */
const translationOf = (
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

const entering = (
  change: ContentChange,
  entersGroup: Expected['entersGroup'] = 'existing',
): ContentChange => expecting(change, { entersGroup });
