import type { Knex } from 'knex';
import { beforeEach, expect, test } from 'vitest';
import { batchedInserts } from '../../../adapters/postgres/batched-inserts.ts';
import { postgresRepositories } from '../../../adapters/postgres/postgres-repositories.ts';
import { DomainError, encodeJson, type ContentItem } from '../../../core/index.ts';
import { contentId, sampleCollection, sampleContent } from '../../conformance/samples.ts';
import { contentsWith } from '../../support/database-subject.ts';
import { withPostgres } from '../../support/fresh-database.ts';
import { openedDatabases } from '../../support/opened-databases.ts';
import { nameOf, sentBy } from '../../support/query-plan.ts';

const items = (count: number): readonly ContentItem[] =>
  Array.from({ length: count }, (_, n) => sampleContent(n + 1));

/** Stores with `insertAll`, which gets the items of each batch and the number of batches before it. */
const recorded = (insertAll: (batch: readonly ContentItem[], index: number) => void = () => {}) => {
  const batches: (readonly ContentItem[])[] = [];
  const insert = batchedInserts(async (batch) => {
    batches.push(batch);
    insertAll(batch, batches.length - 1);
  });
  return { insert, batches };
};

test('the items of a turn are one batch, in the order of their slugs', async () => {
  const { insert, batches } = recorded();
  const [a, b, c] = ['a', 'b', 'c'].map((slug, n) => sampleContent(n, { slug: slug as never }));
  await Promise.all([b, c, a].map((item) => insert(item ?? expect.fail())));
  expect(batches).toEqual([[a, b, c]]);
});

test('an item that comes while a batch is being stored is not part of it', async () => {
  const later: Promise<void>[] = [];
  const { insert, batches } = recorded((_batch, index) => {
    if (index === 0) later.push(insert(sampleContent(2)));
  });
  await insert(sampleContent(1));
  await Promise.all(later);
  expect(batches).toEqual([[sampleContent(1)], [sampleContent(2)]]);
});

test('many items, and large ones, are several batches', async () => {
  const { insert, batches } = recorded();
  await Promise.all(items(129).map((item) => insert(item)));
  expect(batches.map(({ length }) => length)).toEqual([64, 64, 1]);
  batches.length = 0;
  const data = encodeJson({ text: 'x'.repeat(100_000) });
  await Promise.all(items(3).map((item) => insert({ ...item, data })));
  expect(batches.map(({ length }) => length)).toEqual([2, 1]);
});

test('an outage fails every item of the batch, which is not stored again', async () => {
  const outage = new DomainError('dependency_unavailable', 'down');
  const { insert, batches } = recorded(() => {
    throw outage;
  });
  const results = await Promise.allSettled(items(3).map((item) => insert(item)));
  expect(results).toEqual(items(3).map(() => ({ status: 'rejected', reason: outage })));
  expect(batches).toHaveLength(1);
});

test('any other error fails only the items that cause it', async () => {
  const { insert, batches } = recorded((batch) => {
    if (batch.some(({ id }) => id === contentId(2))) throw new Error(`of ${batch.length}`);
  });
  const results = await Promise.allSettled(items(3).map((item) => insert(item)));
  expect(results).toEqual([
    { status: 'fulfilled', value: undefined },
    { status: 'rejected', reason: new Error('of 1') },
    { status: 'fulfilled', value: undefined },
  ]);
  expect(batches.map(({ length }) => length)).toEqual([3, 1, 1, 1]);
});

await withPostgres('migrated', (url) => {
  const open = openedDatabases();
  let knex: Knex;

  beforeEach(async () => {
    knex = open(url, 4);
    await contentsWith(knex, 0);
  });

  const insertEach = async (each: readonly ContentItem[]) => {
    const { contents } = postgresRepositories(knex);
    let results: readonly PromiseSettledResult<void>[] = [];
    const sent = await sentBy(knex, async () => {
      results = await Promise.allSettled(each.map((item) => contents.insert(item)));
    });
    const reasons = results.map((result) =>
      result.status === 'rejected' ? (result.reason as DomainError).code : 'stored',
    );
    const stored = await contents.findByIds(each.map(({ id }) => id));
    return { names: sent.map(nameOf), reasons, stored: stored.map(({ id }) => id) };
  };

  test('concurrent creations are one statement, and a single one has its own', async () => {
    expect(await insertEach(items(3))).toEqual({
      names: ['content_insert_all'],
      reasons: ['stored', 'stored', 'stored'],
      stored: items(3).map(({ id }) => id),
    });
    expect((await insertEach([sampleContent(4)])).names).toEqual(['content_insert']);
  });

  test('of concurrent creations, only those that conflict fail', async () => {
    const { slug } = sampleContent(1);
    const unknown = '00000000-0000-7000-8000-00000000dead';
    const { names, reasons, stored } = await insertEach([
      sampleContent(1),
      sampleContent(2, { slug }),
      sampleContent(3, { collectionId: unknown }),
      sampleContent(4),
    ]);
    expect(names).toEqual(['content_insert_all', ...Array<string>(4).fill('content_insert')]);
    expect(reasons.slice(0, 2).toSorted()).toEqual(['slug_taken', 'stored']);
    expect(reasons.slice(2)).toEqual(['collection_not_found', 'stored']);
    expect(stored).toHaveLength(2);
  });

  test('of concurrent creations, only those that wait too long for a lock fail', async () => {
    await postgresRepositories(knex).collections.insert(sampleCollection(2));
    const locked = sampleCollection(2).id;
    const lock = await open(url, 1).transaction();
    await lock.raw('select from collections where id = ? for update', [locked]);
    knex = open(`${url}?lock_timeout=100ms`, 4);
    const { reasons, stored } = await insertEach([
      sampleContent(1, { collectionId: locked }),
      sampleContent(2),
    ]);
    await lock.rollback();
    expect(reasons).toEqual(['dependency_unavailable', 'stored']);
    expect(stored).toEqual([contentId(2)]);
  });
});
