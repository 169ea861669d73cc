import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import type { CollectionScope } from '../../../../core/vocabulary.ts';
import {
  collectionId,
  contentId,
  momentOf,
  sampleCollection,
  sampleContent,
  userId,
} from '../../../conformance/samples.ts';
import { commentId, sampleComment } from '../../../conformance/content/comment-samples.ts';
import { insertItems } from '../../../conformance/content/content-changes.ts';
import { storeOver } from '../../../support/postgres/database-subject.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';
import { plansOf, type Plan } from '../../../support/postgres/query-plan.ts';

const pagesOf = ({ steps }: Plan): number => steps.reduce((sum, { pages }) => sum + pages, 0);

const rowsOf = (table: string, { steps }: Plan): number =>
  steps
    .filter((step) => step.table === table)
    .reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);

/** Threads that all mention the first user: one on each of as many new items, of the first collection. */
const spread = (count: number): string => `
  with new as (
    insert into content (id, collection_id, title_key, title, slug, status, data, version, created_at, updated_at)
    select gen_random_uuid(), '${collectionId(1)}', 'item', 'Item', gen_random_uuid()::text, 'draft', '{}', 1, n, n
    from generate_series(1, ${count}) as n returning id, created_at as n
  ), said as (select gen_random_uuid() as id, id as content_id, n from new)
  insert into content_comments (id, content_id, thread_id, text, mentions, created_at)
  select id, content_id, id, 'x', '{${userId(1)}}', n from said`;

/** More of them on one item than a service stores. */
const crowd = (count: number): string => `
  with said as (select gen_random_uuid() as id, n from generate_series(1, ${count}) n)
  insert into content_comments (id, content_id, thread_id, text, mentions, created_at)
  select id, '${contentId(1)}', id, 'x', '{${userId(1)}}', n from said`;

const circumstances = ['select 1', 'vacuum (analyze)', 'discard plans'];

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1 }, new SystemTimer());
  const { knex } = pool;
  const store = storeOver(pool);
  const { comments, collections } = store.repositories;
  const page = { limit: 10, offset: 0 };

  const mentions = (within: CollectionScope) => comments.listMentions(userId(1), page, within);

  beforeAll(async () => {
    for (let n = 0; n < 7; n += 1) {
      await mentions('all');
      await mentions([collectionId(1), collectionId(2)]);
      await comments.listThreads(contentId(2), page);
      await comments.listThreads(contentId(2), page, false);
      await comments.listAfter(sampleComment(1), 10);
    }
    for (const n of [1, 2]) await collections.insert(sampleCollection(n));
    await insertItems(store, [
      sampleContent(1),
      sampleContent(2),
      sampleContent(3, { collectionId: collectionId(2) }),
    ]);
    await knex.raw(spread(10_000));
    await knex.raw(crowd(10_000));
    // Before all others.
    const few = [
      sampleComment(1, { contentId: contentId(3), text: `@[${userId(1)}]`, createdAt: 0 }),
      sampleComment(2, { contentId: contentId(2), createdAt: momentOf(2) }),
    ];
    for (const comment of few) await comments.insert(comment, 10);
  });

  afterAll(() => knex.destroy());

  describe.each(circumstances)('after %s', (prepare) => {
    test('a page of mentions is one statement, and reads its entries only', async () => {
      await knex.raw(prepare);
      const plans = await plansOf(knex, () => mentions('all'));
      expect(plans.map(({ statement }) => statement)).toEqual(['comments_mentions']);
      expect(rowsOf('content_mentions', plans[0]!)).toBe(10);
      expect(pagesOf(plans[0]!)).toBeLessThan(400);
    });

    test('a page of mentions in some collections does not read those in others', async () => {
      await knex.raw(prepare);
      const plans = await plansOf(knex, () => mentions([collectionId(2)]));
      expect(plans.map(({ statement }) => statement)).toEqual(['comments_mentions_within']);
      expect(rowsOf('content_mentions', plans[0]!)).toBe(1);
      expect(pagesOf(plans[0]!)).toBeLessThan(100);
      const [mention] = await mentions([collectionId(2)]);
      expect(mention?.comment.id).toBe(commentId(1));
    });

    test('the threads of an item are one statement, and read no comments of others', async () => {
      await knex.raw(prepare);
      const plans = await plansOf(knex, async () => {
        for (const resolved of [undefined, false]) {
          expect(await comments.listThreads(contentId(2), page, resolved)).toHaveLength(1);
        }
      });
      expect(plans).toHaveLength(2);
      for (const plan of plans) {
        expect(rowsOf('content_comments', plan)).toBe(2);
        expect(pagesOf(plan)).toBeLessThan(100);
      }
    });

    test('a step through all comments begins at its place', async () => {
      await knex.raw(prepare);
      const plans = await plansOf(knex, () => comments.listAfter(sampleComment(1), 10));
      expect(rowsOf('content_comments', plans[0]!)).toBe(10);
      expect(pagesOf(plans[0]!)).toBeLessThan(400);
    });
  });
});
