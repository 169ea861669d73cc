import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresStore } from '../../../adapters/postgres/open-postgres-store.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { fieldIndexesOf } from '../../../core/store.ts';
import { minute } from '../../../core/vocabulary.ts';
import { contentId, sampleCollection, userId } from '../../conformance/samples.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import {
  isPgbouncerInstalled,
  keepsStatements,
  startPgbouncer,
} from '../../support/postgres/pgbouncer.ts';

const never = { aborted: false };
const isRequired = process.env['REQUIRE_SERVICES'] === '1';

await withPostgres('migrated', (url) => {
  const open = (address: string) =>
    openPostgresStore({ url: address, poolMax: 1 }, new SystemTimer());
  const living = open(url);
  type TestStore = typeof living;

  /** As the end of the process does, however it ends. */
  const endConnections = async ({ database }: TestStore): Promise<void> => {
    const { rows } = await database.pool.knex.raw('select pg_backend_pid() as pid');
    await living.database.pool.knex.raw('select pg_terminate_backend(?, 10000)', [rows[0].pid]);
  };

  const attempt = (n: number) => ({
    userId: userId(n),
    key: 'a key',
    id: contentId(n),
    digest: 'digest',
  });
  const limits = { leaseMs: minute, lifetimeMs: minute, maxCount: 10, maxBytes: 10_000 };
  const indexesOf = (type: 'number' | 'boolean') =>
    fieldIndexesOf(
      sampleCollection(1, {
        schema: { type: 'object', properties: { field: { type, indexed: true } }, required: [] },
      }),
    );
  const step = { leaseMs: minute, intervalMs: 0 };

  interface Claim {
    readonly title: string;
    readonly take: (store: TestStore) => Promise<boolean>;
  }

  const claims: readonly Claim[] = [
    {
      title: 'a key',
      take: async ({ repositories: { receipts } }) =>
        (await receipts.reserve(attempt(1), limits)).kind === 'reserved',
    },
    {
      title: 'a step of the index of the search',
      take: async ({ repositories: { search } }) => (await search.claimStep(step)) !== undefined,
    },
    {
      title: 'the build of indexes',
      take: (store) => {
        const { indexes } = store.repositories;
        const built = Promise.withResolvers<boolean>();
        let calls = 0;
        const wanted = async () => {
          calls += 1;
          if (calls === 1) return indexesOf(store === living ? 'number' : 'boolean');
          // What was built is left as it is, and the claim is held.
          built.resolve(true);
          return Promise.withResolvers<never>().promise;
        };
        void indexes.maintain(wanted, 0, never).then(built.resolve, built.reject);
        return built.promise;
      },
    },
  ];

  beforeAll(async () => {
    // A connection is marked before the first claim.
    await living.pendingMigrations();
  });
  afterAll(() => living.close());

  const expectToPass = async ({ take }: Claim, ended: TestStore): Promise<void> => {
    await ended.pendingMigrations();
    expect(await take(ended)).toBe(true);
    expect(await take(living)).toBe(false);
    await endConnections(ended);
  };

  test.each(claims)('$title is free when the process that had it has ended', async (claim) => {
    const ended = open(url);
    await expectToPass(claim, ended);
    expect(await claim.take(living)).toBe(true);
    await ended.close();
  });

  test('a claim is held as long as one connection of its process is open', async () => {
    const store = openPostgresStore({ url, poolMax: 2 }, new SystemTimer());
    const pidOf = async () =>
      (await store.database.pool.knex.raw('select pg_backend_pid() as pid, pg_sleep(0.1)')).rows[0]
        .pid;
    const [first, second] = await Promise.all([pidOf(), pidOf()]);
    expect(first).not.toBe(second);
    expect(await store.repositories.receipts.reserve(attempt(2), limits)).toEqual({
      kind: 'reserved',
    });
    await living.database.pool.knex.raw('select pg_terminate_backend(?, 10000)', [first]);
    expect(await living.repositories.receipts.reserve(attempt(2), limits)).toMatchObject({
      kind: 'running',
    });
    await store.close();
  });

  describe.skipIf(!isRequired && !isPgbouncerInstalled())('through PgBouncer', () => {
    const modes = keepsStatements()
      ? (['session', 'transaction'] as const)
      : (['session'] as const);
    test.each(modes)(
      'in %s mode, a claim of a process that has ended is held until its time is over',
      async (mode) => {
        await using pooler = await startPgbouncer(url, mode);
        const ended = open(pooler.url);
        const { receipts } = ended.repositories;
        await ended.pendingMigrations();
        const mine = { ...attempt(3), key: mode };
        expect(await receipts.reserve(mine, limits)).toEqual({ kind: 'reserved' });
        await ended.close();
        const state = await living.repositories.receipts.reserve(
          { ...mine, id: contentId(4) },
          limits,
        );
        expect(state).toMatchObject({ kind: 'running' });
      },
    );
  });
});
