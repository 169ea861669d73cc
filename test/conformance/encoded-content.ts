import {
  dataLimits,
  encodeJson,
  parseSlug,
  type ContentItem,
  type ContentQuery,
  type ContentRepository,
  type EncodedItem,
  type Repositories,
} from '../../core/index.ts';
import { equal } from './assert.ts';
import { utf8Bytes } from './bytes.ts';
import { itemsOf, times } from './cases.ts';
import type { RepositoriesSubject } from './repositories-subject.ts';
import {
  awkwardText,
  collectionId,
  contentId,
  sampleCollection,
  sampleContent,
  sampleUser,
  userId,
} from './samples.ts';
import { suite } from './suite.ts';

/** The reads that do not decode the data of items. */
export const encodedContentSuite = suite<RepositoriesSubject>('ContentRepository, encoded', {
  'finders return the item with its data in UTF-8': async ({ repositories }) => {
    const { encoded } = await filled(repositories, items);
    for (const item of items) {
      equal(await encoded.findById(item.id), encodedOf(item), 'by id');
      equal(await encoded.findBySlug(item.slug), encodedOf(item), 'by slug');
    }
    equal(await encoded.findById(contentId(99)), undefined, 'by an unknown id');
    equal(await encoded.findBySlug(parseSlug('unknown')), undefined, 'by an unknown slug');
  },

  'concurrent reads by id return the item of each, decoded or not': async ({ repositories }) => {
    const contents = await filled(repositories, items);
    const found = await Promise.all(
      items.flatMap(({ id }) => [contents.encoded.findById(id), contents.findById(id)]),
    );
    const expected = items.flatMap((item) => [encodedOf(item), item]);
    equal(found, expected, 'items');
  },

  'a list has the items of the decoded list': async ({ repositories }) => {
    const contents = await filled(repositories, items);
    for (const query of queries) await equalLists(contents, query, 'the first time');
  },

  'a list that was read before shows every change since': async ({ repositories }) => {
    const contents = await filled(repositories, items);
    const [first, second, third, fourth] = items as [
      ContentItem,
      ContentItem,
      ContentItem,
      ContentItem,
    ];
    const changed = { ...second, title: 'Changed', data: dataOf(50), version: 2 };
    const changes: Readonly<Record<string, () => Promise<unknown>>> = {
      'no change': async () => undefined,
      'a new version': () => contents.replace(changed, second.version),
      'a new version at the same time': () =>
        contents.replace({ ...changed, data: dataOf(60), version: 3 }, 2),
      'another status': () => contents.replace({ ...third, status: 'published' }, third.version),
      'another collection': () =>
        contents.replace({ ...first, collectionId: collectionId(2) }, first.version),
      'another time': () => contents.replace({ ...fourth, createdAt: 1 }, fourth.version),
      'a deletion': () => contents.delete(first.id, first.version),
      'a new item with the same id, version and times': () =>
        contents.insert({ ...first, title: 'Again', data: dataOf(70) }),
    };
    for (const [name, change] of Object.entries(changes)) {
      await change();
      for (const query of queries) await equalLists(contents, query, name);
    }
  },

  'a large page contains ids and sizes': async ({ repositories }) => {
    const large = times(5, (n) => sampleContent(n, { data: dataOf(dataLimits.bytes) }));
    const { encoded } = await filled(repositories, large);
    const page = await encoded.list({ limit: 10, offset: 0, within: 'all' });
    const expected = large.map(({ id }) => ({ id, bytes: dataLimits.bytes })).toReversed();
    equal('large' in page && page.large, expected, 'the page');
  },
});

/** ASCII of this size in bytes. */
const dataOf = (bytes: number) => encodeJson({ text: 'x'.repeat(bytes - '{"text":""}'.length) });

const items: readonly ContentItem[] = [
  sampleContent(1, { data: encodeJson({}) }),
  sampleContent(2, {
    authorId: userId(1),
    title: awkwardText,
    slug: parseSlug('Grüße 日本語 привет'),
    data: encodeJson({ awkward: awkwardText, [awkwardText]: ['é', '日本語'] }),
    origin: { digest: 'f'.repeat(64), version: 7 },
    createdAt: 0,
    updatedAt: 253_402_300_799_999,
  }),
  sampleContent(3, { collectionId: collectionId(2), status: 'draft', version: 2_000_000_000 }),
  // Larger than its share of a page of a hundred items, and of several chunks of a stream.
  sampleContent(4, { data: dataOf(300_000) }),
];

const queries: readonly Partial<ContentQuery>[] = [
  {},
  { limit: 1_000 },
  { limit: 2, offset: 1 },
  { limit: 1, offset: 3 },
  { offset: 100 },
  { status: 'draft' },
  { collectionId: collectionId(2) },
  { within: [1, 2, 3].map(collectionId) },
  { slug: parseSlug('item-1') },
];

const equalLists = async (
  contents: ContentRepository,
  changes: Partial<ContentQuery>,
  about: string,
): Promise<void> => {
  const query = { limit: 100, offset: 0, within: 'all', ...changes } as const;
  const page = await contents.encoded.list(query);
  const expected = itemsOf(await contents.list(query)).map(encodedOf);
  equal('items' in page && page.items, expected, `${about}: ${JSON.stringify(changes)}`);
};

const encodedOf = (item: ContentItem): EncodedItem => ({ ...item, data: utf8Bytes(item.data) });

const filled = async (
  { users, collections, contents }: Repositories,
  stored: readonly ContentItem[],
): Promise<ContentRepository> => {
  await users.insert(sampleUser(1));
  for (const n of [1, 2]) await collections.insert(sampleCollection(n));
  for (const item of stored) await contents.insert(item);
  return contents;
};
