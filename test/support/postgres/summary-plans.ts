import { expect } from 'vitest';
import {
  summaryOrders,
  titleSearchDepth,
  type Basis,
  type SummaryRepository,
  type SummaryQuery,
  type SummarySearch,
  type TitleSearch,
} from '../../../core/store.ts';
import { contentId, userId } from '../../conformance/samples.ts';
import { empty, large, small, wasteful } from './content-plans.ts';
import { isShortScan, type Circumstances, type Plan, type Read } from './query-plan.ts';

const scopes: readonly Pick<SummaryQuery, 'collectionId' | 'within'>[] = [
  { within: 'all' },
  { collectionId: large, within: 'all' },
  { collectionId: empty, within: 'all' },
  { within: [...small, empty] },
];

/** The author of all items but a few, and the author of these. */
const authors = [undefined, ...[1, 2].map(userId)];

/** The last two have most items, and none. */
const statuses = [undefined, 'draft', 'archived'] as const;

const queries: readonly SummaryQuery[] = summaryOrders.flatMap((order) =>
  scopes.flatMap((scope) =>
    authors.flatMap((authorId) =>
      statuses.flatMap((status) =>
        [0, 2_000].map((offset) => ({
          order,
          ...scope,
          ...(authorId !== undefined && { authorId }),
          ...(status !== undefined && { status }),
          limit: 51,
          offset,
        })),
      ),
    ),
  ),
);

/**
 * Checks that a list of summaries reads the rows that it returns, with their names, and nothing else of
 * any table. Checks that it reads at most offset + limit index entries, and one more for each branch.
 */
const expectLeanSummaries = (
  { steps }: Plan,
  { limit, offset }: SummaryQuery,
  { title, hasVisibilityMap }: Circumstances & { readonly title: string },
): void => {
  const types = steps.map(({ type }) => type);
  expect(
    types.filter((type) => wasteful.test(type)),
    title,
  ).toEqual([]);
  const returned = steps[0]?.rows ?? 0;
  const scans = steps.filter(({ table }) => table !== '');
  const keys = scans.filter(({ type }) => type === 'Index Only Scan');
  const rows = scans.filter(({ type }) => type === 'Index Scan');
  expect(scans, title).toHaveLength(keys.length + rows.length);
  for (const table of ['content', 'collections', 'users']) {
    const read = rows
      .filter((scan) => scan.table === table)
      .map((scan) => scan.rows + scan.dropped);
    expect(Math.max(0, ...read), `${title}: ${table}`).toBeLessThanOrEqual(returned);
  }
  const entries = keys.reduce((sum, scan) => sum + scan.rows + scan.dropped, 0);
  expect(entries, title).toBeLessThanOrEqual(offset + limit + keys.length);
  expect(
    scans.filter((scan) => !isShortScan(scan)),
    title,
  ).toEqual([]);
  if (!hasVisibilityMap) return;
  expect(
    keys.filter(({ heapFetches }) => heapFetches > 0),
    title,
  ).toEqual([]);
};

/** Checks that the counts read only index entries, and at most `max` for each collection and status. */
const expectLeanCounts = ({ steps }: Plan, max: number, hasVisibilityMap: boolean): void => {
  const scans = steps.filter(({ table }) => table === 'content');
  expect(scans.map(({ type, index }) => [type, index])).toEqual([
    ['Index Only Scan', 'content_collection_status_idx'],
  ]);
  for (const scan of scans) {
    expect(scan.rows + scan.dropped).toBeLessThanOrEqual(max * scan.loops);
    expect(isShortScan(scan)).toBe(true);
    if (hasVisibilityMap) expect(scan.heapFetches).toBe(0);
  }
};

const titles: readonly TitleSearch[] = [
  { words: [], prefix: 'p' },
  { words: [], prefix: 'rare' },
  { words: [], prefix: 'nothing' },
  { words: ['post'], prefix: 'number' },
  { words: ['usual', 'number'], prefix: 'post' },
  { words: ['number', 'usual'], prefix: '7' },
  { words: ['post', 'number', 'rare', 'one', 'two', 'three'], prefix: 'nothing' },
];

