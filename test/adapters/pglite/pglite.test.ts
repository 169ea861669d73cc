import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, test } from 'vitest';
import { openPgliteStore } from '../../../adapters/pglite/open-pglite-store.ts';
import { openPglite } from '../../../adapters/pglite/open-pglite.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { storeSuites } from '../../conformance/store.ts';
import { registerSuite } from '../../conformance/suite.ts';
import { dataFolder } from '../../support/service/data-folder.ts';
import { openDatabaseSubject } from '../../support/postgres/database-subject.ts';
import { freshDatabase } from '../../support/postgres/fresh-database.ts';

const folder = await dataFolder();
const store = await openPgliteStore(join(folder.path, 'database'), new SystemTimer());

afterAll(async () => {
  await store.close();
  await folder[Symbol.asyncDispose]();
});

/**
 * The beginnings of cases that combine the conditions of statements that other cases send, too. Wherever there is a
 * PostgreSQL server, they run on it alone, in a tenth of the time: PGlite is the same database behind another driver.
 */
const combinations = [
  'QueryRepository: a condition holds',
  'QueryRepository: the pages of a query',
  'QueryRepository: candidates are sorted',
  'QueryRepository, unpublished content: a condition holds',
  'QueryRepository, unpublished content: a scan finds',
  'QueryRepository, unpublished content: the pages of a query',
  'QueryRepository, unpublished content: a followed scan',
  'QueryRepository, unpublished content: candidates are sorted',
  'QueryRepository, languages: its pages',
  'ContentRepository, slugs in lists: it is empty unless',
  'ContentRepository, unpublished content: a list with a slug',
  'ContentRepository, unpublished content: a page is large',
  'ContentRepository, audiences: an item is found by its slug',
  'ContentRepository, audiences: a search finds',
  'SummaryRepository, lists: every combination',
  'Store, references to groups: after random steps',
];

const beginningOf = (suite: string, { name }: { readonly name: string }): string | undefined =>
  combinations.find((beginning) => `${suite}: ${name}`.startsWith(beginning));

const server = await freshDatabase('empty');
const hasServer = !('unavailable' in server);
if (hasServer) await server[Symbol.asyncDispose]();

describe('PGlite', () => {
  for (const { port, cases } of storeSuites) {
    const run = cases.filter((each) => !hasServer || beginningOf(port, each) === undefined);
    registerSuite({ port, cases: run }, openDatabaseSubject(store), test);
  }

  test('each case that may be left out is there', () => {
    const found = storeSuites.flatMap(({ port, cases }) =>
      cases.map((each) => beginningOf(port, each)),
    );
    expect(combinations.filter((beginning) => !found.includes(beginning))).toEqual([]);
  });
});

const modules = {
  pglite: new URL('../../../adapters/pglite/open-pglite.ts', import.meta.url).href,
  repositories: new URL('../../../adapters/postgres/postgres-repositories.ts', import.meta.url)
    .href,
  timer: new URL('../../../adapters/system/system-timer.ts', import.meta.url).href,
};

/** A program that stores tokens in a loop and prints the digest of each stored token. */
const script = (path: string): string => `
  const { openPglite } = await import('${modules.pglite}');
  const { postgresRepositories } = await import('${modules.repositories}');
  const { SystemTimer } = await import('${modules.timer}');
  const { pool } = await openPglite(${JSON.stringify(path)}, new SystemTimer());
  const { apiTokens } = postgresRepositories(pool);
  for (let n = 1; ; n += 1) {
    const digest = String(n).padStart(64, '0');
    await apiTokens.insert({
      id: crypto.randomUUID(), name: '', prefix: '', digest, scope: 'all', createdAt: n,
      expiresAt: undefined, lastUsedAt: undefined,
    });
    process.stdout.write(digest + '\\n');
  }`;

test('acknowledged writes survive a kill of the process', async () => {
  await using folder = await dataFolder();
  const path = join(folder.path, 'database');
  const child = spawn(process.execPath, ['--input-type=module', '-e', script(path)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const acknowledged: string[] = [];
  for await (const digest of createInterface({ input: child.stdout })) {
    acknowledged.push(digest);
    if (acknowledged.length === 200) child.kill('SIGKILL');
  }
  await exited;
  expect(acknowledged.length).toBeGreaterThanOrEqual(200);

  const { pool, close } = await openPglite(path, new SystemTimer());
  const { knex } = pool;
  const stored = new Set<string>(await knex('api_tokens').pluck('digest'));
  expect(acknowledged.filter((digest) => !stored.has(digest))).toEqual([]);
  await close();
});

test('closing the database keeps the data, and vacuums and analyzes only the tables that have changed', async () => {
  await using folder = await dataFolder();
  const path = join(folder.path, 'database');
  const first = await openPglite(path, new SystemTimer());
  await first.pool.knex('settings').insert({ value: '{"siteName":"Kept"}' });
  await first.close();

  const second = await openPglite(path, new SystemTimer());
  expect(await second.pool.knex('settings').pluck('value')).toEqual([{ siteName: 'Kept' }]);
  const [table] = await second.pool.knex('pg_class').where({ relname: 'settings' });
  expect(table).toMatchObject({ reltuples: 1, relallvisible: 1 });
  const [other] = await second.pool.knex('pg_class').where({ relname: 'users' });
  expect(other).toMatchObject({ reltuples: -1 });
  await second.close();
});

test('the connection is kept, whatever is left on it: another one would prepare the same statements again', async () => {
  const { pool } = store.database;
  const ping = () => store.health.ping();
  await ping();
  await pool.knex.raw('begin');
  expect(await ping()).toBeUndefined();
  await pool.knex.raw('create temporary table kept (n int) on commit drop');
  expect(await pool.knex('kept').select()).toEqual([]);
  await pool.knex.raw('rollback');
  expect(await ping()).toBeUndefined();
});
