import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DatabaseSession } from '../../../../adapters/postgres/connection/database-session.ts';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import { parseSearchQuery, type ContentFilter, type SearchPage } from '../../../../core/store.ts';
import { collectionId } from '../../../conformance/samples.ts';
import { currentBasis, storeOver } from '../../../support/postgres/database-subject.ts';
import { withView } from '../../../conformance/content/views.ts';
import { entriesRead } from '../../../support/postgres/entries-read.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';

const total = 96_000;

/**
 * Entries, of which the newest third are drafts, one in a thousand is in another collection, and words are in all, in
 * the older half, or in few of them.
 */
const fill = `
  insert into content_search
  select id, collection_id, status, created_at, 1, 1, 'simple', to_tsvector('simple', 'title'),
    array_to_tsvector(content_search_keys('simple', collection_id, status, created_at)) ||
    to_tsvector('simple', concat_ws(' ', 'common', 'other common words',
      case when n < ${total / 2} then 'old' end,
      case when n % 500 = 0 then 'rare' end,
      case when n % 700 = 0 then 'scarce' end,
      case when n < 30 then 'oldest' end, 'n' || n))
  from (
    select n, ('c0000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
      (case when n % 1000 = 1 then '${collectionId(2)}' else '${collectionId(1)}' end)::uuid as collection_id,
      case when n >= ${(total * 2) / 3} then 'draft' else 'published' end as status,
      1700000000000 + n * 60000::bigint as created_at
    from generate_series(1, ${total}) n) entry`;

const all: ContentFilter = { within: 'all' };

/** Searches, with the number of items that they rank, and the most entries that they may read. */
const searches: readonly (readonly [
  q: string,
  filter: ContentFilter,
  ranked: number,
  read: number,
])[] = [
  ['common', all, 10_000, 13_000],
  ['comm', all, 10_000, 13_000],
  ['o', all, 10_000, 13_000],
  ['common words', all, 10_000, 13_000],
  ['"common words"', all, 10_000, 13_000],
  ['-nothing', all, 10_000, 13_000],
  ['rare', all, 192, 1_000],
  ['rare scarce', all, 27, 1_000],
  ['common scarce', all, 137, 1_000],
  ['oldest', all, 29, 1_000],
  ['"n4711"', all, 1, 1_000],
  ['nothing', all, 0, 1_000],
  ['common', { within: 'all', status: 'published' }, 10_000, 70_000],
  ['common', { within: [collectionId(2)] }, 96, 1_000],
  ['common', { within: [collectionId(2)], status: 'published' }, 64, 1_000],
  ['comm', { within: [collectionId(2), collectionId(9)] }, 96, 1_000],
  ['-nothing', { within: [collectionId(2)] }, 96, 1_000],
  ['common', { within: [collectionId(9)] }, 0, 1_000],
  ['common', { within: [] }, 0, 1_000],
  ['old', all, 10_000, 60_000],
];

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it made while the tables were empty.
  const pool = openPool({ url, poolMax: 1 }, new SystemTimer());
  const { knex } = pool;

  afterAll(() => knex.destroy());

  const find = async (
    inside: DatabaseSession,
    q: string,
    filter: ContentFilter,
  ): Promise<SearchPage> => {
    const store = storeOver(inside);
    const asked = withView({ ...filter, terms: parseSearchQuery(q), limit: 20, offset: 0 });
    const read = await store.repositories.search.search(...asked, await currentBasis(store));
    return read.isCurrent ? read.value : expect.fail('the basis is current');
  };

  const expectLean = async ([
    q,
    filter,
    ranked,
    most,
  ]: (typeof searches)[number]): Promise<void> => {
    await pool.transaction({}, async (inside) => {
      const before = await entriesRead(inside);
      const page = await find(inside, q, filter);
      const { scanned, found } = await entriesRead(inside);
      expect({ q, ranked: page.ranked, scanned: scanned - before.scanned }).toEqual({
        q,
        ranked,
        scanned: 0,
      });
      expect(found - before.found, q).toBeLessThanOrEqual(most);
      expect(page.hasMore, q).toBe(ranked === 10_000);
    });
  };

  beforeAll(async () => {
    for (const [q, filter] of searches) await find(pool, q, filter);
    await knex.raw(fill);
  }, 120_000);

  test.each(searches)('a search for %s with %j reads few entries', async (...search) => {
    await expectLean(search);
  });

  test('the same with statistics', async () => {
    await knex.raw('vacuum analyze content_search');
    for (const search of searches) await expectLean(search);
  });
});
