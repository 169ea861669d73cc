import type { Knex } from 'knex';
import { expect } from 'vitest';
import type { Pool } from '../../../adapters/postgres/connection/knex-pool.ts';
import { postgresRepositories } from '../../../adapters/postgres/postgres-repositories.ts';
import type { Basis, ContentFilter, ContentRepository, VisibleQuery } from '../../../core/store.ts';
import { collectionId, sampleCollection, sampleUser, userId } from '../../conformance/samples.ts';
import { withView } from '../../conformance/content/views.ts';
import { isShortScan, type Plan, type Read } from './query-plan.ts';

/** Ids of collections, named by the number of their items. `empty` has none. */
export const large = collectionId(1);
export const small = Array.from({ length: 40 }, (_, index) => collectionId(index + 2));
export const empty = collectionId(42);

/** Inserts the collections, and two authors. */
export const insertCollections = async (pool: Pool): Promise<void> => {
  const { collections, users } = postgresRepositories(pool);
  for (const n of [1, 2]) await users.insert(sampleUser(n));
  for (let n = 1; n <= 42; n += 1) await collections.insert(sampleCollection(n));
};

/**
 * Inserts items into the large collection, without a change of the schema, which would discard plans.
 *
 * One in a hundred is published, none is archived. In an index, the drafts precede the published items, so
 * a list of these that does not stop reads all drafts. One author created nearly all items. The last
 * changes are in another order than the creations. One item in four has a title: the same words, a number
 * and, in few of them, a rare word.
 *
 * Indexes the words of the titles in bulk: the trigger that does it for each row takes a third of the
 * time, so `withoutTitleTrigger` must have been sent before the plans were made.
 */
export const fillLarge = async (knex: Knex, count: number): Promise<void> => {
  // In steps, because a statement has a timeout.
  const step = 10_000;
  for (let first = 1; first <= count; first += step) {
    await knex.raw(`
      insert into content
        (id, collection_id, author_id, title_key, title, slug, status, data, version, created_at, updated_at)
      select ('d0000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '${large}',
        (case n % 10000 when 7 then '${userId(2)}' else '${userId(1)}' end)::uuid,
        case when n % 4 > 0 then '' when n % 5000 = 4 then 'post rare' else 'post number ' || n || ' usual' end,
        '', 's' || n, case n % 100 when 0 then 'published' else 'draft' end, '{}', 1,
        n, (n * 7919::bigint) % ${count}
      from generate_series(${first}, ${first + step - 1}) as n`);
    await knex.raw(`
      insert into content_title_words
      select collection_id, unnest(content_title_entries(title_key)), id from content
      where created_at between ${first} and ${first + step - 1} and title_key <> ''`);
  }
};

/** Both change the schema, which discards plans. */
export const withoutTitleTrigger = 'alter table content disable trigger content_title_added';
export const withTitleTrigger = 'alter table content enable trigger content_title_added';

/** Moves the oldest 2% of the items to the small collections. */
export const scatter = `
  update content set collection_id = (array['${small.join("', '")}']::uuid[])[1 + created_at % 40]
  where created_at <= (select max(created_at) / 50 from content)`;

/** Readers, each with the collections that the core resolves for it. */
const readers: Readonly<Record<string, ContentFilter['within']>> = {
  'a user, or an anonymous caller if all collections are active': 'all',
  'a token for the large collection': [large],
  'a token for a small collection': [small[0] ?? ''],
  'a token for an empty collection': [empty],
  'a token for several collections': [large, ...small.slice(0, 2), empty],
  'an anonymous caller if the large collection is inactive': [...small, empty],
  'an anonymous caller if a small collection is inactive': [large, ...small],
  'a token for inactive collections only': [],
};

const pages = [
  { limit: 50, offset: 0 },
  { limit: 50, offset: 30 },
  { limit: 50, offset: 2_000 },
  { limit: 300, offset: 0 },
];

interface ReadQuery {
  readonly title: string;
  readonly query: VisibleQuery;
}

/** Filters for every kind of list and every kind of reader. */
const contentFilters = (): readonly (readonly [title: string, filter: ContentFilter])[] => {
  const filters: readonly (readonly [string, ContentFilter])[] = [
    ...Object.entries(readers).map(([reader, within]) => [reader, { within }] as const),
    ...[large, small[0] ?? '', empty].map(
      (id) => [`collection ${id}`, { collectionId: id, within: 'all' }] as const,
    ),
  ];
  return filters.flatMap(([reader, filter]) =>
    ([undefined, 'published', 'draft', 'archived'] as const).map(
      (status) =>
        [
          `${reader}, ${status ?? 'any status'}`,
          { ...filter, ...(status !== undefined && { status }) },
        ] as const,
    ),
  );
};

