import {
  dataLimits,
  encodeJson,
  everything,
  parseSlug,
  type ContentItem,
  type ContentRepository,
  type Repositories,
} from '../../core/index.ts';
import { equal, ok, rejectsWith } from './assert.ts';
import { oneWins, racers, spoil, times } from './cases.ts';
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

/** Storing and looking up; `contentWritesSuite`, `contentListsSuite` and `contentSizesSuite` hold the rest. */
export const contentRepositorySuite = suite<RepositoriesSubject>('ContentRepository', {
  'a new item is found by id, by ids and by slug, as it was': async ({ repositories }) => {
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

  'an item without an author and an origin comes back without them': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    await contents.insert(sampleContent(1));
    const found = await contents.findById(contentId(1));
    ok(found !== undefined, 'the item is there');
    equal([found.authorId, found.origin], [undefined, undefined], 'author and origin');
  },

  'what was never stored is not found': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    await contents.insert(sampleContent(1));
    equal(await contents.findById(contentId(2)), undefined, 'by id');
    equal(await contents.findById(collectionId(1)), undefined, 'by the id of something else');
    equal(await contents.findBySlug(parseSlug('item')), undefined, 'by part of a slug');
    equal(await contents.findByIds([contentId(2)]), [], 'by ids');
  },

  'data comes back byte for byte': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    const items = dataTexts.map((data, index) => sampleContent(index + 1, { data }));
    for (const item of items) await contents.insert(item);
    for (const { id, slug, data } of items) {
      equal((await contents.findById(id))?.data, data, 'data by id');
      equal((await contents.findBySlug(slug))?.data, data, 'data by slug');
    }
    const walked = await contents.listAfter(undefined, 100);
    equal(
      walked.map(({ data }) => data),
      dataTexts,
      'data of all items',
    );
  },

  'data as large as it may be comes back whole': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    const frame = encodeJson({ text: '' }).length;
    const data = encodeJson({ text: 'x'.repeat(dataLimits.bytes - frame) });
    await contents.insert(sampleContent(1, { data }));
    const found = (await contents.findById(contentId(1)))?.data;
    ok(found === data, 'the data is the same');
  },

  'findByIds answers those that exist, each once': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    await contents.insertAll(times(4, sampleContent));
    const ids = [contentId(3), contentId(99), contentId(1), contentId(3)];
    const found = await contents.findByIds(ids);
    equal(found.map(({ id }) => id).toSorted(), [contentId(1), contentId(3)], 'ids');
    equal(await contents.findByIds([]), [], 'items for no ids');
  },

  'findTakenSlugs answers exactly the taken ones': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    await contents.insertAll(times(3, sampleContent));
    const [one, two, other] = [parseSlug('item-1'), parseSlug('item-2'), parseSlug('item-20')];
    equal(await contents.findTakenSlugs([other, two, one]), new Set([one, two]), 'taken slugs');
    equal(await contents.findTakenSlugs([other]), new Set(), 'taken slugs when none is');
    equal(await contents.findTakenSlugs([]), new Set(), 'taken slugs of none');
  },

  'a taken slug is refused and nothing changes': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    await contents.insert(sampleContent(1));
    const second = sampleContent(2, { slug: parseSlug('item-1'), collectionId: collectionId(2) });
    await repositories.collections.insert(sampleCollection(2));
    await rejectsWith('slug_taken', contents.insert(second));
    await holdsOnly(contents, [sampleContent(1)]);
  },

  'a taken id is refused and nothing changes': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    await contents.insert(sampleContent(1));
    const second = sampleContent(1, { slug: parseSlug('other'), title: 'Other' });
    await rejectsWith('id_taken', contents.insert(second));
    await holdsOnly(contents, [sampleContent(1)]);
  },

  'an item of a collection that is gone is refused': async ({ repositories }) => {
    const { contents, collections } = await withCollection(repositories);
    await collections.insert(sampleCollection(2));
    ok(await collections.delete(collectionId(2)), 'the collection was there');
    const item = sampleContent(1, { collectionId: collectionId(2) });
    await rejectsWith('collection_not_found', contents.insert(item));
    await holdsOnly(contents, []);
  },

  'insertAll stores every item': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    await contents.insertAll([]);
    await holdsOnly(contents, []);
    const items = times(250, sampleContent);
    await contents.insertAll(items.toReversed());
    await holdsOnly(contents, items);
  },

  'insertAll stores nothing when one of the items is refused': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    await contents.insert(sampleContent(1));
    const fine = [sampleContent(2), sampleContent(3)];
    const refusals = [
      ['slug_taken', sampleContent(4, { slug: parseSlug('item-1') })],
      ['slug_taken', sampleContent(4, { slug: parseSlug('item-2') })],
      ['id_taken', sampleContent(1, { slug: parseSlug('other') })],
      ['id_taken', sampleContent(2, { slug: parseSlug('other') })],
      ['collection_not_found', sampleContent(4, { collectionId: collectionId(9) })],
    ] as const;
    for (const [code, item] of refusals) {
      await rejectsWith(code, contents.insertAll([...fine, item]));
      await holdsOnly(contents, [sampleContent(1)]);
    }
    await contents.insertAll(fine);
    await holdsOnly(contents, [sampleContent(1), ...fine]);
  },

  'of items racing for a slug one is stored': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    const slug = parseSlug('wanted');
    const items = times(racers, (n) => sampleContent(n, { slug }));
    const winner = await oneWins(
      'slug_taken',
      items.map((item) => contents.insert(item)),
    );
    await holdsOnly(contents, items.slice(winner, winner + 1));
  },

  'of items racing for an id one is stored': async ({ repositories }) => {
    const { contents } = await withCollection(repositories);
    const items = times(racers, (n) => sampleContent(n, { id: contentId(1) }));
    const winner = await oneWins(
      'id_taken',
      items.map((item) => contents.insert(item)),
    );
    await holdsOnly(contents, items.slice(winner, winner + 1));
  },

  'of batches racing for a slug one is stored, and of the others nothing': async ({
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
    await holdsOnly(contents, batches[winner] ?? []);
  },

  'changing an object that went in or came out changes nothing stored': async ({
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
    spoil(given);
    await holdsOnly(contents, times(3, make));

    const revised = { ...make(1), version: 2, updatedAt: momentOf(9) };
    const replacement = { ...revised, origin: { digest: 'digest 1', version: 1 } };
    ok(await contents.replace(replacement, 1), 'the item was replaced');
    spoil(replacement);
    spoil(await contents.findById(contentId(1)));
    spoil(await contents.findBySlug(parseSlug('item-1')));
    spoil(await contents.findByIds([contentId(1)]));
    spoil((await contents.list({ limit: 9, offset: 0, visibility: everything })).items);
    spoil(await contents.listAfter(undefined, 9));
    await holdsOnly(contents, [revised, make(2), make(3)]);
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

/** Compares everything that is stored, in ascending order of ids. */
const holdsOnly = async (
  contents: ContentRepository,
  items: readonly ContentItem[],
): Promise<void> => {
  equal(await contents.listAfter(undefined, 1_000), items, 'all that is stored');
};
