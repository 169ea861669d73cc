import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Pool } from '../../adapters/postgres/connection/knex-pool.ts';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { operator, type Cms, type SearchListing } from '../../core/index.ts';
import { collectionId, sampleCollection } from '../conformance/samples.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { cmsOverStore } from '../support/queries/cms-over-store.ts';
import { executedPlans } from '../support/queries/executed-plans.ts';

const schema = {
  type: 'object',
  properties: { body: { type: 'string' }, lang: { type: 'string' } },
  required: [],
} as const;
const notes = sampleCollection(1, { name: 'notes', schema });
const books = sampleCollection(2, { name: 'books', schema });

const total = 20_000;
/** Books have the word, too: together, they have more data than conditions may be about. */
const counts = { notes: 40, books: 1_700 };

/** All of them are in English, but every fourth of those that have the word. */
const insertItems = (
  collection: number,
  [from, to]: readonly [number, number],
  bytes: number,
  word: string,
): string => `
  with item as (
    insert into content (id, collection_id, title, slug, status, data, version, created_at, updated_at, published_at)
    select gen_random_uuid(), '${collectionId(collection)}', 'Item ' || n, 'item-${collection}-' || n, 'published',
      json_build_object('body', repeat('0123456789', ${bytes / 10}),
        'lang', case when '${word}' = 'tide' and n % 4 = 0 then 'de' else 'en' end), 1, n, n, n
    from generate_series(${from}, ${to}) n returning id, collection_id, status, created_at)
  insert into content_search
  select id, collection_id, status, created_at, 1, 1, 'simple', to_tsvector('simple', 'item'),
    array_to_tsvector(content_search_keys('simple', collection_id, status, created_at)) ||
    to_tsvector('simple', '${word}') from item`;

const copyItems = (collection: number, bytes: number): string => `
  insert into content_copies (content_id, item_collection_id, version, title, slug, collection_id,
    base_version, base_title, base_slug, base_collection_id, created_at, updated_at, data, base_data)
  select id, collection_id, gen_random_uuid(), title, slug, collection_id, 1, title, slug, collection_id, 1, 1,
    json_build_object('body', repeat('0123456789', ${bytes / 10}), 'lang', 'fr'), data
  from content where collection_id = '${collectionId(collection)}' and created_at <= 1000`;

await withPostgres('migrated', (url) => {
  let pool: Pool;
  let knex: Knex;
  let cms: Cms;

  const search = async (
    where: Readonly<Record<string, string>>,
    rest: { readonly collection?: string; readonly perspective?: 'drafts' } = {},
  ): Promise<SearchListing> =>
    cms.search.find(operator, {
      q: 'tide',
      collection: 'notes',
      client: 'here',
      limit: 5,
      where: Object.entries(where).map(([field, value]) => ({ field, operator: 'eq', value })),
      ...rest,
    });

  beforeAll(async () => {
    pool = openPool({ url, poolMax: 1, answerTimeoutMs: 120_000 }, new SystemTimer());
    ({ knex } = pool);
    const store = storeOver(pool);
    cms = await cmsOverStore(store);
    for (const collection of [notes, books])
      await store.repositories.collections.insert(collection);
    await knex.raw(insertItems(1, [1, counts.notes], 2_000, 'tide'));
    await knex.raw(insertItems(1, [1_001, total], 100, 'land'));
    await knex.raw(insertItems(2, [1_001, 1_000 + counts.books], 20_000, 'tide'));
    await knex.raw(copyItems(1, 2_000));
    await knex.raw('delete from content_copies where base_slug like ?', ['item-1-_']);
    await knex.raw("set track_functions = 'pl'");
  }, 300_000);

  afterAll(() => knex.destroy());

  // Without statistics, and with them.
  describe.each(['select 1', 'vacuum (analyze)'])('after %s', (prepare) => {
    beforeAll(async () => {
      await knex.raw(prepare);
    }, 120_000);

    test.each([
      [undefined, { 'data.lang': 'de' }, 10],
      [undefined, { 'data.lang': 'de', title: 'Item 8' }, 1],
      ['drafts', { 'data.lang': 'de' }, 2],
    ] as const)(
      'in the perspective %s, the conditions %j are compared in the matches alone',
      async (perspective, where, ranked) => {
        let found: SearchListing | undefined;
        const plans = await executedPlans(knex, async () => {
          found = await search(where, perspective && { perspective });
        });
        expect(found).toMatchObject({ ranked, hasMore: false });
        expect(plans).toHaveLength(1);
        for (const { sql, steps } of plans) {
          expect(steps.map(({ type }) => type).join(), sql).not.toMatch(/Seq Scan|Hash|Merge Join/);
          const read = steps.filter(({ table }) => table === 'content');
          const rows = read.reduce((sum, { rows: each, dropped }) => sum + each + dropped, 0);
          expect(rows, sql).toBeLessThanOrEqual(2 * counts.notes);
        }
      },
    );
  });

  /** How often data was parsed since the connection was opened. */
  const parsed = async (): Promise<number> => {
    await knex.raw('select pg_stat_force_next_flush()');
    const { rows } = await knex.raw<{ readonly rows: readonly { readonly calls: string }[] }>(
      "select calls from pg_stat_user_functions where funcname = 'content_members'",
    );
    return Number(rows[0]?.calls ?? 0);
  };

  test('the data of a match is parsed once', async () => {
    const before = await parsed();
    await search({ 'data.lang': 'de', 'data.body': 'x' });
    expect((await parsed()) - before).toBe(counts.notes);
  });

  test('matches with more than 32 MiB of data are rejected before any is parsed', async () => {
    const before = await parsed();
    await expect(search({ 'data.lang': 'en' }, { collection: 'books' })).rejects.toMatchObject({
      code: 'not_indexed',
      issues: [{ path: 'data.lang' }],
    });
    expect(await parsed()).toBe(before);
    const { ranked } = await search({ title: 'Item 1004' }, { collection: 'books' });
    expect(ranked, 'by a column').toBe(1);
  });
});
