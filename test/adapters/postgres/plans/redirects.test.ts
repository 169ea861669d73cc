import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import type { Basis, RedirectQuery } from '../../../../core/store.ts';
import type { ContentItem, Slug } from '../../../../core/vocabulary.ts';
import { revisionOf, updateOf, withParts } from '../../../conformance/content/content-changes.ts';
import { remembering } from '../../../conformance/content/slugs/former-slug-samples.ts';
import { contentId } from '../../../conformance/samples.ts';
import { recoveryOf, trashingOf } from '../../../conformance/trash/trashed-items.ts';
import {
  empty,
  fillLarge,
  insertCollections,
  large,
  scatter,
  small,
  withoutTitleTrigger,
} from '../../../support/postgres/content-plans.ts';
import { currentBasis, storeOver } from '../../../support/postgres/database-subject.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';
import { viewOf, wholeView } from '../../../conformance/content/views.ts';
import {
  isShortScan,
  nameOf,
  plansOf,
  sentBy,
  type Plan,
} from '../../../support/postgres/query-plan.ts';

/** All items have a former slug, and every seventh has a second one. Every third has two that nobody has seen, which come first. */
const fillSlugs = `
  insert into former_slugs (slug, content_id, collection_id, status, seen_in)
  select 'old-' || created_at, id, collection_id, status, array[collection_id] from content
  union all
  select 'hidden-' || n || '-' || created_at, id, collection_id, status, '{}'
  from content cross join generate_series(1, 2) n where created_at % 3 = 0
  union all
  select 'older-' || created_at, id, collection_id, status, array[collection_id] from content
  where created_at % 7 = 0`;

const [tiny = ''] = small;
/** Of readers who may learn what everybody could see. */
const page = { limit: 50, offset: 0, seenIn: 'all' } as const;
const signedIn = { limit: 50, offset: 0 };

/** Queries of all kinds of callers, with the index that finds the keys, and the number of its scans. */
const queries: readonly (readonly [index: string, scans: number, query: RedirectQuery])[] = [
  ['status', 3, { ...page, within: 'all' }],
  ['status', 3, { ...page, within: 'all', offset: 500 }],
  ['status', 3, { ...page, within: 'all', offset: 20_000 }],
  ['status', 1, { ...page, within: 'all', status: 'published' }],
  ['status', 1, { ...page, within: 'all', status: 'archived' }],
  ['collection', 3, { ...page, within: 'all', collectionId: large }],
  ['collection', 1, { ...page, within: 'all', collectionId: large, status: 'published' }],
  ['collection', 3, { ...page, within: 'all', collectionId: tiny }],
  ['collection', 1, { ...page, within: 'all', collectionId: empty, status: 'published' }],
  ['collection', 123, { ...page, within: [...small, large] }],
  ['collection', 41, { ...page, within: [...small, empty], status: 'published' }],
  ['collection', 0, { ...page, within: [] }],
  ['status', 6, { ...signedIn, within: 'all' }],
  ['status', 2, { ...signedIn, within: 'all', status: 'published' }],
  ['collection', 123, { ...page, seenIn: [...small, large], within: [...small, large] }],
];

