import type { CollectionShares, Store, TrashScope } from '../../../core/store.ts';
import { placedAlone, type ContentItem } from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import { oneIsTrue, racers, times } from '../cases.ts';
import { storesOnly } from '../content/stored-items.ts';
import { collectionId, contentId, sampleCollection, sampleContent } from '../samples.ts';
import { suite } from '../suite.ts';
import {
  create,
  entriesIn,
  entryOf,
  firstOwner,
  historyOf,
  recoveryOf,
  secondOwner,
  trash,
  trashedIds,
  trashIsOnly,
  withHistory,
} from './trashed-items.ts';

const sharesOf = (changes: Partial<CollectionShares>): CollectionShares => ({
  whole: [],
  owned: [],
  ownerId: firstOwner,
  ...changes,
});

const [first, second] = [collectionId(1), collectionId(2)];

/** Six items in the trash: of two collections, each with one of the first owner, the second owner, and nobody. */
const sixItems = (): readonly ContentItem[] =>
  times(6, (n) =>
    sampleContent(n, {
      collectionId: n <= 3 ? first : second,
      authorId: [undefined, firstOwner, secondOwner][n % 3],
    }),
  );

const withSix = async (store: Store): Promise<readonly ContentItem[]> => {
  await withHistory(store, 0);
  const items = sixItems();
  await create(store, items);
  // Not in the order of their ids.
  for (const [place, item] of items.entries()) await trash(store, item, (place * 5) % 6);
  return items;
};

/** Parts of the trash of {@link withSix}, and the numbers of their items. */
const scopes: readonly (readonly [TrashScope, readonly number[]])[] = [
  ['all', [1, 2, 3, 4, 5, 6]],
  [sharesOf({}), []],
  [sharesOf({ whole: [first] }), [1, 2, 3]],
  [sharesOf({ whole: [first, second] }), [1, 2, 3, 4, 5, 6]],
  [sharesOf({ owned: [first] }), [1]],
  [sharesOf({ owned: [first, second] }), [1, 4]],
  [sharesOf({ owned: [first, second], ownerId: secondOwner }), [2, 5]],
  [sharesOf({ whole: [second], owned: [first] }), [1, 4, 5, 6]],
  [sharesOf({ owned: [first, second], ownerId: undefined }), []],
  [sharesOf({ whole: [collectionId(3)], owned: [collectionId(9)] }), []],
];

const idsOf = (numbers: readonly number[]): readonly string[] => numbers.map(contentId);

