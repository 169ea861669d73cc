import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../adapters/postgres/connection.ts';
import { postgresRepositories } from '../../adapters/postgres/postgres-repositories.ts';
import { everything, type ContentQuery } from '../../core/index.ts';
import { collectionId, sampleCollection } from '../conformance/samples.ts';
import { withPostgres } from '../support/fresh-database.ts';
import { plansOf, type PlanStep } from '../support/query-plan.ts';

/** Items in eight collections, the last of them switched off; of ten items seven are published. */
const fillContent = `
  insert into content
  select gen_random_uuid(), ('b0000000-0000-7000-8000-00000000000' || 1 + n / 10 % 8)::uuid, null,
    'Title', 'slug-' || n,
    case when n % 10 < 7 then 'published' when n % 10 < 9 then 'draft' else 'archived' end,
    json_build_object('body', repeat('text ', 120)), 1, null, null, n, n
  from generate_series(1, 30000) as n`;

/** The newest items of the seventh collection, of a mebibyte each. */
const fillLarge = `
  delete from content where collection_id = 'b0000000-0000-7000-8000-000000000007';
  insert into content
  select gen_random_uuid(), 'b0000000-0000-7000-8000-000000000007', null, 'Title', 'large-' || n,
    'draft', json_build_object('body', large.body), 1, null, null, 40000 + n, 40000 + n
  from generate_series(1, 12) as n,
    (select string_agg(md5(i::text), '') as body from generate_series(1, 32768) as i) as large`;

const fillMedia = `
  insert into media
  select gen_random_uuid(), 'key-' || n, case n % 50 when 0 then 'pending' else 'ready' end,
    'name', 'name', 'type', (array['image', 'video', 'audio', 'document'])[1 + n % 4], n,
    'folder-' || n / 4 % 10, null, null, '', repeat('text ', 20), null, n, n
  from generate_series(1, 20000) as n`;

const limit = 50;

function* contentQueries(): Generator<ContentQuery> {
  const asked = collectionId(3);
  for (const offset of [0, 600]) {
    for (const status of [undefined, 'draft', 'published'] as const) {
      for (const inCollection of [false, true]) {
        for (const [publishedOnly, activeCollectionsOnly] of [
          [false, false],
          [false, true],
          [true, true],
        ] as const) {
          for (const scope of [
            'all',
            [asked],
            [asked, collectionId(2), collectionId(4)],
          ] as const) {
            yield {
              limit,
              offset,
              ...(status !== undefined && { status }),
              ...(inCollection && { collectionId: asked }),
              visibility: { publishedOnly, activeCollectionsOnly, scope },
            };
          }
        }
      }
    }
  }
}

const describeQuery = ({ offset, status, collectionId, visibility }: ContentQuery): string => {
  const { publishedOnly, activeCollectionsOnly, scope } = visibility;
  const conditions = [
    status ?? 'any status',
    collectionId === undefined ? 'all collections' : 'one collection',
    publishedOnly && 'published only',
    activeCollectionsOnly && 'active only',
    scope !== 'all' && `scope of ${scope.length}`,
  ];
  return `from ${offset}, ${conditions.filter((condition) => condition !== false).join(', ')}`;
};

/** Whether the rows themselves are walked, because hardly any are passed over. */
const isPlain = ({ offset, status, collectionId, visibility }: ContentQuery): boolean =>
  offset === 0 &&
  status === undefined &&
  collectionId === undefined &&
  !visibility.publishedOnly &&
  visibility.scope === 'all';

const indexFor = ({ status, collectionId, visibility }: ContentQuery): string => {
  const byStatus = status !== undefined || visibility.publishedOnly;
  const byCollection = collectionId !== undefined || visibility.scope !== 'all';
  if (byCollection) return `content_collection${byStatus ? '_status' : ''}_idx`;
  return byStatus ? 'content_status_idx' : 'content_created_idx';
};

const rowsRead = (plan: readonly PlanStep[]): number =>
  plan.reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);

