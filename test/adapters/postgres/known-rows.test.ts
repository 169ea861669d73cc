import type { Knex } from 'knex';
import { beforeEach, expect, test } from 'vitest';
import { contentSelection, encodedItemOf } from '../../../adapters/postgres/content-row.ts';
import { KnownRows } from '../../../adapters/postgres/known-rows.ts';
import {
  PostgresContentReads,
  repeatedReads,
} from '../../../adapters/postgres/postgres-content-reads.ts';
import { postgresRepositories } from '../../../adapters/postgres/postgres-repositories.ts';
import type { ContentRepository, EncodedItem } from '../../../core/index.ts';
import { contentId, sampleContent } from '../../conformance/samples.ts';
import { contentsWith } from '../../support/database-subject.ts';
import { withPostgres } from '../../support/fresh-database.ts';
import { openedDatabases } from '../../support/opened-databases.ts';

const itemOf = (n: number, bytes = 100): EncodedItem => ({
  ...sampleContent(n, { updatedAt: n }),
  data: Buffer.alloc(bytes),
});

/** The states of rows, as a statement returns them. */
const statesOf = (...entries: readonly (readonly [n: number, xmin: number, time?: number])[]) =>
  entries.map(([n, xmin, time = n]) => `${contentId(n)} ${xmin} ${time}`).join(',');

test('items are found if all are known in their states', () => {
  const rows = new KnownRows(1_000_000);
  const [one, two] = [1, 2].map((n) => rows.add(itemOf(n), n * 10)) as [EncodedItem, EncodedItem];
  expect(rows.find(statesOf([2, 20], [1, 10]))).toEqual([two, one]);
  expect(rows.find(statesOf())).toEqual([]);
  expect(rows.find(statesOf([1, 10], [2, 20], [3, 30]))).toBeUndefined();
  expect(rows.find(statesOf([1, 11]))).toBeUndefined();
  expect(rows.find(statesOf([1, 10, 2]))).toBeUndefined();
});

test('a page is repeated if it is among the thousand that were read first', () => {
  const rows = new KnownRows(1_000_000);
  const read = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => rows.isRepeated(`page ${from + n}`));
  expect(new Set(read(0, 1_000))).toEqual(new Set([false]));
  expect(rows.isRepeated('page 0')).toBe(true);
  expect(rows.isRepeated('page 1000')).toBe(false);
  expect([1, 2, 0].map((n) => rows.isRepeated(`page ${n}`))).toEqual([true, true, false]);
});

test('an item in the same state is the same object, whose data is a copy', () => {
  const rows = new KnownRows(1_000_000);
  const data = Buffer.alloc(1_000).subarray(10, 20);
  const item = rows.add({ ...itemOf(1), data }, 10);
  expect(item).toEqual({ ...itemOf(1), data: new Uint8Array(10) });
  expect(item.data.buffer.byteLength).toBe(10);
  expect(rows.add(itemOf(1), 10)).toBe(item);
  expect(rows.add(itemOf(1), 11)).not.toBe(item);
});

test('the items that were not used for the longest time are dropped', () => {
  const rows = new KnownRows(145_000);
  const isKnown = (n: number) => rows.find(statesOf([n, 1])) !== undefined;
  for (const n of [1, 2, 3]) rows.add(itemOf(n, 20_000), 1);
  // Each new state replaces the one before it.
  for (let xmin = 1; xmin < 20; xmin += 1) rows.add(itemOf(3, 20_000), xmin);
  rows.add(itemOf(3, 20_000), 1);
  expect([1, 2, 3].map(isKnown)).toEqual([true, true, true]);
  isKnown(1);
  rows.add(itemOf(4, 30_000), 1);
  expect([1, 2, 3, 4].map(isKnown)).toEqual([true, false, true, true]);
});

test('an item larger than the limit drops nothing', () => {
  const rows = new KnownRows(10_000);
  rows.add(itemOf(1), 1);
  rows.add(itemOf(2, 20_000), 1);
  expect(rows.find(statesOf([1, 1]))).toHaveLength(1);
  expect(rows.find(statesOf([2, 1]))).toBeUndefined();
});

