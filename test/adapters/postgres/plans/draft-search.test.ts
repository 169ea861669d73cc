import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DatabaseSession } from '../../../../adapters/postgres/connection/database-session.ts';
import type { Transaction } from '../../../../adapters/postgres/connection/knex-pool.ts';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import { parseSearchQuery, type ContentFilter, type SearchPage } from '../../../../core/store.ts';
import { collectionId, sampleCollection } from '../../../conformance/samples.ts';
import { currentBasis, storeOver } from '../../../support/postgres/database-subject.ts';
import { withView } from '../../../conformance/content/views.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';

const total = 30_000;

/** The newest items have a copy, of which every second one has the common word. */
const copied = 1_500;

const one = collectionId(1);

/** Ten items are in it, all others in the first one. None of the ten has a copy. */
const other = collectionId(2);

const numbers = (from: number): string =>
  `(select n, ('c0000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
    (case when n % 3000 = 8 then '${other}' else '${one}' end)::uuid as collection_id,
    case when n % 20 = 1 then 'draft' else 'published' end as status,
    1700000000000 + n * 60000::bigint as created_at from generate_series(${from}, ${total}) n) entry`;

const fill = [
  `insert into content_search
   select id, collection_id, status, created_at, 1, 1, 'simple', to_tsvector('simple', 'title'),
     array_to_tsvector(content_search_keys('simple', collection_id, status, created_at)) ||
     to_tsvector('simple', concat_ws(' ', 'common', case when n % 500 = 0 then 'rare' end, 'n' || n))
   from ${numbers(1)}`,
  `insert into content (id, collection_id, title, slug, status, data, version, created_at, updated_at)
   select id, '${one}', 'Title', 's' || n, status, '{}', 1, created_at, created_at
   from ${numbers(total - copied + 1)}`,
  `insert into content_copies (content_id, item_collection_id, version, title, slug, collection_id,
     base_version, base_title, base_slug, base_collection_id, created_at, updated_at, data, base_data,
     search_version, search_rebuild, search_title, search_vector)
   select id, '${one}', id, 'Title', 's' || n, '${one}', 1, 'Title', 's' || n, '${one}', 1, 1, '{}', '{}',
     id, 1, to_tsvector('simple', 'title'),
     array_to_tsvector(array['l/simple', 'c/${one}', 's/published']) ||
     to_tsvector('simple', concat_ws(' ', case when n % 2 = 0 then 'common' end,
       case when n % 100 = 0 then 'fresh' end, 'c' || n))
   from ${numbers(total - copied + 1)}`,
];

const all: ContentFilter = { within: 'all' };

/** Searches, with the number of items that they rank, and the most rows of each table that they may read. */
const searches: readonly (readonly [
  q: string,
  filter: ContentFilter,
  ranked: number,
  read: Readonly<Record<'content_search' | 'content_copies' | 'content', number>>,
])[] = [
  ['common', all, 10_000, { content_search: 16_000, content_copies: 16_000, content: 1_000 }],
  ['comm', all, 10_000, { content_search: 16_000, content_copies: 16_000, content: 1_000 }],
  // Without those whose copies do not have the word.
  ['rare', all, 57, { content_search: 1_000, content_copies: 1_700, content: 100 }],
  ['fresh', all, 15, { content_search: 1_000, content_copies: 1_700, content: 100 }],
  [`c${total}`, all, 1, { content_search: 1_000, content_copies: 1_700, content: 50 }],
  [`n${total}`, all, 0, { content_search: 1_000, content_copies: 1_700, content: 50 }],
  ['n7', all, 1, { content_search: 1_000, content_copies: 1_700, content: 50 }],
  ['nothing', all, 0, { content_search: 1_000, content_copies: 1_700, content: 50 }],
  [
    'common',
    { ...all, status: 'draft' },
    1_500,
    { content_search: 16_000, content_copies: 1_700, content: 100 },
  ],
  [
    'common',
    { within: [other] },
    10,
    { content_search: 1_000, content_copies: 1_700, content: 50 },
  ],
  ['common', { within: [] }, 0, { content_search: 1_000, content_copies: 1_700, content: 50 }],
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
    const terms = parseSearchQuery(q.startsWith('n') || q.startsWith('c3') ? `"${q}"` : q);
    const asked = withView({ ...filter, terms, limit: 20, offset: 0 }, 'unpublished');
    const read = await store.repositories.search.search(...asked, await currentBasis(store));
    return read.isCurrent ? read.value : expect.fail('the basis is current');
  };

  /** The rows that were read in scans of a table, and by its indexes. The statistics are of the whole connection. */
  const rowsRead = async ({ knex: inside }: Transaction, table: string) => {
    const { rows } = await inside.raw<{
      rows: readonly { readonly scanned: number; readonly found: number }[];
    }>(
      'select seq_tup_read::integer as scanned, coalesce(idx_tup_fetch, 0)::integer as found ' +
        'from pg_stat_xact_user_tables where relname = :table',
      { table },
    );
    return rows[0] ?? { scanned: 0, found: 0 };
  };

  const expectLean = async ([
    q,
    filter,
    ranked,
    most,
  ]: (typeof searches)[number]): Promise<void> => {
    await pool.transaction({}, async (inside) => {
      const readAll = async () => {
        const counts: Awaited<ReturnType<typeof rowsRead>>[] = [];
        for (const table of Object.keys(most)) counts.push(await rowsRead(inside, table));
        return counts;
      };
      const before = await readAll();
      const page = await find(inside, q, filter);
      const after = await readAll();
      expect({ q, ranked: page.ranked, hasMore: page.hasMore }).toEqual({
        q,
        ranked,
        hasMore: ranked === 10_000,
      });
      for (const [at, [table, limit]] of Object.entries(most).entries()) {
        const [from, to] = [before[at], after[at]];
        expect([q, table, (to?.scanned ?? 0) - (from?.scanned ?? 0)]).toEqual([q, table, 0]);
        expect((to?.found ?? 0) - (from?.found ?? 0), `${q}: ${table}`).toBeLessThanOrEqual(limit);
      }
    });
  };

  beforeAll(async () => {
    await storeOver(pool).repositories.collections.insert(sampleCollection(1));
    for (let n = 0; n < 6; n += 1) {
      for (const [q, filter] of searches) await find(pool, q, filter);
    }
    for (const statement of fill) await knex.raw(statement);
  }, 120_000);

  test.each(searches)('a search for %s with %j reads few entries', async (...search) => {
    await expectLean(search);
  });

  test('the same with statistics', async () => {
    await knex.raw('vacuum analyze content_search, content_copies, content');
    for (const search of searches) await expectLean(search);
    await knex.raw('discard plans');
    for (const search of searches) await expectLean(search);
  });
});
