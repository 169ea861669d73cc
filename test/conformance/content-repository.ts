import {
  encodeJson,
  parseSlug,
  type ContentItem,
  type ContentRepository,
  type Repositories,
} from '../../core/index.ts';
import { equal, ok, rejectsWith } from './assert.ts';
import { oneWins, racers, modifyAll, times } from './cases.ts';
import type { RepositoriesSubject } from './repositories-subject.ts';
import {
  awkwardText,
  collectionId,
  contentId,
  momentOf,
  sampleCollection,
  sampleContent,
  sampleUser,
  userId,
} from './samples.ts';
import { suite } from './suite.ts';

/** Inserts and finders. See also `contentWritesSuite`, `contentListsSuite` and `contentSizesSuite`. */
export const contentRepositorySuite = suite<RepositoriesSubject>('ContentRepository', {
  'all finders return a new item unchanged': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    await repositories.users.insert(sampleUser(1));
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
    await contents.insert(item);
    await contents.insert(sampleContent(2));
    equal(await contents.findById(item.id), item, 'by id');
    equal(await contents.findByIds([item.id]), [item], 'by ids');
    equal(await contents.findBySlug(item.slug), item, 'by slug');
  },

  'an item without author and origin is returned without them': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    await contents.insert(sampleContent(1));
    const found = await contents.findById(contentId(1));
    ok(found !== undefined, 'the item is there');
    equal([found.authorId, found.origin], [undefined, undefined], 'author and origin');
  },

  'finders return nothing for unknown items': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    await contents.insert(sampleContent(1));
    equal(await contents.findById(contentId(2)), undefined, 'by id');
    equal(await contents.findById(collectionId(1)), undefined, 'by the id of something else');
    equal(await contents.findBySlug(parseSlug('item')), undefined, 'by part of a slug');
    equal(await contents.findByIds([contentId(2)]), [], 'by ids');
  },

  'data is returned byte for byte': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    const items = times(dataTexts.length * 2, (n) =>
      sampleContent(n, { data: dataTexts[n % dataTexts.length] ?? encodeJson({}) }),
    );
    await contents.insertAll(items.slice(0, dataTexts.length));
    for (const item of items.slice(dataTexts.length)) await contents.insert(item);
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

  'concurrent reads by id return the item of each': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    await contents.insertAll(times(100, sampleContent));
    const numbers = [7, 200, ...times(100, (n) => n), 7];
    const found = await Promise.all(numbers.map((n) => contents.findById(contentId(n))));
    const expected = numbers.map((n) => (n > 100 ? undefined : sampleContent(n)));
    equal(found, expected, 'items');
  },

  'findByIds returns existing items, each once': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    await contents.insertAll(times(4, sampleContent));
    const ids = [contentId(3), contentId(99), contentId(1), contentId(3)];
    const found = await contents.findByIds(ids);
    equal(found.map(({ id }) => id).toSorted(), [contentId(1), contentId(3)], 'ids');
    equal(await contents.findByIds([]), [], 'items for no ids');
  },

  'findTakenSlugs returns exactly the taken slugs': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    await contents.insertAll(times(3, sampleContent));
    const [one, two, other] = [parseSlug('item-1'), parseSlug('item-2'), parseSlug('item-20')];
    equal(await contents.findTakenSlugs([other, two, one]), new Set([one, two]), 'taken slugs');
    equal(await contents.findTakenSlugs([other]), new Set(), 'taken slugs if none is taken');
    equal(await contents.findTakenSlugs([]), new Set(), 'taken slugs of none');
  },

  'insert rejects a taken slug and changes nothing': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    await contents.insert(sampleContent(1));
    const second = sampleContent(2, { slug: parseSlug('item-1'), collectionId: collectionId(2) });
    await repositories.collections.insert(sampleCollection(2));
    await rejectsWith('slug_taken', contents.insert(second));
    await storesOnly(contents, [sampleContent(1)]);
  },

  'insert rejects a taken id and changes nothing': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    await contents.insert(sampleContent(1));
    const second = sampleContent(1, { slug: parseSlug('other'), title: 'Other' });
    await rejectsWith('id_taken', contents.insert(second));
    await storesOnly(contents, [sampleContent(1)]);
  },

  'insert rejects an item of a missing collection': async ({ repositories }) => {
    const { contents, collections } = await withCollection(repositories);
    await collections.insert(sampleCollection(2));
    ok(await collections.delete(collectionId(2)), 'the collection was there');
    const item = sampleContent(1, { collectionId: collectionId(2) });
    await rejectsWith('collection_not_found', contents.insert(item));
    await storesOnly(contents, []);
  },

  'insertAll stores all items': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    await contents.insertAll([]);
    await storesOnly(contents, []);
    const items = times(250, sampleContent);
    await contents.insertAll(items.toReversed());
    await storesOnly(contents, items);
  },

  'insertAll stores nothing if one item is rejected': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    await contents.insert(sampleContent(1));
    const fine = [sampleContent(2), sampleContent(3)];
    const rejections = [
      ['slug_taken', sampleContent(4, { slug: parseSlug('item-1') })],
      ['slug_taken', sampleContent(4, { slug: parseSlug('item-2') })],
      ['id_taken', sampleContent(1, { slug: parseSlug('other') })],
      ['id_taken', sampleContent(2, { slug: parseSlug('other') })],
      ['collection_not_found', sampleContent(4, { collectionId: collectionId(9) })],
    ] as const;
    for (const [code, item] of rejections) {
      await rejectsWith(code, contents.insertAll([...fine, item]));
      await storesOnly(contents, [sampleContent(1)]);
    }
    await contents.insertAll(fine);
    await storesOnly(contents, [sampleContent(1), ...fine]);
  },

  'of concurrent inserts with one slug exactly one succeeds': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    const slug = parseSlug('wanted');
    const items = times(racers, (n) => sampleContent(n, { slug }));
    const winner = await oneWins(
      'slug_taken',
      items.map((item) => contents.insert(item)),
    );
    await storesOnly(contents, items.slice(winner, winner + 1));
  },

  'of concurrent inserts with one id exactly one succeeds': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    const items = times(racers, (n) => sampleContent(n, { id: contentId(1) }));
    const winner = await oneWins(
      'id_taken',
      items.map((item) => contents.insert(item)),
    );
    await storesOnly(contents, items.slice(winner, winner + 1));
  },

  'of concurrent batches with one slug exactly one is stored, and nothing of the others': async ({
    repositories,
  }) => {
    const { contents } = await withCollection(repositories);
    const slug = parseSlug('wanted');
    const batches = times(racers, (n) => [
      sampleContent(10 * n),
      sampleContent(10 * n + 1, { slug }),
      sampleContent(10 * n + 2),
    ]);
    const winner = await oneWins(
      'slug_taken',
      batches.map((batch) => contents.insertAll(batch)),
    );
    await storesOnly(contents, batches[winner] ?? []);
  },

  'modifying an object that was stored or returned does not change the store': async ({
    repositories,
  }) => {
    const { contents } = await withCollection(repositories);
    const make = (n: number): ContentItem =>
      sampleContent(n, { origin: { digest: `digest ${n}`, version: 1 } });
    const given = times(3, make);
    const [first, ...others] = given;
    ok(first !== undefined, 'there is a first item');
    await contents.insert(first);
    await contents.insertAll(others);
    modifyAll(given);
    await storesOnly(contents, times(3, make));

    const revised = { ...make(1), version: 2, updatedAt: momentOf(9) };
    const replacement = { ...revised, origin: { digest: 'digest 1', version: 1 } };
    ok(await contents.replace(replacement, 1), 'the item was replaced');
    modifyAll(replacement);
    modifyAll(await contents.findById(contentId(1)));
    modifyAll(await contents.findBySlug(parseSlug('item-1')));
    modifyAll(await contents.findByIds([contentId(1)]));
    modifyAll(await contents.list({ limit: 9, offset: 0, within: 'all' }));
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

const withCollection = async (repositories: Repositories): Promise<Repositories> => {
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