await withPostgres('migrated', (url) => {
  const open = openedDatabases();
  let knex: Knex;
  let contents: ContentRepository;

  beforeEach(async () => {
    knex = open(url, 4);
    contents = await contentsWith(knex, 3);
  });

  /** The names of the statements that `work` sends. */
  const recorded = async <T>(work: () => Promise<T>) => {
    const names: string[] = [];
    const record = ({ options }: { readonly options?: { readonly name?: string } }): void =>
      void names.push(options?.name ?? '');
    knex.on('query', record);
    const result = await work();
    knex.off('query', record);
    return { names, result };
  };

  /** The data of a list, and the names of the statements that read it. */
  const list = async (offset = 0) => {
    const { names, result } = await recorded(() =>
      contents.encoded.list({ limit: 10, offset, within: 'all' }),
    );
    const items = 'items' in result ? result.items : [];
    return { names, data: items.map(({ data }) => Buffer.from(data).toString()) };
  };

  test('lists that are read at the same time share the statement of their states', async () => {
    const read = (offset: number) => contents.encoded.list({ limit: 10, offset, within: 'all' });
    const offsets = [0, 1, 2];
    const first = await Promise.all(offsets.map(read));
    const { names } = await recorded(async () => {
      expect(await Promise.all(offsets.map(read))).toEqual(first);
    });
    expect(names).toEqual([states]);
    await knex.raw(`update content set status = 'draft' where id = ?`, [contentId(2)]);
    const readBoth = () =>
      Promise.all(
        (['draft', 'published'] as const).map((status) =>
          contents.encoded.list({ limit: 10, offset: 0, within: 'all', status }),
        ),
      );
    const both = await readBoth();
    expect(both.map((page) => 'items' in page && page.items.length)).toEqual([1, 2]);
    expect(await readBoth()).toEqual(both);
  });

  const states = 'content_list_states_direct';
  const rows = 'content_list_each_direct';

  test('a repeated list whose items are known reads only their states', async () => {
    expect((await list()).names).toEqual([rows]);
    expect((await list()).names).toEqual([states]);
    expect((await list(1)).names).toEqual([rows]);
    expect((await list(1)).names).toEqual([states]);
    await contents.insert(sampleContent(4));
    expect((await list()).names).toEqual([states, 'content_stated_batch']);
    expect((await list()).names).toEqual([states]);
    await contents.insertAll(Array.from({ length: 9 }, (_, n) => sampleContent(n + 5)));
    expect((await list()).names).toEqual([states, rows]);
    expect((await list()).names).toEqual([states]);
  });

  test('pages that lack the same row read it once', async () => {
    const read = (offset: number) => contents.encoded.list({ limit: 10, offset, within: 'all' });
    const readBoth = () => Promise.all([0, 1].map(read));
    await readBoth();
    await knex.raw(`update content set data = '{"changed":true}' where id = ?`, [contentId(1)]);
    const { names, result } = await recorded(readBoth);
    expect(names).toEqual([states, 'content_stated_batch']);
    for (const page of result) {
      const items = 'items' in page ? page.items : [];
      expect(Buffer.from(items.at(-1)!.data).toString()).toContain('changed');
    }
  });

  test('a page is read as a whole if a row has changed since its state was read', async () => {
    const known = new KnownRows(1_000_000);
    const database = knex;
    const repeated = { ...repeatedReads(database, known), rows: { read: async () => changed } };
    const reads = new PostgresContentReads<EncodedItem>({
      database,
      batches: undefined,
      itemOf: encodedItemOf,
      repeated: repeated as never,
    });
    const query = { limit: 10, offset: 0, within: 'all' } as const;
    const titles = async () => {
      const page = await reads.list(query);
      return 'items' in page ? page.items.map(({ title }) => title) : [];
    };
    const before = await titles();
    const [row] = await knex.raw('select xmin from content limit 1').then(({ rows }) => rows);
    const columns = await knex.raw(`select ${contentSelection} from content where id = ?`, [
      contentId(2),
    ]);
    const values = Object.values(columns.rows[0] as object);
    const changed = [row.xmin, ...values.with(3, 'Later').with(11, 9)];
    await knex.raw(`update content set title = 'Now' where id = ?`, [contentId(2)]);
    expect(await titles()).toEqual(before.with(1, 'Now'));
  });

  test('a change in the database that leaves version and time alone is seen at once', async () => {
    await list();
    await knex.raw(`update content set data = '{"changed":true}' where id = ?`, [contentId(2)]);
    expect((await list()).data[1]).toBe('{"changed":true}');
    await knex.raw(`update content set data = '{"changed":2}' where id = ?`, [contentId(2)]);
    expect((await list()).data[1]).toBe('{"changed":2}');
  });

  test('a transaction sees each of its own changes', async () => {
    await knex.transaction(async (transaction) => {
      const inside = postgresRepositories(transaction).contents;
      for (const title of ['One', 'Two']) {
        await transaction.raw('update content set title = ? where id = ?', [title, contentId(3)]);
        const page = await inside.encoded.list({ limit: 1, offset: 0, within: 'all' });
        expect('items' in page && page.items[0]?.title).toBe(title);
      }
    });
  });
});
