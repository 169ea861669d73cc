import { afterAll, describe, expect, test } from 'vitest';
import { openPostgresStore } from '../../../adapters/postgres/open-postgres-store.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { times } from '../../conformance/cases.ts';
import { collectionId, contentId, userId } from '../../conformance/samples.ts';
import { storeSuites } from '../../conformance/store.ts';
import { registerSuite } from '../../conformance/suite.ts';
import { openDatabaseSubject } from '../../support/postgres/database-subject.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import type { SentStatement } from '../../support/postgres/query-plan.ts';
import { mistakeInAddress, readAddress } from '../../../adapters/postgres/connection/address.ts';
import { permanentFailureOf } from '../../../adapters/postgres/connection/operator-errors.ts';
import { DomainError, type Basis } from '../../../core/store.ts';
import { parseSlug } from '../../../core/vocabulary.ts';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { withView } from '../../conformance/content/views.ts';
import {
  isPgbouncerInstalled,
  keepsStatements,
  startPgbouncer,
} from '../../support/postgres/pgbouncer.ts';

await withPostgres('migrated', (url) => {
  const store = openPostgresStore({ url, poolMax: 10 }, new SystemTimer());
  afterAll(() => store.close());

  /** The texts of all statements that were sent, by name. */
  const texts = new Map<string, Set<string>>();
  store.database.pool.knex.on('query', ({ sql, options }: SentStatement) => {
    const name = options?.name ?? '';
    if (name !== '') texts.set(name, (texts.get(name) ?? new Set()).add(sql));
  });

  for (const suite of storeSuites) registerSuite(suite, openDatabaseSubject(store), test);

  /** Sends the lists with every combination of conditions, as every caller. */
  const sendLists = async (): Promise<void> => {
    const { contents, summaries } = store.repositories;
    const filters = [{}, { status: 'published' as const }].flatMap((status) =>
      [{}, { collectionId: collectionId(1) }].flatMap((collection) =>
        (['all', [collectionId(1)], times(20, collectionId)] as const).map((within) => ({
          ...status,
          ...collection,
          within,
        })),
      ),
    );
    const pages = [
      { limit: 10, offset: 0 },
      { limit: 10, offset: 20 },
      { limit: 1_000, offset: 0 },
    ];
    for (const kind of [undefined, 'session', 'token'] as const) {
      const caller = kind && { kind, id: contentId(1), stamp: '' };
      const basis: Basis = { site: '', collection: 'posts', caller };
      for (const filter of filters) {
        const [conditions, view] = withView(filter);
        await contents.listAmong({ ...conditions, ids: [contentId(1)] }, view, basis);
        const [page] = pages;
        await summaries.list({ ...filter, ...page!, order: 'updated', authorId: userId(1) }, basis);
        for (const query of pages.flatMap((each) => [each, { ...each, slug: parseSlug('a') }])) {
          await contents.list({ ...conditions, ...query }, view, basis);
          await contents.tagOf({ ...conditions, ...query }, view, basis);
        }
      }
    }
  };

  test('every statement has a name of its own, of at most 63 bytes', async () => {
    await sendLists();
    expect(texts.size).toBeGreaterThan(50);
    for (const [name, sent] of texts) {
      expect(sent.size, name).toBe(1);
      expect(Buffer.byteLength(name), name).toBeLessThanOrEqual(63);
    }
  });
});

test('an address may name a socket instead of a host; its timeouts are still read', () => {
  const address = 'postgres://quoin@/quoin?host=/var/run/postgresql&lock_timeout=3s';
  expect(mistakeInAddress(address)).toBeUndefined();
  expect(readAddress(address)).toEqual({
    connectionString: 'postgres://quoin@/quoin?host=%2Fvar%2Frun%2Fpostgresql',
    timeouts: { lock_timeout: '3s' },
  });
});

test('a URL without the protocol of PostgreSQL is a mistake', () => {
  const form = 'must start with postgres:// or postgresql://';
  for (const text of ['postgres', '/var/run/postgresql', 'mysql://a@/b', 'http://a/b']) {
    expect(mistakeInAddress(text)).toBe(form);
  }
});

test('an unknown sslmode is a mistake', () => {
  expect(mistakeInAddress('postgres://a/b?sslmode=verify-full')).toBeUndefined();
  expect(mistakeInAddress('postgres://a/b?sslmode=verifyfull')).toContain('sslmode');
});

/** As PgBouncer reports all of its errors. */
const poolerError = (message: string): DomainError => {
  const cause = Object.assign(new Error(message), { severity: 'FATAL', code: '08P01' });
  return new DomainError('dependency_unavailable', 'The database is unavailable', { cause });
};

test('a parameter that a pooler rejects is permanent', () => {
  for (const message of [
    'unsupported startup parameter: options',
    'unsupported startup parameter in options: work_mem',
  ]) {
    expect(permanentFailureOf(poolerError(message))).toBe(
      'A connection pooler rejects a parameter of DATABASE_URL',
    );
  }
});

test('a pooler whose server restarts is waited for', () => {
  const message =
    'server login has been failing, cached error: the database system is in recovery mode (server_login_retry)';
  expect(permanentFailureOf(poolerError(message))).toBeUndefined();
});

const isRequired = process.env['REQUIRE_SERVICES'] === '1';

await withPostgres('migrated', (url) => {
  const attempt = async (through: string): Promise<unknown> => {
    const store = openPostgresStore({ url: through, poolMax: 4 }, new SystemTimer());
    try {
      return await store.pendingMigrations();
    } catch (error) {
      return error;
    } finally {
      await store.close();
    }
  };

  test('a server keeps statements', async () => {
    expect(await attempt(url)).toEqual([]);
  });

  test('a server before version 15 is rejected at the start', async () => {
    const { knex: database } = openPool({ url, poolMax: 1 }, new SystemTimer());
    await database.raw(`create schema old;
      create function old.current_setting(text) returns text language sql as $$ select '140011' $$`);
    await database.destroy();
    const old = new URL(url);
    old.searchParams.set('options', '-c search_path=old,pg_catalog,public');
    expect(await attempt(old.href)).toMatchObject({
      name: 'UnusableSchema',
      message: expect.stringContaining('PostgreSQL 14, which is too old'),
    });
  });

  describe.skipIf(!isRequired && !isPgbouncerInstalled())('through PgBouncer', () => {
    test('a pooler in session mode keeps statements', async () => {
      await using pooler = await startPgbouncer(url, 'session');
      expect(await attempt(pooler.url)).toEqual([]);
    });

    test('a pooler in transaction mode is rejected at the start, unless it keeps statements', async () => {
      await using pooler = await startPgbouncer(url, 'transaction');
      const rejection = expect.objectContaining({
        name: 'UnusableSchema',
        message: expect.stringContaining('loses prepared statements'),
      });
      expect(await attempt(pooler.url)).toEqual(keepsStatements() ? [] : rejection);
    });
  });
});
