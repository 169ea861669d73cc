import type { Knex } from 'knex';
import { beforeEach, describe, expect, test } from 'vitest';
import { BatchedReads, batchSize } from '../../../adapters/postgres/batched-reads.ts';
import { postgresRepositories } from '../../../adapters/postgres/postgres-repositories.ts';
import { PostgresUnitOfWork } from '../../../adapters/postgres/postgres-unit-of-work.ts';
import { dataLimits, DomainError, encodeJson, type ContentItem } from '../../../core/index.ts';
import { contentId, sampleContent } from '../../conformance/samples.ts';
import { contentsWith } from '../../support/database-subject.ts';
import { withPostgres } from '../../support/fresh-database.ts';
import { openedDatabases } from '../../support/opened-databases.ts';
import { nameOf, sentBy } from '../../support/query-plan.ts';

const ids = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `id ${index}`);

/** Reads from `load`, which gets the ids of each batch and the number of batches before it. */
const recorded = (load: (batch: readonly string[], index: number) => readonly string[]) => {
  const batches: (readonly string[])[] = [];
  const reads = new BatchedReads(async (batch) => {
    batches.push(batch);
    return new Map(load(batch, batches.length - 1).map((id) => [id, `row of ${id}`]));
  });
  return { reads, batches };
};

describe('the reads of a turn', () => {
  test('share a batch, and those of one id share a row', async () => {
    const { reads, batches } = recorded((batch) => batch.filter((id) => id !== 'none'));
    const rows = await Promise.all(['a', 'b', 'a', 'none'].map((id) => reads.read(id)));
    expect(rows).toEqual(['row of a', 'row of b', 'row of a', undefined]);
    expect(batches).toEqual([['a', 'b', 'none']]);
  });

  test('are sent in several batches if there are many', async () => {
    const { reads, batches } = recorded((batch) => batch);
    const many = ids(2 * batchSize + 1);
    const rows = await Promise.all(many.map((id) => reads.read(id)));
    expect(rows).toEqual(many.map((id) => `row of ${id}`));
    expect(batches.map(({ length }) => length)).toEqual([batchSize, batchSize, 1]);
  });

  test('include those that begin after other work of the same requests', async () => {
    const { reads, batches } = recorded((batch) => batch);
    const late = async (id: string) => {
      for (let step = 0; step < 10; step += 1) await Promise.resolve();
      return reads.read(id);
    };
    await Promise.all([reads.read('a'), late('b')]);
    expect(batches).toEqual([['a', 'b']]);
  });
});

test('a read that begins when a batch is being read is not part of it', async () => {
  const later: Promise<unknown>[] = [];
  const { reads, batches } = recorded((batch, index) => {
    if (index === 0) later.push(reads.read('a'));
    return batch;
  });
  await reads.read('a');
  await Promise.all(later);
  expect(batches).toEqual([['a'], ['a']]);
});

test('an outage fails every read of the batch, and is not asked again', async () => {
  const outage = new DomainError('dependency_unavailable', 'down');
  const { reads, batches } = recorded(() => {
    throw outage;
  });
  const results = await Promise.allSettled(ids(3).map((id) => reads.read(id)));
  expect(results).toEqual(ids(3).map(() => ({ status: 'rejected', reason: outage })));
  expect(batches).toHaveLength(1);
});

test('any other error fails only the reads that cause it', async () => {
  const { reads, batches } = recorded((batch) => {
    if (batch.includes('bad')) throw new Error(`cannot read ${batch.join()}`);
    return batch;
  });
  const results = await Promise.allSettled(['a', 'bad', 'b'].map((id) => reads.read(id)));
  expect(results).toEqual([
    { status: 'fulfilled', value: 'row of a' },
    { status: 'rejected', reason: new Error('cannot read bad') },
    { status: 'fulfilled', value: 'row of b' },
  ]);
  expect(batches.slice(1).flat().toSorted()).toEqual(['a', 'b', 'bad']);
});

await withPostgres('migrated', (url) => {
  const open = openedDatabases();
  let knex: Knex;

  beforeEach(async () => {
    knex = open(url, 4);
    await contentsWith(knex, 0);
  });

  const insert = async (count: number, changes: Partial<ContentItem> = {}): Promise<void> => {
    const items = Array.from({ length: count }, (_, n) => sampleContent(n + 1, changes));
    await postgresRepositories(knex).contents.insertAll(items);
  };

  /** The names of the statements that `work` sends. */
  const statementsOf = async (work: () => Promise<unknown>): Promise<readonly string[]> =>
    (await sentBy(knex, work)).map(nameOf);

  test('concurrent reads by id are one statement, and a single read has its own', async () => {
    await insert(2);
    const { contents } = postgresRepositories(knex);
    const find = (numbers: readonly number[]) => () =>
      Promise.all(numbers.map((n) => contents.findById(contentId(n))));
    expect(await statementsOf(find([1, 2, 3, 1]))).toEqual(['content_batch']);
    expect(await statementsOf(find([1]))).toEqual(['content_by_id']);
  });

  test('a batch leaves large items out, so that it stays small', async () => {
    const frame = encodeJson({ text: '' }).length;
    const text = 'x'.repeat(dataLimits.bytes - frame);
    await insert(2, { data: encodeJson({ text }) });
    const { contents } = postgresRepositories(knex);
    await contents.insert(sampleContent(3));
    const found: (ContentItem | undefined)[] = [];
    const names = await statementsOf(async () => {
      for (const item of await Promise.all([1, 2, 3].map((n) => contents.findById(contentId(n))))) {
        found.push(item);
      }
    });
    expect(names).toEqual(['content_batch', 'content_by_id', 'content_by_id']);
    expect(found.map((item) => item?.data.length)).toEqual([
      dataLimits.bytes,
      dataLimits.bytes,
      sampleContent(3).data.length,
    ]);
  });

  test('a transaction reads its own state', async () => {
    await insert(2);
    const { contents } = postgresRepositories(knex);
    const titles = await new PostgresUnitOfWork(knex).snapshot(async (inside) => {
      await inside.contents.findById(contentId(1));
      await contents.replace(sampleContent(1, { title: 'new', version: 2 }), 1);
      const both = [inside, { contents }].map((each) => each.contents.findById(contentId(1)));
      return (await Promise.all(both)).map((item) => item?.title);
    });
    expect(titles).toEqual([sampleContent(1).title, 'new']);
  });
});
