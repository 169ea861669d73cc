import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import type { Revision } from '../../../../core/store.ts';
import type { WorkingCopy } from '../../../../core/vocabulary.ts';
import { sampleCopy } from '../../../conformance/content/copy-samples.ts';
import { contentId, sampleContent } from '../../../conformance/samples.ts';
import {
  fillLarge,
  insertCollections,
  large,
  withoutTitleTrigger,
} from '../../../support/postgres/content-plans.ts';
import { storeOver } from '../../../support/postgres/database-subject.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';
import {
  explainedOnce,
  nameOf,
  plansOf,
  sentBy,
  type Plan,
} from '../../../support/postgres/query-plan.ts';

const count = 30_000;
const idOf = (first: string, n: number): string =>
  `${first}0000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
const trashedId = (n: number): string => idOf('f', n);
const liveId = (n: number): string => idOf('d', n);

/** Nearly all revisions belong to one item in the trash. All items have a copy. */
const fill = [
  `insert into content_trash
    (id, collection_id, title, slug, status, data, version, created_at, updated_at, deleted_at)
  select ('f0000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '${large}', 'Title', 's' || n,
    'draft', json_build_object('text', repeat('word ', 40)), 4, n, n, n
  from generate_series(1, ${count}) as n`,
  `insert into content_revisions
    (content_id, version, title, slug, status, collection_id, changed, is_autosave, created_at, data)
  select '${trashedId(7)}', n, 'Title', 's', 'draft', '${large}', '[]', false, n,
    json_build_object('text', repeat('word ', 40))
  from generate_series(1, ${count}) as n`,
  `insert into content_revisions
    (content_id, version, title, slug, status, collection_id, changed, is_autosave, created_at, data)
  select id, version, title, slug, status, collection_id, '[]', false, updated_at, data from content`,
  `insert into content_copies
    (content_id, item_collection_id, version, title, slug, collection_id, base_version, base_title,
      base_slug, base_collection_id, created_at, updated_at, data, base_data)
  select id, collection_id, gen_random_uuid(), title, slug, collection_id, version, title, slug,
    collection_id, created_at, updated_at, data, data
  from (select id, collection_id, title, slug, version, created_at, updated_at, data from content
    union all select id, collection_id, title, slug, version, created_at, updated_at, data
    from content_trash) item`,
];

const rowsOf = ({ steps }: Plan, table: string): number =>
  steps
    .filter((step) => step.table === table && step.type.endsWith('Scan'))
    .reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1 }, new SystemTimer());
  const { knex } = pool;
  const { revisions, trash, copies } = storeOver(pool).repositories;
  const places = [
    undefined,
    { contentId: contentId(3), version: 1 },
    { contentId: trashedId(7), version: count / 2 },
    { contentId: trashedId(7), version: count },
  ];
  const ids = [undefined, contentId(3), trashedId(count / 2), trashedId(count)];

  const steps = async (): Promise<void> => {
    for (const place of places) await revisions.listAfter(place, 100);
    for (const id of ids) {
      await trash.listAfter(id, 100);
      await copies.listAfter(id, 100);
    }
  };

  const copyOf = (id: string): WorkingCopy => sampleCopy(1, { contentId: id });

  const revisionOf = (id: string): Revision => ({
    ...sampleCopy(1),
    contentId: id,
    version: count + 1,
    status: 'draft',
    changed: [],
    note: undefined,
    isAutosave: false,
  });

  const additions = async (): Promise<void> => {
    await revisions.add([liveId(9), trashedId(7), trashedId(9)].map(revisionOf));
    await copies.add(copyOf(trashedId(9)));
    await copies.add(copyOf(liveId(9)));
    await trash.add({
      item: sampleContent(1, { id: trashedId(5), collectionId: large }),
      deletedAt: 1,
      deletedBy: undefined,
    });
  };

  beforeAll(async () => {
    await insertCollections(pool);
    await knex.raw(withoutTitleTrigger);
    for (let round = 0; round < 7; round += 1) {
      await steps();
      await additions();
    }
    await knex.raw('truncate content_trash, content_copies, content_revisions');
    await fillLarge(knex, count);
    for (const statement of fill) await knex.raw(statement);
  });

  afterAll(() => knex.destroy());

  const check = async (): Promise<void> => {
    for (const plan of await plansOf(knex, steps)) {
      for (const table of ['content_revisions', 'content_trash', 'content_copies']) {
        // Each stamp looks up two members.
        expect(rowsOf(plan, table), `${plan.statement}: ${table}`).toBeLessThanOrEqual(200);
      }
      expect(rowsOf(plan, 'content'), plan.statement).toBeLessThanOrEqual(200);
      expect(plan.steps.map(({ type }) => type).join(), plan.statement).not.toMatch(
        /Seq Scan|Hash|Merge Join|Gather/,
      );
    }
    const explain = explainedOnce(knex);
    for (const sent of await sentBy(knex, additions)) {
      // Not the begin and the end of a transaction.
      if (nameOf(sent) === '') continue;
      const plan = await explain(sent);
      for (const table of ['content', 'content_trash', 'content_revisions', 'content_copies']) {
        expect(rowsOf(plan, table), `${plan.statement}: ${table}`).toBeLessThanOrEqual(2);
      }
    }
  };

  test('plans cached for empty tables stay efficient when the tables grow', check);

  test('a step reads only what it returns, and an addition only its item', async () => {
    await knex.raw('vacuum (analyze)');
    await check();
    await knex.raw('discard plans');
    await check();
  });
});
