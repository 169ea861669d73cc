import type { Knex } from 'knex';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { migrationLock } from '../../../adapters/postgres/connection/transaction.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import type { Pool } from '../../../adapters/postgres/connection/knex-pool.ts';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { quoin } from '../../support/service/command-line.ts';
import { testSecret } from '../../support/core/memory-cms.ts';
import { loadEarlierDatabase } from '../../support/postgres/earlier-database.ts';
import { migrationNames, newNames } from '../../support/postgres/migration-names.ts';
import { multipart, multipartType } from '../../support/http/multipart.ts';
import { withOwnPostgres } from '../../support/postgres/with-own-postgres.ts';
import { startQuoin, type Ended } from '../../support/service/quoin-process.ts';
import { asJson, attempt } from '../../support/service/request-load.ts';
import { serveService } from '../../support/service/served-service.ts';
import { startService } from '../../support/service/service-process.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';
import { tinyGif } from '../../support/media/tiny-gif.ts';

const account = { email: 'ada@example.org', password: 'correct horse battery' };

const upToDate = { exitCode: 0, stdout: 'The database is up to date.\n', stderr: '' };

const list = (word: string) => migrationNames.map((name) => `${word}: ${name}\n`).join('');

const migrated = { exitCode: 0, stdout: list('Done'), stderr: '' };

const behind = { exitCode: 1, stdout: list('To do'), stderr: '' };

