import {
  contentStatuses,
  encodeJson,
  type ContentFilter,
  type ContentItem,
  type ContentQuery,
  type ContentRepository,
  type KnownPlace,
  type Repositories,
} from '../../core/index.ts';
import { equal } from './assert.ts';
import { itemsOf, times } from './cases.ts';
import type { RepositoriesSubject } from './repositories-subject.ts';
import { collectionId, momentOf, sampleCollection, sampleContent } from './samples.ts';
import { suite } from './suite.ts';

/** Lists that start from a known place. */
export const contentKnownPlacesSuite = suite<RepositoriesSubject>('ContentRepository, places', {
  'a page is the same from every known place': async ({ repositories }) => {
    const contents = await filled(repositories, items);
    for (const filter of filters) {
      const all = itemsOf(await contents.list({ ...filter, limit: 1_000, offset: 0 }));
      const places = placesOf(all);
      for (const page of pages) {
        for (const known of places) {
          const found = itemsOf(await contents.list({ ...filter, ...page, known }));
          const name = JSON.stringify({ filter, page, known });
          equal(idsOf(found), idsOf(all.slice(page.offset, page.offset + page.limit)), name);
        }
      }
    }
  },

  'large items are treated as without a known place': async ({ repositories }) => {
    const data = encodeJson({ text: 'x'.repeat(2_000_000) });
    const stored = times(11, (n) => sampleContent(n, n % 2 === 0 ? { data } : {}));
    const contents = await filled(repositories, stored);
    const places = placesOf(stored.toReversed());
    // A page with items above their share of a page, and a large page.
    for (const limit of [6, 200]) {
      const query: ContentQuery = { within: 'all', limit, offset: 1 };
      const expected = await contents.list(query);
      for (const known of places) {
        equal(await contents.list({ ...query, known }), expected, `from ${known.offset}`);
      }
    }
  },

  'a trace does not show that a place is known': async ({ repositories }) => {
    const contents = await filled(repositories, items);
    const query: ContentQuery = { limit: 2, offset: 5, within: 'all', status: 'draft' };
    const { trace } = await contents.list(query);
    const all = itemsOf(await contents.list({ ...query, limit: 1_000, offset: 0 }));
    for (const known of placesOf(all)) {
      equal((await contents.list({ ...query, known })).trace, trace, `from ${known.offset}`);
    }
  },
});

/** Three items of every status in each of three collections, with few different times. */
const items: readonly ContentItem[] = times(27, (n) =>
  sampleContent(n, {
    status: contentStatuses[n % 3] ?? 'draft',
    collectionId: collectionId((Math.floor(n / 3) % 3) + 1),
    createdAt: momentOf((n * 11) % 7),
  }),
);

const filters: readonly ContentFilter[] = [
  { within: 'all' },
  { within: 'all', status: 'published' },
  { within: 'all', collectionId: collectionId(2) },
  { within: 'all', collectionId: collectionId(2), status: 'draft' },
  { within: [collectionId(1)] },
  { within: [1, 2, 9].map(collectionId) },
  { within: [1, 2, 9].map(collectionId), status: 'archived' },
  { within: [] },
];

const pages = [
  { limit: 4, offset: 0 },
  { limit: 3, offset: 1 },
  { limit: 4, offset: 7 },
  { limit: 30, offset: 2 },
  { limit: 4, offset: 25 },
  { limit: 4, offset: 40 },
] as const;

/** @param all all items of the list. */
const placesOf = (all: readonly ContentItem[]): readonly KnownPlace[] =>
  all.map(({ createdAt, id }, offset) => ({
    place: { createdAt, id },
    offset,
    isLast: offset === all.length - 1,
  }));

const idsOf = (found: readonly ContentItem[]): readonly string[] => found.map(({ id }) => id);

const filled = async (
  { collections, contents }: Repositories,
  stored: readonly ContentItem[],
): Promise<ContentRepository> => {
  for (const n of [1, 2, 3]) await collections.insert(sampleCollection(n));
  for (const item of stored) await contents.insert(item);
  return contents;
};