/** Every title in every scope, with a status in every second one. */
const searches: readonly SummarySearch[] = scopes.flatMap((scope) =>
  titles.map((title, index) => ({
    ...scope,
    ...(index % 2 === 1 && { status: 'published' as const }),
    title,
    limit: 20,
  })),
);

/**
 * Checks that a search reads a limited number of items, however many match, and names only of the items
 * that it returns.
 */
export const expectLeanSearch = (
  { steps }: Plan,
  { title: { words }, limit, collectionId, within }: SummarySearch,
  title: string,
): void => {
  const types = steps.map(({ type }) => type);
  expect(
    types.filter((type) => /Seq Scan|Join|Bitmap|Gather|Materialize/.test(type)),
    title,
  ).toEqual([]);
  const read = (table: string, type: string): number =>
    steps
      .filter((step) => step.table === table && step.type === type)
      .reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);
  // By each word and, if there are several, by the start of the title.
  const ways = words.length + (words.length === 0 ? 1 : 2);
  const asked = collectionId === undefined ? (within === 'all' ? 42 : within.length) : 1;
  expect(read('content_title_words', 'Index Only Scan'), title).toBeLessThanOrEqual(
    ways * asked * titleSearchDepth,
  );
  // Also by the last change.
  expect(read('content', 'Index Scan'), title).toBeLessThanOrEqual((ways + 1) * titleSearchDepth);
  expect(read('content', 'Index Only Scan'), title).toBeLessThanOrEqual(
    titleSearchDepth + 3 * asked,
  );
  for (const table of ['collections', 'users']) {
    expect(read(table, 'Index Scan'), title).toBeLessThanOrEqual(limit);
  }
  const scans = steps.filter(({ table }) => table !== '');
  expect(
    scans.filter((scan) => !/^Index (Only )?Scan$/.test(scan.type) || !isShortScan(scan)),
    title,
  ).toEqual([]);
};

/** Lists of summaries, counts, and searches by title. */
export const summaryReads = (summaries: SummaryRepository, basis: Basis): readonly Read[] => [
  ...queries.map((query): Read => {
    const title = JSON.stringify(query);
    // Where the index contains the collection, the collections are read first.
    const isResolved = query.within === 'all' && query.collectionId === undefined;
    return {
      send: () => summaries.list(query, basis),
      check: (plans, { hasVisibilityMap }) => {
        expect(plans, title).toHaveLength(isResolved && query.authorId !== undefined ? 2 : 1);
        const [last] = plans.slice(-1);
        if (last !== undefined) expectLeanSummaries(last, query, { title, hasVisibilityMap });
      },
    };
  }),
  ...[1, 2_000].map((max): Read => ({
    send: () => summaries.count([large, ...small, empty], max, basis),
    check: (plans, { hasVisibilityMap }) => {
      expect(plans).toHaveLength(1);
      for (const plan of plans) expectLeanCounts(plan, max, hasVisibilityMap);
    },
  })),
  ...scopes.flatMap((scope) =>
    statuses.map((status): Read => {
      const filter = { ...scope, ...(status !== undefined && { status }) };
      const ids = Array.from({ length: 100 }, (_, n) => contentId(n));
      return {
        send: () => summaries.listAmong(ids, filter, basis),
        check: (plans) => {
          const title = `among ids: ${JSON.stringify(filter)}`;
          expect(plans, title).toHaveLength(1);
          for (const { steps } of plans) {
            const scans = steps.filter(({ table }) => table !== '');
            expect(new Set(scans.map(({ type }) => type)), title).toEqual(new Set(['Index Scan']));
            const read = scans.filter(({ table }) => table === 'content');
            const rows = read.reduce((sum, scan) => sum + scan.rows + scan.dropped, 0);
            expect(rows, title).toBeLessThanOrEqual(ids.length);
          }
        },
      };
    }),
  ),
  ...searches.map((search): Read => {
    const title = JSON.stringify(search);
    const isResolved = search.within === 'all' && search.collectionId === undefined;
    return {
      send: () => summaries.find(search, basis),
      check: (plans) => {
        expect(plans, title).toHaveLength(isResolved ? 2 : 1);
        const [last] = plans.slice(-1);
        if (last !== undefined) expectLeanSearch(last, search, title);
      },
    };
  }),
];