await withOwnPostgres((postgres) => {
  const { knex: server } = openPool({ url: postgres.url, poolMax: 1 }, new SystemTimer());
  let count = 0;
  let url = '';
  let pool: Pool;
  let knex: Knex;
  let folder: TemporaryFolder;

  beforeEach(async () => {
    const name = `schema_${(count += 1)}`;
    await server.raw('create database ??', [name]);
    const address = new URL(postgres.url);
    address.pathname = `/${name}`;
    url = address.href;
    pool = openPool({ url, poolMax: 3 }, new SystemTimer());
    ({ knex } = pool);
    folder = await temporaryFolder();
  });

  afterEach(async () => {
    await knex.destroy();
    await folder[Symbol.asyncDispose]();
  });

  afterAll(() => server.destroy());

  const environment = (address = url) => ({
    DATABASE_URL: address,
    JWT_SECRET: testSecret,
    DATA_DIR: folder.path,
  });

  /** Runs `quoin migrate` in this process, which is faster than starting another. */
  const migrate = async (args: readonly string[] = [], address = url): Promise<Ended> => {
    const { exitCode, printed, notices } = await quoin(['migrate', ...args], {
      environment: environment(address),
    });
    const lines = (sentences: readonly string[]): string =>
      sentences.map((sentence) => `${sentence}\n`).join('');
    return { exitCode, stdout: lines(printed), stderr: lines(notices) };
  };

  const tables = (): Promise<readonly string[]> =>
    knex('pg_tables').where({ schemaname: 'public' }).pluck('tablename');

  const waiting = async (): Promise<number> => {
    const { rows } = await knex.raw(
      'select count(*)::integer as count from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
    );
    return rows[0].count;
  };

  test('a database with another encoding than UTF8 is not migrated', async () => {
    await server.raw(
      "create database latin encoding 'LATIN1' template template0 lc_collate 'C' lc_ctype 'C'",
    );
    const result = await migrate([], url.replace(/schema_\d+$/, 'latin'));
    expect(result).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(/has the encoding LATIN1, .*encoding 'UTF8'/),
    });
    expect(await migrate(['--check'], url.replace(/schema_\d+$/, 'latin'))).toEqual(behind);
  });

  test('a role without a schema in its search_path gets a sentence', async () => {
    const [name] = /schema_\d+$/.exec(url) ?? [''];
    await server.raw("alter database ?? set search_path = ''", [name]);
    expect(await migrate()).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^No schema in the search_path .* set search_path = public\n$/),
    });
  });

  test('of two concurrent migrations, one takes the steps, and both succeed', async () => {
    const held = await knex.transaction();
    await held.raw(migrationLock);
    const both = [1, 2].map(() => migrate());
    await expect.poll(waiting, { timeout: 20_000 }).toBe(2);
    await held.commit();
    const ended = await Promise.all(both);
    expect(ended).toEqual(expect.arrayContaining([migrated, upToDate]));
  });

  test('migrate --check reports that the schema is up to date, or the pending steps', async () => {
    expect(await migrate(['--check'])).toEqual(behind);
    expect(await tables()).toEqual([]);
    expect(await migrate()).toEqual(migrated);
    expect(await migrate(['--check'])).toEqual(upToDate);
  });

  test('an older program rejects a newer schema in one sentence and does not start', async () => {
    await migrate();
    await knex('schema_migrations').insert({ name: '9999-later', batch: 2 });
    const sentence =
      'The database was migrated by a newer version of this program (unknown: 9999-later). Run that version or a newer one\n';
    const rejected = { exitCode: 1, stdout: '', stderr: sentence };
    expect(await migrate(['--check'])).toEqual(rejected);
    expect(await migrate()).toEqual(rejected);
    await using service = await startService({ ...environment(), LOG_LEVEL: 'error' });
    expect(await service.ended).toBe(1);
    expect(service.output()).toBe(sentence);
  });

  test('a migration that is killed changes nothing, and the next start migrates', async () => {
    const blocker = await knex.transaction();
    await blocker.raw('create table media (id integer)');
    const { child, ended } = startQuoin(['migrate'], environment());
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    child.kill('SIGKILL');
    await ended;
    expect(await tables()).toEqual([]);
    await using service = await startService(environment());
    await expect.poll(waiting, { timeout: 20_000 }).toBe(2);
    await blocker.rollback();
    await service.ready;
    expect((await fetch(`${service.url}/api/content`)).status).toBe(200);
    expect(await migrate(['--check'])).toEqual(upToDate);
  });

  test('the names of steps before 0.1.0 are replaced by the owner, not by a role that reads and writes rows', async () => {
    await loadEarlierDatabase(knex, '0037-readers');
    await knex.raw(`
      create role rows_of_before login;
      grant select, insert, update, delete on all tables in schema public to rows_of_before;
      grant select on all sequences in schema public to rows_of_before`);
    const address = new URL(url);
    address.username = 'rows_of_before';
    const lines = (state: string): string =>
      ['0100-names', ...newNames].map((name) => `${state}: ${name}\n`).join('');
    const toDo = { exitCode: 1, stdout: lines('To do'), stderr: '' };
    expect(await migrate(['--check'], address.href)).toEqual(toDo);
    expect(await migrate([], address.href)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The role in DATABASE_URL may not .* 'quoin migrate'.*\n$/),
    });
    expect(await migrate(['--check'])).toEqual(toDo);
    const { stdout } = await migrate(['--plan']);
    expect(stdout).toMatch(/^-- 0100-names\n\ndelete from schema_migrations [^]*'0124-readers'/);
    expect(await migrate()).toEqual({ exitCode: 0, stdout: lines('Done'), stderr: '' });
    expect(await migrate(['--check'], address.href)).toEqual(upToDate);
  });

  test('a role that can only read and write rows can run the service, but not migrate', async () => {
    await knex.raw(`
      create role owner_role login;
      create role rows_only login;
      grant all on schema public to owner_role;
      revoke create on schema public from public;
      alter default privileges for role owner_role grant select, insert, update, delete on tables to rows_only`);
    const as = (role: string): string => {
      const address = new URL(url);
      address.username = role;
      return address.href;
    };
    const rejected = await migrate([], as('rows_only'));
    expect(rejected).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The role in DATABASE_URL may not .* 'quoin migrate'.*\n$/),
    });
    expect(await migrate([], as('owner_role'))).toEqual(migrated);
    expect(await migrate(['--check'], as('rows_only'))).toEqual(upToDate);

    await using served = await serveService({ DATABASE_URL: as('rows_only') });
    const send = (path: string, init: RequestInit) => attempt(`${served.url}${path}`, init);
    const { token } = JSON.parse((await send('/auth/register', asJson('POST', account))).body);
    const headers = { Authorization: `Bearer ${token}` };
    const collections = JSON.parse((await send('/api/collections', {})).body);
    const collectionId: string = collections.data[0].id;
    const idFrom = async (path: string, init: RequestInit): Promise<string> => {
      const { status, body } = await send(path, init);
      expect([path, status]).toEqual([path, 201]);
      return JSON.parse(body).data.id;
    };
    const post = (body: object) => asJson('POST', body, token);
    const item = await idFrom(
      '/api/content',
      post({ collectionId, title: 'By a role without rights to the schema' }),
    );
    const user = await idFrom('/api/users', post({ ...account, email: 'bob@example.org' }));
    const key = await idFrom('/api/tokens', post({ name: 'web' }));
    const other = { name: 'other', displayName: 'Other', schema: {} };
    await idFrom('/api/collections', post(other));
    const form = multipart([{ name: 'file', filename: 'a.gif' }, tinyGif]);
    const type = { ...headers, 'Content-Type': multipartType };
    const file = await idFrom('/api/media/upload', { method: 'POST', headers: type, body: form });
    const grants = { permissions: [{ collection: 'other', role: 'editor' }] };
    for (const [path, init] of [
      [`/api/content/${item}`, asJson('PUT', { title: 'Changed' }, token)],
      [`/api/users/${user}/permissions`, asJson('PUT', grants, token)],
      [`/api/media/${file}`, asJson('PUT', { alt: 'Changed' }, token)],
      ['/api/settings', asJson('PUT', { siteName: 'Changed' }, token)],
      ['/api/transfer/export', { headers }],
      ...[
        `content/${item}`,
        `users/${user}`,
        `tokens/${key}`,
        `media/${file}`,
        'collections/other',
      ].map((path) => [`/api/${path}`, { method: 'DELETE', headers }] as const),
      ['/auth/logout', asJson('POST', {}, token)],
    ] as const) {
      const { status } = await send(path, init);
      expect([path, status < 300 ? 'done' : status]).toEqual([path, 'done']);
    }
  });
});