const scansOf = ({ steps }: Plan, table: string) => steps.filter((step) => step.table === table);

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1 }, new SystemTimer());
  const { knex } = pool;
  const store = storeOver(pool);
  const { contents, redirects, trash } = store.repositories;

  beforeAll(() => insertCollections(pool));
  afterAll(() => knex.destroy());

  /** No step reads a table without its index, or goes on in an index after the last match. */
  const expectLean = ({ statement, steps }: Plan, title = statement): void => {
    const types = steps.map(({ type }) => type);
    expect(
      types.filter((type) => /Seq Scan|Hash|Merge Join|Gather/.test(type)),
      title,
    ).toEqual([]);
    const scans = steps.filter(({ type, table }) => type.startsWith('Index') && table !== '');
    // The lookups of the items are below the scan that finds the keys.
    const lookups = scans.filter(({ table }) => table === 'content');
    const pages = lookups.reduce((sum, scan) => sum + scan.pages, 0);
    const wasteful = scans.filter(
      (scan) =>
        !isShortScan(scan.table === 'former_slugs' ? { ...scan, pages: scan.pages - pages } : scan),
    );
    expect(wasteful, title).toEqual([]);
  };

  const expectLeanLists = async (): Promise<void> => {
    const basis = await currentBasis(store);
    for (const [index, count, query] of queries) {
      const title = JSON.stringify(query);
      const [plan = expect.fail('no plan')] = await plansOf(knex, () =>
        redirects.list(query, basis),
      );
      expectLean(plan, title);
      const scans = scansOf(plan, 'former_slugs');
      const read = scans.reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);
      const pages = Math.max(0, ...plan.steps.map((step) => step.pages));
      // An entry costs the same wherever its page is: the cost of an offset relies on it.
      expect(pages, title).toBeLessThan(8 * (read + query.limit));
      const most = count * (query.limit + query.offset);
      expect(read, title).toBeLessThanOrEqual(most);
      expect([...new Set(scans.map((scan) => scan.index))], title).toEqual(
        count === 0 ? [] : [`former_slugs_${index}_idx`],
      );
      expect(
        scans.reduce((sum, { loops }) => sum + loops, 0),
        title,
      ).toBe(count);
    }
  };

  const findAll = async (from: string, basis: Basis): Promise<void> => {
    const slug = from as Slug;
    const list = { ...page, slug };
    const one = { slug, collectionId: large };
    const seen = viewOf({ within: 'all', seenIn: [large] });
    await contents.getBySlug(one, wholeView, basis);
    await contents.list(list, wholeView, basis);
    await contents.tagOf(list, wholeView, basis);
    await contents.list({ ...list, status: 'published' }, viewOf({ within: [large] }), basis);
    await contents.getBySlug(one, seen, basis);
    await contents.list(list, seen, basis);
    await redirects.find(slug);
    await redirects.findItemIds([slug]);
    await redirects.listAfter(slug, 50);
    await redirects.listAfter(undefined, 50);
  };

  /** The writes of an item and its slugs: all statements that change former slugs. */
  const changeAll = async (before: ContentItem): Promise<void> => {
    const renamed = remembering(before, { slug: 'new-name' as Slug, status: 'draft' });
    await store.commit([renamed]);
    const other = revisionOf(renamed.item, { slug: 'newer-name' as Slug });
    await store.commit([updateOf(renamed.item, other)]);
    const published = revisionOf(other, { status: 'published' });
    await store.commit([updateOf(other, published)]);
    await store.commit([withParts(trashingOf(published), { formerSlug: published.slug })]);
    const recovery = recoveryOf(published);
    await store.commit([recovery]);
    await redirects.add([
      { slug: 'added' as Slug, contentId: before.id, seenIn: [before.collectionId] },
    ]);
    const key = { contentId: before.id, collectionId: before.collectionId };
    await redirects.remove({ from: 'added' as Slug, ...key });
    await store.commit([trashingOf(recovery.item)]);
    await trash.purge(before.id, recovery.item.version);
  };

  const itemOf = async (createdAt: number): Promise<ContentItem> => {
    const [{ id }] = await knex('content').where({ created_at: createdAt }).select('id');
    return (await contents.findById(id)) ?? expect.fail('no item');
  };

  test('plans cached for empty tables stay efficient when the tables grow', async () => {
    await knex.raw(withoutTitleTrigger);
    const basis = await currentBasis(store);
    for (let n = 0; n < 6; n += 1) {
      for (const [, , query] of queries) {
        expect(await redirects.list(query, basis)).toMatchObject({ value: [] });
      }
      await findAll('old-7', basis);
    }
    await fillLarge(knex, 25_000);
    await knex.raw(fillSlugs);
    await expectLeanLists();
    for (const plan of await plansOf(knex, () => findAll('old-7', basis))) expectLean(plan);
  });

  test('a list reads only what it returns, with one large collection and many small ones', async () => {
    await knex.raw(scatter);
    await knex.raw(
      'update former_slugs set collection_id = content.collection_id from content where content.id = content_id',
    );
    await knex.raw('vacuum (analyze)');
    await expectLeanLists();
    await knex.raw('discard plans');
    await expectLeanLists();
    const basis = await currentBasis(store);
    const lists = await Promise.all(queries.map(([, , query]) => redirects.list(query, basis)));
    expect(lists.map((list) => list.isCurrent && list.value.length)).toEqual([
      50, 50, 50, 50, 0, 50, 50, 17, 0, 50, 6, 0, 50, 50, 50,
    ]);
  });

  test('an item is found by a former slug with three rows, and by its slug with one', async () => {
    const basis = await currentBasis(store);
    const found = await plansOf(knex, () => findAll('old-7', basis));
    for (const plan of found) expectLean(plan);
    const lookups = (plans: readonly Plan[]) =>
      plans
        .filter(({ statement }) => statement.startsWith('content'))
        .map(({ steps }) => steps.map(({ index }) => index).filter((index) => index !== ''));
    const former = ['content_slug_key', 'former_slugs_pkey', 'content_pkey'];
    const sorted = lookups(found).map((indexes) => indexes.toSorted());
    for (const indexes of sorted) expect([...new Set(indexes)]).toEqual(former.toSorted());
    expect(sorted).toHaveLength(6);
    const live = lookups(await plansOf(knex, () => findAll('s7', basis)));
    for (const indexes of live.slice(0, 3)) expect(indexes).toEqual(['content_slug_key']);
    const { collection_id: holder } = await knex('content').where({ slug: 's7' }).first();
    const old = { slug: 'old-7' as Slug, collectionId: holder };
    expect(await contents.getBySlug(old, wholeView, basis)).toMatchObject({
      value: { slug: 's7' },
    });
  });

  test('no write reads more than the former slugs of its item', async () => {
    for (const createdAt of [2_000, 2_100, 15_000]) {
      const item = await itemOf(createdAt);
      const before = await slugScans();
      await changeAll(item);
      expect(await slugScans(), `scans of the whole table, item ${createdAt}`).toEqual(before);
      expect(await redirects.findItemIds([`old-${createdAt}` as Slug])).toEqual(new Map());
    }
    const item = await itemOf(20_000);
    const names = (await sentBy(knex, () => changeAll(item))).map(nameOf);
    expect(names.filter((name) => /^content_[a-z]+_(?:..)*(?:rm|ot|fl)/.test(name))).toHaveLength(
      6,
    );
  });

  /** How often the whole table of former slugs was read. */
  const slugScans = async (): Promise<unknown> => {
    await knex.raw('select pg_stat_force_next_flush()');
    const { rows } = await knex.raw(
      "select seq_scan from pg_stat_user_tables where relname = 'former_slugs'",
    );
    return rows[0].seq_scan;
  };

  test('the id of an item that does not exist is none', async () => {
    expect(
      await redirects.add([{ slug: 'x' as Slug, contentId: contentId(9), seenIn: [] }]),
    ).toEqual([false]);
  });
});
