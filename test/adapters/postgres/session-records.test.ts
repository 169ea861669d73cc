import { afterAll, expect, test } from 'vitest';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { pendingMigrations } from '../../../adapters/postgres/migrations/migrate.ts';
import { postgresRepositories } from '../../../adapters/postgres/postgres-repositories.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { sampleSession, sampleUser, sessionId, userId } from '../../conformance/samples.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { nameOf, sentBy } from '../../support/postgres/query-plan.ts';

await withPostgres('empty', (url) => {
  const pool = openPool({ url, poolMax: 2 }, new SystemTimer());
  afterAll(() => pool.close());

  /** As the version before 0125 stores a session. */
  const insertFormerly = (n: number) =>
    pool.knex.raw(
      'insert into sessions (id, user_id, created_at, expires_at) select ?, id, ?, ? from users where id = ?',
      [sessionId(n), n * 1_000, 8.64e15, userId(1)],
    );

  /** As a version before 0130 stores an account. */
  const insertUserFormerly = () => {
    const { id, email, username, role, passwordHash } = sampleUser(1);
    const values = [id, email, username, username.toLowerCase(), role, passwordHash, 1, 1];
    return pool.knex.raw(
      'insert into users (id, email, username, username_key, first_name, last_name, role, is_active, password_hash, ' +
        "created_at, updated_at) values (?, ?, ?, ?, '', '', ?, true, ?, ?, ?)",
      values as never,
    );
  };

  test('sessions of the version before stay valid, and have sensible values', async () => {
    const steps = await pendingMigrations(pool);
    const at = steps.findIndex(({ name }) => name === '0125-sessions');
    for (const { sql } of steps.slice(0, at)) await pool.knex.raw(sql);
    const { sessions } = postgresRepositories(pool);
    await insertUserFormerly();
    await insertFormerly(1);
    await insertFormerly(2);
    for (const { sql } of steps.slice(at)) await pool.knex.raw(sql);
    const before = Date.now() - 60_000;
    await insertFormerly(3);
    const [third, second, first] = await sessions.listByUser(userId(1));
    const common = {
      address: undefined,
      client: undefined,
      method: 'password',
      secondFactor: false,
    };
    expect(first).toMatchObject({
      ...common,
      id: sessionId(1),
      createdAt: 1_000,
      lastSeenAt: 1_000,
    });
    expect(second).toMatchObject({ ...common, id: sessionId(2), lastSeenAt: 2_000 });
    expect(third).toMatchObject({ ...common, id: sessionId(3), createdAt: 3_000 });
    expect(third?.lastSeenAt).toBeGreaterThan(before);
    expect(new Set([first, second, third].map((each) => each?.publicId)).size).toBe(3);
    expect(first).toMatchObject((await sessions.find(sessionId(1)))!.session);
    expect(await sessions.lastSignIns([userId(1)])).toEqual(new Map([[userId(1), 2_000]]));
  });

  test('a login, a request and the use of a session are one statement each', async () => {
    const { sessions } = postgresRepositories(pool);
    const { passwordHash } = sampleUser(1);
    const session = sampleSession(7);
    const sent = await sentBy(pool.knex, async () => {
      expect(await sessions.insert(session, passwordHash)).toBe(true);
      expect(session).toMatchObject((await sessions.find(session.id))!.session);
      await sessions.storeSeen(session.id, session.lastSeenAt, session.lastSeenAt + 1);
    });
    expect(sent.map(nameOf)).toEqual(['session_insert', 'session_find', 'session_seen']);
  });

  test('concurrent logins of one account are all stored', async () => {
    const { sessions } = postgresRepositories(pool);
    const { passwordHash } = sampleUser(1);
    const numbers = Array.from({ length: 20 }, (_, n) => 100 + n);
    const stored = await Promise.all(
      numbers.map((n) => sessions.insert(sampleSession(n), passwordHash)),
    );
    expect(stored).toEqual(numbers.map(() => true));
    const [last] = (await sessions.lastSignIns([userId(1)])).values();
    expect(last).toBe(sampleSession(119).createdAt);
  });
});
