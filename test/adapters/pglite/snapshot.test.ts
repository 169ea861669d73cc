import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPgliteStore } from '../../../adapters/pglite/open-pglite-store.ts';
import { WriteCounter } from '../../../adapters/pglite/write-counter.ts';
import type { PostgresStore } from '../../../adapters/postgres/postgres-store.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { dataFolder } from '../../support/service/data-folder.ts';
import { wholeView } from '../../conformance/content/views.ts';
import type { TemporaryFolder } from '../../support/temporary-folder.ts';

let folder: TemporaryFolder;
let store: PostgresStore;

const open = () => openPgliteStore(join(folder.path, 'database'), new SystemTimer());

beforeAll(async () => {
  folder = await dataFolder();
  store = await open();
});
afterAll(async () => {
  await store.close();
  await folder[Symbol.asyncDispose]();
});

/** Whether the snapshot differs after the work. */
const moves = async (work: () => PromiseLike<unknown>): Promise<boolean> => {
  const before = await store.snapshot();
  await work();
  return (await store.snapshot()) !== before;
};

test.each([
  'select 1',
  'select * from content limit 1',
  '  SELECT name from collections',
  'select 1 as for_share',
  'with recursive n (n) as (select 1 union all select n + 1 from n where n < 3) select n from n',
])('a read does not move the snapshot: %s', async (sql) => {
  expect(await moves(() => store.database.pool.knex.raw(sql))).toBe(false);
});

test.each([
  'delete from content',
  "update settings set value = '{}'",
  'with gone as (delete from media returning id) select * from gone',
  'with media_of as (select 1), gone as (delete from media returning id)\nselect * from gone',
  'with found as (select id from users for key share) select id from found',
  'select id from users for update',
  'select id from users for no key update',
  'select id from users\nfor share',
  'select id from users for key share',
  'truncate media',
  'create table more (id integer)',
])('what may write moves the snapshot: %s', async (sql) => {
  expect(await moves(() => store.database.pool.knex.raw(sql))).toBe(true);
});

test('a statement that fails moves the snapshot', async () => {
  const failing = () =>
    store.database.pool.knex.raw('insert into nowhere values (1)').then(null, () => null);
  expect(await moves(failing)).toBe(true);
});

test('a transaction moves the snapshot only if it wrote, at each write and at its end', async () => {
  const read = () => store.database.pool.knex.transaction((inside) => inside.raw('select 1'));
  expect(await moves(read)).toBe(false);
  expect(await moves(() => store.consistently(({ site }) => site.load()))).toBe(false);
  const transaction = await store.database.pool.knex.transaction();
  expect(await moves(() => transaction.raw('delete from content'))).toBe(true);
  expect(await moves(() => transaction.raw('select 1'))).toBe(false);
  expect(await moves(() => transaction.commit())).toBe(true);
  expect(await moves(read)).toBe(false);
});

test('a rollback of a write moves the snapshot: reads in the transaction saw the write', async () => {
  const transaction = await store.database.pool.knex.transaction();
  await transaction.raw('delete from content');
  expect(await moves(() => transaction.rollback())).toBe(true);
});

test('a write moves the snapshot when it starts and again when it ends, and when its connection is lost', () => {
  const writes = new WriteCounter();
  const open = (): { readonly send: (text: string) => void; readonly end: () => void } => {
    const running: (() => void)[] = [];
    const connection = { query: (_: unknown, done: () => void) => running.push(done) };
    writes.watch(connection as never);
    return {
      send: (text) => connection.query({ text }, () => undefined),
      end: () => running.shift()?.(),
    };
  };
  const seen = [writes.snapshot];
  const first = open();
  expect(writes.snapshot).toBe(seen[0]);
  const see = (): number => seen.push(writes.snapshot);
  first.send('begin');
  first.end();
  first.send('delete from content');
  see();
  first.end();
  see();
  open();
  see();
  expect(new Set(seen).size).toBe(4);
});

test('a read of content tells the snapshot', async () => {
  const { contents, site } = store.repositories;
  const { stamp } = await site.load();
  const read = () => contents.list({ limit: 1, offset: 0 }, wholeView, { site: stamp });
  for (let n = 0; n < 2; n += 1) {
    expect(await read()).toMatchObject({ isCurrent: true, snapshot: await store.snapshot() });
    await store.database.pool.knex.raw('delete from content');
  }
});

test('each opening has its own snapshots', async () => {
  const before = await store.snapshot();
  await store.close();
  store = await open();
  expect(await store.snapshot()).not.toBe(before);
});
