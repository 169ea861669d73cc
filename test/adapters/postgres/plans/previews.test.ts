import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import type { Basis, ContentFilter, VisibleQuery } from '../../../../core/store.ts';
import { hour, parseSlug } from '../../../../core/vocabulary.ts';
import { forItem, forSite } from '../../../conformance/accounts/preview-tokens.ts';
import { userId } from '../../../conformance/samples.ts';
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
import { unpublishedView, viewOf, withView } from '../../../conformance/content/views.ts';
import {
  isShortScan,
  plansOf,
  type Plan,
  type PlanStep,
} from '../../../support/postgres/query-plan.ts';

const [tiny = '', other = ''] = small;

/** How many copies move items: from the large collection to a small one, and back from the other one. */
const moves = { away: 200, back: 10 };

/**
 * Gives every item a copy with its slug, also the drafts, which are all but one in a hundred. Of the published ones, few
 * move their item, and one in ten has another slug.
 */
const fillCopies = `
  insert into content_copies
    (content_id, item_collection_id, item_author_id, version, author_id, title, slug, collection_id,
      base_version, base_title, base_slug, base_collection_id, created_at, updated_at, data, base_data)
  select id, collection_id, author_id, gen_random_uuid(), null, title,
    case created_at % 1000 when 0 then 'renamed-' || created_at else slug end,
    collection_id, version, title, slug, collection_id, created_at, updated_at, data, data
  from content`;

/** The copies of items that were moved move with them. */
const moveSome = `
  update content_copies set collection_id = item_collection_id;
  update content_copies set collection_id = '${tiny}' where content_id in (
    select id from content where collection_id = '${large}' and status = 'published'
    order by created_at desc limit ${moves.away});
  update content_copies set collection_id = '${large}' where content_id in (
    select id from content where collection_id = '${other}' and status = 'published' limit ${moves.back})`;

const page = { limit: 50, offset: 0 };

const plain: readonly ContentFilter[] = [
  { within: 'all' },
  { within: [large] },
  { within: [large, ...small, empty] },
  { within: [] },
  { within: 'all', collectionId: large },
  { within: 'all', collectionId: tiny },
  { within: 'all', collectionId: empty },
];

const filters = plain.flatMap((filter): readonly ContentFilter[] => [
  filter,
  { ...filter, status: 'published' as const },
  { ...filter, status: 'draft' as const },
  { ...filter, status: 'archived' as const },
]);

const queries: readonly VisibleQuery[] = filters.flatMap((filter) => [
  { ...page, ...filter },
  { ...page, ...filter, offset: 300 },
  ...['s1000', 'renamed-1000', 's100', 's1', 'none'].map((slug) => ({
    ...page,
    ...filter,
    slug: parseSlug(slug),
  })),
]);

const audiences = plain.flatMap(({ within }) =>
  [false, true].map((publishedOnly) => ({ within, publishedOnly })),
);

const publishedAmong = (ids: readonly string[]) =>
  withView({ ids, status: 'published', within: [large] } as const, 'unpublished');

const collectionsOf = ({ collectionId, within }: VisibleQuery): number =>
  collectionId === undefined && within !== 'all' ? within.length : 1;

const isScan = /Index|Seq|Bitmap/;