const contentQueries = (): readonly ReadQuery[] =>
  contentFilters().flatMap(([title, filter]) =>
    pages.map((page) => ({
      title: `${title}, ${page.limit} from ${page.offset}`,
      query: { ...filter, ...page },
    })),
  );

/** Queries with a slug, which is the slug of an item in the large collection, or of none. */
const slugQueries = (): readonly ReadQuery[] =>
  Object.values(readers).flatMap((within) =>
    [undefined, large].flatMap((collectionId) =>
      ([undefined, 'published'] as const).flatMap((status) =>
        ['s7', 'none'].map((slug) => {
          const query: VisibleQuery = {
            limit: 50,
            offset: 0,
            slug: slug as never,
            within,
            ...(collectionId !== undefined && { collectionId }),
            ...(status !== undefined && { status }),
          };
          return { title: JSON.stringify(query), query };
        }),
      ),
    ),
  );

/** Plan steps that read more rows than they return, or sort or collect rows first. */
export const wasteful = /Seq Scan|Sort|Bitmap|Gather|Hash|Materialize/;

/**
 * Checks that a list reads only the table rows that it returns, except for a short offset. Checks that
 * it returns at most offset + limit index entries, and one more for each collection, and that it stops
 * after the last one.
 *
 * @param hasVisibilityMap whether the table was vacuumed after the last write.
 */
const expectLeanList = (
  { steps }: Plan,
  { limit, offset, within }: VisibleQuery,
  { title, hasVisibilityMap }: { readonly title: string; readonly hasVisibilityMap: boolean },
): void => {
  // The rows below an aggregate are those of the page.
  const [page] = steps.slice(1 + steps.findIndex(({ type }) => type === 'Aggregate'));
  const returned = page?.rows ?? 0;
  const scans = steps.filter(({ table }) => table === 'content');
  const read = (type: string): number =>
    scans
      .filter((scan) => scan.type === type)
      .reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);
  expect(
    steps.map(({ type }) => type).filter((type) => wasteful.test(type)),
    title,
  ).toEqual([]);
  expect(read('Index Scan'), title).toBeLessThanOrEqual(returned + Math.min(offset, limit));
  const collections = within === 'all' ? 0 : within.length;
  expect(read('Index Only Scan'), title).toBeLessThanOrEqual(offset + limit + collections);
  expect(
    scans.filter((scan) => !isShortScan(scan)),
    title,
  ).toEqual([]);
  if (!hasVisibilityMap) return;
  expect(
    scans.map(({ heapFetches }) => heapFetches),
    title,
  ).toEqual(scans.map(() => 0));
};

/**
 * Checks that a list with a slug reads at most one row of each kind: the item that has the slug and, only without one, the
 * former slug and its item.
 */
const expectSlugLookup = ({ steps }: Plan, title: string): void => {
  const scans = steps.filter(({ table }) => table === 'content' || table === 'former_slugs');
  const allowed = ['content_slug_key', 'former_slugs_pkey', 'content_pkey'];
  const used = scans.map(({ index }) => index ?? 'none');
  expect(used[0], title).toBe('content_slug_key');
  expect(
    used.filter((index) => !allowed.includes(index)),
    title,
  ).toEqual([]);
  for (const { rows, dropped } of scans) expect(rows + dropped, title).toBeLessThanOrEqual(1);
};

/** All lists, and the tags of their pages: for every reader, with every filter and from every place. */
export const listReads = (contents: ContentRepository, basis: Basis): readonly Read[] => [
  ...contentQueries().map(({ title, query }): Read => ({
    send: () => contents.list(...withView(query), basis),
    check: (plans, { hasVisibilityMap }) => {
      expect(plans, title).toHaveLength(1);
      for (const plan of plans) expectLeanList(plan, query, { title, hasVisibilityMap });
    },
  })),
  ...contentQueries().map(({ title, query }): Read => ({
    send: () => contents.tagOf(...withView(query), basis),
    check: (plans, { hasVisibilityMap }) => {
      const names = plans.map(({ statement }) => statement);
      expect(names, title).toEqual([expect.stringMatching(/^content_list_states_/)]);
      for (const plan of plans) expectLeanList(plan, query, { title, hasVisibilityMap });
    },
  })),
  ...slugQueries().map(({ title, query }): Read => ({
    send: () => contents.list(...withView(query), basis),
    check: (plans) => {
      expect(plans, title).toHaveLength(1);
      for (const plan of plans) expectSlugLookup(plan, title);
    },
  })),
];
