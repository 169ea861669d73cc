import type { ContentRepository, Repositories, Store } from '../../../core/store.ts';
import { encodeJson, parseSlug, type ContentItem } from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import { modifyAll, times } from '../cases.ts';
import { basisOf, insertItems, updateOf, valueOf } from './content-changes.ts';
import { wholeView } from './views.ts';
import {
  awkwardText,
  collectionId,
  contentId,
  momentOf,
  sampleCollection,
  sampleContent,
  sampleUser,
  userId,
} from '../samples.ts';
import { suite } from '../suite.ts';

/** Finders. See also `creationSuite`, `contentListsSuite` and `contentSizesSuite`. */
export const contentRepositorySuite = suite<Store>('ContentRepository', {
  'all finders return a new item unchanged': async (store) => {
    const { contents, users } = await withCollection(store);
    await users.insert(sampleUser(1));
    const item = sampleContent(1, {
      authorId: userId(1),
      title: awkwardText,
      slug: parseSlug('Grüße 日本語 привет'),
      status: 'archived',
      version: 2_000_000_000,
      origin: { digest: 'f'.repeat(64), version: 7 },
      createdAt: 0,
      updatedAt: 253_402_300_799_999,
    });
    await insertItems(store, [item]);
    await insertItems(store, [sampleContent(2)]);
    equal(await contents.findById(item.id), item, 'by id');
    equal(await contents.findByIds([item.id]), [item], 'by ids');
    equal(await contents.findBySlug(item.slug), item, 'by slug');
    const basis = await basisOf(store.repositories);
    equal(valueOf(await contents.getById(item.id, wholeView, basis)), item, 'by id, on a basis');
    equal(valueOf(await contents.getBySlug(item, wholeView, basis)), item, 'by slug, on a basis');
  },

  'an item without author and origin is returned without them': async (store) => {
    const { contents } = await withCollection(store);
    await insertItems(store, [sampleContent(1)]);
    const found = await contents.findById(contentId(1));
    ok(found !== undefined, 'the item is there');
    equal([found.authorId, found.origin], [undefined, undefined], 'author and origin');
  },

  'finders return nothing for unknown items': async (store) => {
    const { contents } = await withCollection(store);
    await insertItems(store, [sampleContent(1)]);
    equal(await contents.findById(contentId(2)), undefined, 'by id');
    equal(await contents.findById(collectionId(1)), undefined, 'by the id of something else');
    equal(await contents.findBySlug(parseSlug('item')), undefined, 'by part of a slug');
    equal(await contents.findByIds([contentId(2)]), [], 'by ids');
    const unknown = { slug: parseSlug('item'), collectionId: collectionId(1) };
    const basis = await basisOf(store.repositories);
    equal(
      valueOf(await contents.getById(contentId(2), wholeView, basis)),
      undefined,
      'by id, on a basis',
    );
    equal(valueOf(await contents.getBySlug(unknown, wholeView, basis)), undefined, 'by a slug');
  },

  'data is returned byte for byte': async (store) => {
    const { contents } = await withCollection(store);
    const items = times(dataTexts.length * 2, (n) =>
      sampleContent(n, { data: dataTexts[n % dataTexts.length] ?? encodeJson({}) }),
    );
    await insertItems(store, items.slice(0, dataTexts.length));
    for (const item of items.slice(dataTexts.length)) await insertItems(store, [item]);
    for (const { id, slug, data } of items) {
      equal((await contents.findById(id))?.data, data, 'data by id');
      equal((await contents.findBySlug(slug))?.data, data, 'data by slug');
    }
    const walked = await contents.listAfter(undefined, 100);
    equal(
      walked.map(({ data }) => data),
      items.map(({ data }) => data),
      'data of all items',
    );
  },

  'concurrent reads by id return the item of each': async (store) => {
    const { contents } = await withCollection(store);
    await insertItems(store, times(100, sampleContent));
    const numbers = [7, 200, ...times(100, (n) => n), 7];
    const expected = numbers.map((n) => (n > 100 ? undefined : sampleContent(n)));
    const found = await Promise.all(numbers.map((n) => contents.findById(contentId(n))));
    equal(found, expected, 'items');
    const basis = await basisOf(store.repositories);
    const reads = await Promise.all(
      numbers.map((n) => contents.getById(contentId(n), wholeView, basis)),
    );
    equal(reads.map(valueOf), expected, 'items on a basis');
  },

  'findByIds returns existing items, each once': async (store) => {
    const { contents } = await withCollection(store);
    await insertItems(store, times(4, sampleContent));
    const ids = [contentId(3), contentId(99), contentId(1), contentId(3)];
    const found = await contents.findByIds(ids);
    equal(found.map(({ id }) => id).toSorted(), [contentId(1), contentId(3)], 'ids');
    equal(await contents.findByIds([]), [], 'items for no ids');
  },

  'findTakenSlugs returns exactly the taken slugs': async (store) => {
    const { contents } = await withCollection(store);
    await insertItems(store, times(3, sampleContent));
    const [one, two, other] = [parseSlug('item-1'), parseSlug('item-2'), parseSlug('item-20')];
    equal(await contents.findTakenSlugs([other, two, one]), new Set([one, two]), 'taken slugs');
    equal(await contents.findTakenSlugs([other]), new Set(), 'taken slugs if none is taken');
    equal(await contents.findTakenSlugs([]), new Set(), 'taken slugs of none');
  },

  'modifying an object that was stored or returned does not change the store': async (store) => {
    const { contents } = await withCollection(store);
    const make = (n: number): ContentItem =>
      sampleContent(n, { origin: { digest: `digest ${n}`, version: 1 } });
    const given = times(3, make);
    await insertItems(store, given.slice(0, 1));
    await insertItems(store, given.slice(1));
    modifyAll(given);
    await storesOnly(contents, times(3, make));

    const revised = { ...make(1), version: 2, updatedAt: momentOf(9) };
    const replacement = { ...revised, origin: { digest: 'digest 1', version: 1 } };
    ok(await store.commit([updateOf(make(1), replacement)]), 'the item was replaced');
    modifyAll(replacement);
    const basis = await basisOf(store.repositories);
    modifyAll(await contents.getById(contentId(1), wholeView, basis));
    modifyAll(await contents.getBySlug(make(1), wholeView, basis));
    modifyAll(await contents.listAmong({ ids: [contentId(1)] }, wholeView, basis));
    modifyAll(await contents.findById(contentId(1)));
    modifyAll(await contents.findBySlug(parseSlug('item-1')));
    modifyAll(await contents.findByIds([contentId(1)]));
    modifyAll(await contents.list({ limit: 9, offset: 0 }, wholeView, basis));
    modifyAll(await contents.listAfter(undefined, 9));
    await storesOnly(contents, [revised, make(2), make(3)]);
  },
});

const dataTexts = [
  encodeJson({}),
  encodeJson({ z: 1, a: { y: [], b: null }, m: '', A: [{ d: 1, c: 2 }] }),
  encodeJson({ awkward: awkwardText, [awkwardText]: awkwardText, '': '', ['__proto__']: true }),
  encodeJson({ half: '\uD800', otherHalf: 'a\uDC00b', swapped: '\uDC00\uD800' }),
  encodeJson({ numbers: [0.1, 1e21, 1e-7, 9_007_199_254_740_991, 123_456_789.123_456_78, -0.5] }),
];

const withCollection = async ({ repositories }: Store): Promise<Repositories> => {
  await repositories.collections.insert(sampleCollection(1));
  return repositories;
};

/** Compares all stored items, by ascending id. */
const storesOnly = async (
  contents: ContentRepository,
  items: readonly ContentItem[],
): Promise<void> => {
  equal(await contents.listAfter(undefined, 1_000), items, 'stored items');
};