export const trashRepositorySuite = suite<Store>('TrashRepository', {
  'find returns the whole item, and only from the trash': async (store) => {
    const { trash: port } = await withHistory(store, 2);
    const origin = { digest: 'd', version: 1 };
    const item = sampleContent(3, { origin, authorId: firstOwner, status: 'archived' });
    await create(store, [item]);
    equal(await port.find(item.id), undefined, 'content');
    await trash(store, item, 1, secondOwner);
    const { deletedAt } = entryOf(item, 1);
    equal(await port.find(item.id), { item, deletedAt, deletedBy: secondOwner }, 'the item');
    equal(await port.find(contentId(9)), undefined, 'an unknown id');
  },

  'findIds returns the ids of items in the trash': async (store) => {
    const { trash: port } = await withHistory(store, 3);
    for (const n of [1, 3]) await trash(store, sampleContent(n));
    equal(await port.findIds(idsOf([1, 2, 3, 9])), new Set(idsOf([1, 3])), 'ids');
    equal(await port.findIds([]), new Set(), 'no ids');
  },

  'list returns the items of a part of the trash': async (store) => {
    await withSix(store);
    for (const [scope, numbers] of scopes) {
      const found = await trashedIds(store.repositories, scope);
      equal(found.toSorted(), idsOf(numbers), JSON.stringify(scope));
    }
  },

  'list returns the latest deletion first, and pages without gaps': async (store) => {
    const repositories = await withHistory(store, 5);
    for (const [n, moment] of [
      [1, 20],
      [2, 30],
      [3, 10],
      [4, 20],
      [5, 20],
    ] as const) {
      await trash(store, sampleContent(n), moment);
    }
    const expected = [
      entryOf(sampleContent(2), 30),
      ...[5, 4, 1].map((n) => entryOf(sampleContent(n), 20)),
      entryOf(sampleContent(3), 10),
    ];
    for (const scope of ['all', sharesOf({ whole: [first, second] })] as const) {
      equal(await entriesIn(repositories, scope), expected, 'all entries');
      for (const offset of [0, 2, 4, 6]) {
        const page = await repositories.trash.list(scope, { limit: 2, offset });
        equal(page, expected.slice(offset, offset + 2), `entries from ${offset}`);
      }
    }
  },

  'count counts the items of each collection, up to a maximum': async (store) => {
    await withSix(store);
    const { trash: port } = store.repositories;
    const counts = async (shares: CollectionShares, max: number) =>
      (await port.count(shares, max))
        .filter(({ count }) => count > 0)
        .map(({ collectionId: id, count }) => [id, count] as const)
        .toSorted(([left], [right]) => (left < right ? -1 : 1));
    const whole = sharesOf({ whole: [first, second, collectionId(3)] });
    const of = (one: number, two: number) => [
      [first, one],
      [second, two],
    ];
    equal(await counts(whole, 10), of(3, 3), 'whole collections');
    equal(await counts(whole, 2), of(2, 2), 'up to a maximum');
    const mixed = sharesOf({ whole: [second], owned: [first] });
    equal(await counts(mixed, 10), of(1, 3), 'with own items only');
    equal(await counts(sharesOf({ owned: [first], ownerId: undefined }), 10), [], 'nobody');
  },

  'a part of the trash can be limited to some locales of a collection': async (store) => {
    const { collections, trash: port } = await withHistory(store, 0);
    await collections.update(sampleCollection(1, { baseLocale: 'de' }));
    const codes = ['de', 'en', 'fr'];
    const items = times(6, (n) => {
      const item = sampleContent(n, { authorId: n % 2 === 0 ? firstOwner : secondOwner });
      return { ...item, ...placedAlone(item, codes[n % 3] ?? '') };
    });
    // In the collection that is not limited.
    const other = sampleContent(7, { collectionId: second });
    await create(store, [...items, other]);
    for (const item of [...items, other]) await trash(store, item);
    const limits = (...locales: readonly string[]) => [{ collectionId: first, locales }];
    const cases = [
      [{ whole: [first, second], locales: limits('de', 'fr') }, [2, 3, 5, 6, 7]],
      [{ whole: [second], owned: [first], locales: limits('de', 'en') }, [4, 6, 7]],
      [{ whole: [first], locales: limits() }, []],
    ] as const;
    for (const [changes, numbers] of cases) {
      const scope = sharesOf(changes);
      const found = await trashedIds(store.repositories, scope);
      equal(found.toSorted(), idsOf(numbers), JSON.stringify(scope));
      const counts = await port.count(scope, 3);
      const inFirst = counts.find((each) => each.collectionId === first)?.count ?? 0;
      equal(inFirst, Math.min(3, numbers.filter((n) => n < 7).length), 'the count');
    }
    const [scope] = [sharesOf(cases[0][0])];
    const page = await port.list(scope, { limit: 2, offset: 1 });
    equal(page, (await port.list(scope, { limit: 100, offset: 0 })).slice(1, 3), 'a page');
    equal(await port.purgeScope(scope, 4), 4, 'a step');
    equal(await port.purgeScope(scope, 4), 1, 'the next one');
    await trashIsOnly(
      store,
      items.filter(({ locale }) => locale === 'en'),
    );
  },

  'purge deletes that item with its history, in that version only': async (store) => {
    const repositories = await withHistory(store, 3);
    for (const n of [1, 2]) await trash(store, sampleContent(n));
    equal(await repositories.trash.purge(contentId(1), 2), false, 'another version');
    equal(await repositories.trash.purge(contentId(3), 1), false, 'content');
    await trashIsOnly(store, [sampleContent(1), sampleContent(2)]);
    await oneIsTrue(times(racers, () => repositories.trash.purge(contentId(1), 1)));
    await trashIsOnly(store, [sampleContent(2)]);
    await storesOnly(store, [sampleContent(3)]);
    equal(await historyOf(repositories, contentId(1)), [], 'its history');
    for (const n of [2, 3]) equal(await historyOf(repositories, contentId(n)), [1], 'others');
    // Its id is free again.
    await create(store, [sampleContent(1)]);
  },

  'purgeScope deletes a part of the trash in steps, with the history': async (store) => {
    const items = await withSix(store);
    const { repositories } = store;
    const [scope] = [sharesOf({ whole: [second], owned: [first] })];
    const steps: number[] = [];
    do steps.push(await repositories.trash.purgeScope(scope, 3));
    while (steps.at(-1) !== 0 && steps.length < 10);
    equal(steps, [3, 1, 0], 'deleted items');
    await trashIsOnly(
      store,
      items.filter((_, place) => [2, 3].includes(place + 1)),
    );
    equal(await historyOf(repositories, contentId(4)), [], 'the history of a deleted item');
    equal(await historyOf(repositories, contentId(2)), [1], 'the history of another item');
    equal(await repositories.trash.purgeScope('all', 100), 2, 'the rest');
    await trashIsOnly(store, []);
  },

  'a sweep deletes items with their history': async (store) => {
    const repositories = await withHistory(store, 2);
    await trash(store, sampleContent(1));
    while (await repositories.trash.sweep(0));
    equal(await historyOf(repositories, contentId(1)), [], 'the history of a deleted item');
    await storesOnly(store, [sampleContent(2)]);
    equal(await historyOf(repositories, contentId(2)), [1], 'the history of content');
  },

  'of a recovery and concurrent purges exactly one has the item': async (store) => {
    const repositories = await withHistory(store, racers);
    const items = times(racers, sampleContent);
    for (const item of items) await trash(store, item);
    const { trash: port } = repositories;
    const [recoveries] = await Promise.all([
      Promise.all(items.map((item) => store.commit([recoveryOf(item)]))),
      port.purgeScope(sharesOf({ whole: [first] }), 7),
      port.sweep(0),
      ...items.slice(0, 7).map((item) => port.purge(item.id, 1)),
    ]);
    for (const [place, isRecovered] of recoveries.entries()) {
      const id = contentId(place + 1);
      const isTrashed = (await port.find(id)) !== undefined;
      const isStored = (await repositories.contents.findById(id)) !== undefined;
      equal(isStored, isRecovered, 'the item is stored if it was recovered');
      ok(!(isStored && isTrashed), 'the item is in one place');
      const expected = isRecovered ? [2, 1] : isTrashed ? [1] : [];
      equal(await historyOf(repositories, id), expected, 'its history');
    }
  },
});