const rowsRead = ({ steps }: Plan, table: string): number =>
  steps
    .filter((step) => step.table === table)
    .reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1 }, new SystemTimer());
  const { knex } = pool;
  const store = storeOver(pool);
  const { contents, previewTokens, references } = store.repositories;

  beforeAll(() => insertCollections(pool));
  afterAll(() => knex.destroy());

  const expectLeanPlan = (plan: Plan, title: string, most: number): void => {
    expect(plan.steps.map(({ type }) => type).join(), title).not.toMatch(
      /Bitmap|Hash|Merge Join|Gather/,
    );
    const scans = plan.steps.filter(
      ({ table, type }) => table.startsWith('content') && isScan.test(type),
    );
    const whole = scans.filter(({ index }: PlanStep) => index === '');
    expect(whole, title).toEqual([]);
    // Scans of keys read only the pages that they need, without those of the lookups below them.
    const keys = scans.filter(
      ({ index }, at) =>
        !index.endsWith('_pkey') && !(scans[at + 1]?.table ?? '').startsWith('content_copies'),
    );
    expect(
      keys.filter((scan) => !isShortScan(scan)),
      title,
    ).toEqual([]);
    expect(rowsRead(plan, 'content'), title).toBeLessThanOrEqual(most);
    expect(rowsRead(plan, 'content_copies'), title).toBeLessThanOrEqual(most);
  };

  const list = (query: VisibleQuery, basis: Basis) =>
    contents.list(...withView(query, 'unpublished'), basis);

  const findTargets = async (items: readonly string[], seen: (typeof audiences)[number]) =>
    references.findTargets(
      { items, mediaIds: [], mediaKeys: [], maxItems: 200 },
      viewOf(seen, 'unpublished'),
      await currentBasis(store),
    );

  const expectLeanReads = async (): Promise<void> => {
    const basis = await currentBasis(store);
    for (const query of queries) {
      const title = JSON.stringify(query);
      const [plan = expect.fail('no plan')] = await plansOf(knex, () => list(query, basis));
      // A key and its item for each place of the page in each collection, and the items that copies move.
      const depth = query.limit + query.offset;
      const moved = moves.away + moves.back;
      const most = collectionsOf(query) * depth + 3 * moved + 2 * query.limit;
      expectLeanPlan(plan, title, most);
    }
    const ids = await knex('content').limit(50).pluck('id');
    const plans = await plansOf(knex, async () => {
      await contents.getById(ids[0], unpublishedView, basis);
      await contents.listAmong({ ids }, unpublishedView, basis);
      await contents.listAmong(...publishedAmong(ids), basis);
      await contents.sizesAmong(...publishedAmong(ids), basis);
    });
    expect(plans).toHaveLength(4);
    for (const plan of plans) {
      expectLeanPlan(plan, plan.statement, 50);
      for (const { index } of plan.steps) {
        expect(['', 'content_pkey', 'content_copies_pkey'], plan.statement).toContain(index);
      }
    }
    for (const audience of audiences) {
      const found = await plansOf(knex, () => findTargets(ids, audience));
      const plan = found.find(({ statement }) =>
        statement.startsWith('reference_targets_previews'),
      );
      expectLeanPlan(plan ?? expect.fail('no plan'), JSON.stringify(audience), 50);
    }
  };

  test('plans cached for empty tables stay efficient when the tables grow', async () => {
    await knex.raw(withoutTitleTrigger);
    const basis = await currentBasis(store);
    for (let n = 0; n < 6; n += 1) {
      for (const query of queries) {
        expect(await list(query, basis)).toMatchObject({ value: { items: [] } });
      }
      await contents.listAmong({ ids: [] }, unpublishedView, basis);
      await contents.sizesAmong(...publishedAmong([]), basis);
      for (const audience of audiences) await findTargets([], audience);
    }
    await fillLarge(knex, 25_000);
    await knex.raw(fillCopies);
    await expectLeanReads();
  });

  test('a list reads only what it returns, with copies that move items between a large collection and small ones', async () => {
    await knex.raw(scatter);
    await knex.raw(moveSome);
    await knex.raw('vacuum (analyze)');
    await expectLeanReads();
    await knex.raw('discard plans');
    await expectLeanReads();
    const basis = await currentBasis(store);
    const count = async (query: Partial<VisibleQuery>) => {
      const read = await list({ limit: 1_000, offset: 0, within: 'all', ...query }, basis);
      return read.isCurrent && 'items' in read.value ? read.value.items.length : 0;
    };
    const stored = async (id: string) =>
      Number(
        (await knex('content').where({ collection_id: id, status: 'published' }).count())[0]?.[
          'count'
        ],
      );
    const status = 'published';
    expect(await count({ collectionId: tiny, status })).toBe((await stored(tiny)) + moves.away);
    const back = Math.min(moves.back, await stored(other));
    expect(await count({ collectionId: large, status })).toBe(
      (await stored(large)) - moves.away + back,
    );
  });

  test('tokens are found and deleted by their indexes', async () => {
    const [{ id: contentId }] = await knex('content').limit(1);
    await knex.raw(`
      insert into preview_tokens
      select gen_random_uuid(), 'digest-' || n, '${userId(1)}', gen_random_uuid(), n
      from generate_series(1, 20000) as n;
      analyze preview_tokens`);
    const plans = await plansOf(knex, async () => {
      await previewTokens.insert({ ...forItem(1, 2), contentId }, hour);
      await previewTokens.findByDigest(forSite(1).digest);
      await previewTokens.findById(forSite(1).id);
      await previewTokens.deleteByContent(contentId);
      await previewTokens.deleteByUser(userId(2));
      await previewTokens.deleteForSite(userId(2));
    });
    expect(plans).toHaveLength(6);
    for (const { statement, steps } of plans) {
      const scans = steps.filter(
        ({ table, type }) => table === 'preview_tokens' && isScan.test(type),
      );
      for (const { index, rows, dropped } of scans) {
        expect(index, statement).toMatch(/^preview_tokens_\w+$/);
        expect(rows + dropped, statement).toBeLessThan(50);
      }
    }
  });
});