await withPostgres('migrated', (url) => {
  const knex = openDatabase({ url, poolMax: 2 });
  const { collections, contents, media } = postgresRepositories(knex);

  beforeAll(async () => {
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) {
      await collections.insert(sampleCollection(n, { isActive: n !== 8 }));
    }
    await knex.raw(fillContent);
    await knex.raw(fillMedia);
    await knex.raw('vacuum (analyze)');
  });

  afterAll(() => knex.destroy());

  const planOf = async (query: ContentQuery): Promise<readonly PlanStep[]> => {
    const [plan = [], ...others] = await plansOf(knex, 'content', () => contents.list(query));
    expect(others, 'further statements').toEqual([]);
    return plan;
  };

  for (const query of contentQueries()) {
    test(`a list reads its own index and nothing needless: ${describeQuery(query)}`, async () => {
      const plan = await planOf(query);
      const { publishedOnly, activeCollectionsOnly, scope } = query.visibility;
      expect(plan.map(({ type }) => type)).not.toContain('Seq Scan');
      if (publishedOnly && query.status === 'draft') {
        expect(rowsRead(plan)).toBe(0);
        return;
      }
      expect(plan.map(({ heapFetches }) => heapFetches)).toEqual(plan.map(() => 0));
      const [walked, ...fetched] = plan;
      expect(fetched.map(({ index }) => index)).toEqual(isPlain(query) ? [] : ['content_pkey']);
      expect(rowsRead(fetched)).toBeLessThanOrEqual(limit);
      if (scope !== 'all' && scope.length > 1) return;
      expect(walked).toMatchObject({
        index: indexFor(query),
        type: isPlain(query) ? 'Index Scan' : 'Index Only Scan',
      });
      const passed = query.offset + limit;
      // One collection of eight is switched off.
      const bound = activeCollectionsOnly ? Math.ceil((passed * 8) / 7) + 8 : passed;
      expect(rowsRead(plan.slice(0, 1))).toBeLessThanOrEqual(bound);
    });
  }

  for (const query of [
    { limit: 300, offset: 0, visibility: everything },
    { limit: 300, offset: 600, visibility: { ...everything, publishedOnly: true } },
  ]) {
    test(`a page of many items is read as one of few is: ${describeQuery(query)}`, async () => {
      const [walked, ...fetched] = await planOf(query);
      const index = indexFor(query);
      const type = isPlain(query) ? 'Index Scan' : 'Index Only Scan';
      expect(walked).toMatchObject({ index, type, rows: query.offset + 300, heapFetches: 0 });
      expect(fetched.map(({ index, rows }) => [index, rows])).toEqual(
        isPlain(query) ? [] : [['content_pkey', 300]],
      );
    });
  }

  test('items of a page are read again, and all items walked through, by their ids', async () => {
    const { items } = await contents.list({ limit, offset: 0, visibility: everything });
    const ids = items.map(({ id }) => id);
    const visibility = { ...everything, publishedOnly: true, activeCollectionsOnly: true };
    const plans = await plansOf(knex, 'content', async () => {
      await contents.listAmong(ids, { visibility });
      await contents.listAfter(undefined, limit);
      await contents.listAfter(ids[0], limit);
    });
    for (const steps of plans) {
      expect(steps.at(-1)).toMatchObject({ index: 'content_pkey' });
      for (const step of steps) {
        expect(step.type).not.toBe('Seq Scan');
        expect(rowsRead([step])).toBeLessThanOrEqual(limit);
      }
    }
    expect(plans).toHaveLength(3);
  });

  for (const [filter, index] of [
    [{}, 'media_created_idx'],
    [{ kind: 'audio' }, 'media_kind_idx'],
    [{ folder: 'folder-1' }, 'media_folder_idx'],
    [{ kind: 'audio', folder: 'folder-1' }, 'media_folder_kind_idx'],
  ] as const) {
    test(`a list of media reads ${index} and nothing needless`, async () => {
      const query = { limit, offset: 100, ...filter };
      const plans = await plansOf(knex, 'media', () => media.list(query));
      const [walked, fetched] = plans.flat();
      expect(walked).toMatchObject({ type: 'Index Only Scan', index, rows: 150, heapFetches: 0 });
      expect(fetched).toMatchObject({ index: 'media_pkey', rows: limit });
    });
  }

  test('what sweeps and exports ask for is read by an index', async () => {
    const plans = await plansOf(knex, 'media', async () => {
      await media.listUnfinished(10_000, limit);
      await media.listAfter(undefined, limit);
    });
    expect(plans.flat().map(({ index }) => index)).toEqual(['media_unfinished_idx', 'media_pkey']);
  });

  test('a walk by key reads its own index, and of it only the page', async () => {
    for (const after of [undefined, 'key-15']) {
      const plans = await plansOf(knex, 'media', () => media.listByKey(after, limit));
      expect(plans).toMatchObject([
        [{ type: 'Index Scan', index: 'media_key_key', rows: limit, dropped: 0 }],
      ]);
    }
  });

  test('that a page is large is told without reading its data', async () => {
    await knex.raw(fillLarge);
    for (const limit of [12, 400]) {
      const query = { limit, offset: 0, collectionId: collectionId(7), visibility: everything };
      const { large, trace } = await contents.list(query);
      expect(large).toHaveLength(12);
      const values = [limit, 0, `'${collectionId(7)}'`];
      const text = trace!.statement.replace(/\$(\d)/g, (_, n) => String(values[n - 1]));
      const { rows } = await knex.raw(`explain (analyze, buffers, format json) ${text}`);
      // The data of any one of them fills 128 blocks.
      const { Plan } = rows[0]['QUERY PLAN'][0];
      expect(Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']).toBeLessThan(4 * 128);
    }
  });

  test('a list of what is published stays quick when all that is new is not', async () => {
    await knex.raw(`update content set status = 'draft' where created_at > 20000`);
    await knex.raw('vacuum (analyze) content');
    for (const collection of [{}, { collectionId: collectionId(2) }]) {
      const query = { limit, offset: 0, ...collection } as const;
      const asked = await planOf({ ...query, status: 'published', visibility: everything });
      expect(rowsRead(asked)).toBe(2 * limit);
      const allowed = await planOf({
        ...query,
        visibility: { ...everything, publishedOnly: true },
      });
      expect(rowsRead(allowed)).toBe(2 * limit);
    }
  });
});
