import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { multipart, multipartType } from '../../support/http/multipart.ts';
import {
  asJson,
  attempt,
  countStatuses,
  type Outcome,
} from '../../support/service/request-load.ts';
import { serveService, type ServedService } from '../../support/service/served-service.ts';
import { tinyGif } from '../../support/media/tiny-gif.ts';

const account = { email: 'ada@example.org', password: 'correct horse battery' };

/** In milliseconds. Longer than waiting for a connection and then for a lock, on a busy machine. */
const answerMaxMs = 20_000;

await withPostgres('migrated', (url) => {
  const name = new URL(url).pathname.slice(1);
  const { knex: direct } = openPool({ url, poolMax: 2 }, new SystemTimer());
  let served: ServedService;
  let token = '';
  let apiToken = '';
  let collectionId = '';
  let itemId = '';

  const send = (path: string, init: RequestInit = {}): Promise<Outcome> =>
    attempt(`${served.url}${path}`, init);

  const dataOf = ({ body }: Outcome) => JSON.parse(body).data;

  const create = (title: string): Promise<Outcome> =>
    send('/api/content', asJson('POST', { collectionId, title }, token));

  const upload = (): Promise<Outcome> =>
    send('/api/media/upload', {
      method: 'POST',
      headers: { 'Content-Type': multipartType, Authorization: `Bearer ${token}` },
      body: multipart([{ name: 'file', filename: 'a.gif' }, tinyGif]),
    });

  const readAs = (bearer: string): Promise<Outcome> =>
    send(`/api/content/${itemId}`, { headers: { Authorization: `Bearer ${bearer}` } });

  const expectUnavailable = ({ status, retryAfter, body }: Outcome): void => {
    expect([status, retryAfter]).toEqual([503, expect.stringMatching(/^[1-9]\d*$/)]);
    expect(body).not.toContain('not known whether');
  };

  beforeAll(async () => {
    served = await serveService({
      DATABASE_URL: `${url}?lock_timeout=800`,
      DATABASE_POOL_MAX: '4',
    });
    token = JSON.parse((await send('/auth/register', asJson('POST', account))).body).token;
    collectionId = dataOf(await send('/api/collections'))[0].id;
    itemId = dataOf(await create('The first')).id;
    const made = await send('/api/tokens', asJson('POST', { name: 'web' }, token));
    apiToken = dataOf(made).token;
  });

  afterAll(async () => {
    await direct.destroy();
    await served[Symbol.asyncDispose]();
  });

  test('while another session locks the content, writes time out and reads succeed', async () => {
    const lock = await direct.transaction();
    await lock.raw('lock table content in exclusive mode');
    const writes = Promise.all([
      ...Array.from({ length: 20 }, (_, n) => create(`Locked ${n}`)),
      send(`/api/content/${itemId}`, asJson('PUT', { title: 'Locked' }, token)),
      send(`/api/content/${itemId}`, asJson('DELETE', {}, token)),
    ]);
    let isDone = false;
    void writes.then(() => (isDone = true));
    const reads: Outcome[] = [];
    while (!isDone) reads.push(await readAs(token), await send('/api/content'));
    for (const each of await writes) {
      expectUnavailable(each);
      expect(each.endedAt - each.startedAt).toBeLessThan(answerMaxMs);
    }
    expect(reads.length).toBeGreaterThan(10);
    expect(countStatuses(reads)).toEqual({ 200: reads.length });
    await lock.commit();
    expect(dataOf(await send('/api/content'))).toMatchObject([{ title: 'The first' }]);
    expect((await create('Unlocked')).status).toBe(201);
  });

  test('a burst while the database does not answer gets 503 in time, and leaves no statement running', async () => {
    const lock = await direct.transaction();
    await lock.raw('lock table content in access exclusive mode');
    const burst = await Promise.all(Array.from({ length: 200 }, () => send('/api/content')));
    await lock.commit();
    for (const each of burst) {
      expectUnavailable(each);
      expect(each.endedAt - each.startedAt).toBeLessThan(answerMaxMs);
    }
    const after = await Promise.all(Array.from({ length: 50 }, () => send('/api/content')));
    expect(countStatuses(after)).toEqual({ 200: 50 });
    const connections = direct('pg_stat_activity')
      .where({ datname: name })
      .whereNot({
        pid: direct.raw('pg_backend_pid()'),
      });
    expect((await connections.clone().pluck('state')).filter((state) => state !== 'idle')).toEqual(
      [],
    );
  });

  test('a statement that takes too long times out, and nothing is stored', async () => {
    await using shortTimeout = await serveService({
      DATABASE_URL: `${url}?lock_timeout=0&statement_timeout=300`,
    });
    const lock = await direct.transaction();
    await lock.raw('lock table content in access exclusive mode');
    const content = `${shortTimeout.url}/api/content`;
    const outcomes = [
      await attempt(content, {}),
      await attempt(content, asJson('POST', { collectionId, title: 'Slow' }, token)),
    ];
    await lock.commit();
    for (const each of outcomes) expectUnavailable(each);
    expect(await direct('content').where({ title: 'Slow' })).toEqual([]);
  });

  test('a read-only server still answers reads, and writes succeed again when it accepts them', async () => {
    await direct.raw('alter database ?? set default_transaction_read_only = on', [name]);
    await direct.raw(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = ? and pid <> pg_backend_pid()',
      [name],
    );
    // The pool notices lost connections when it next uses them: here, all of them at once.
    const readStatuses = async (): Promise<ReadonlySet<number>> => {
      const reads = Array.from({ length: 20 }, () => send('/api/content'));
      return new Set((await Promise.all(reads)).map(({ status }) => status));
    };
    await expect.poll(readStatuses).toEqual(new Set([200]));
    for (const path of ['/api/content', '/api/collections', '/api/settings', '/auth/me']) {
      const answer = await send(path, { headers: { Authorization: `Bearer ${token}` } });
      expect([path, answer.status]).toEqual([path, 200]);
    }
    // A read also stores the time of the token's last use. That write fails, the read must not.
    const byToken = await send(`/api/content/${itemId}`, { headers: { 'X-API-Key': apiToken } });
    expect(byToken.status).toBe(200);
    // The first write can still meet a lost connection of the pool.
    const isExplained = async (): Promise<string> => (await create('Read only')).body;
    await expect.poll(isExplained).toContain('is read-only');
    for (const rejected of [
      await create('Read only'),
      await send(`/api/content/${itemId}`, asJson('PUT', { title: 'Read only' }, token)),
      await send(`/api/content/${itemId}`, asJson('DELETE', {}, token)),
      await send('/api/settings', asJson('PUT', { siteName: 'Read only' }, token)),
      await send('/auth/login', asJson('POST', account)),
      await upload(),
    ]) {
      expectUnavailable(rejected);
      expect(rejected.body).toContain('is read-only');
    }
    // A check is at most a second old.
    const healthNow = async (): Promise<unknown> => {
      const { status, body } = await send('/api/system/health');
      return [status, JSON.parse(body)];
    };
    await expect
      .poll(healthNow)
      .toMatchObject([
        200,
        { data: { status: 'degraded', checks: { database: { status: 'degraded' } } } },
      ]);
    await direct.raw('set default_transaction_read_only = off');
    await direct.raw('alter database ?? reset default_transaction_read_only', [name]);
    const isWritten = async (): Promise<boolean> => (await create('Writable')).status === 201;
    await expect.poll(isWritten, { timeout: 5_000 }).toBe(true);
    expect((await upload()).status).toBe(201);
  });
});
