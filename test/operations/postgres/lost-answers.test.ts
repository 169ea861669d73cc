import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { startCuttingProxy, type CuttingProxy } from '../../support/postgres/cutting-proxy.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { httpClient, type Answer, type RequestOptions } from '../../support/http/http-client.ts';
import { multipart, multipartType } from '../../support/http/multipart.ts';
import { serveService, type ServedService } from '../../support/service/served-service.ts';
import { tinyGif } from '../../support/media/tiny-gif.ts';

const password = 'correct horse battery';

type Listed = Readonly<Record<string, unknown>>;

/** A write, the statement after which its connection is cut, and how to find out its outcome. */
interface Case {
  readonly title: string;
  readonly cutAfter: string;
  readonly request: () => readonly [path: string, options: RequestOptions];
  /** Whether the change is stored. */
  readonly isStored: () => Promise<boolean>;
  /** The status of the same request when it is sent again: after the change was stored, and if it was not. */
  readonly statusOfRetry: readonly [stored: number, notStored: number];
}

await withPostgres('migrated', (url) => {
  const name = new URL(url).pathname.slice(1);
  const { knex: direct } = openPool({ url, poolMax: 1 }, new SystemTimer());
  let proxy: CuttingProxy;
  let served: ServedService;
  let token = '';
  let collectionId = '';
  let itemId = '';
  let clients = 0;

  const request = (path: string, { headers, ...options }: RequestOptions = {}): Promise<Answer> =>
    httpClient(served.url).request(path, {
      ...options,
      headers: {
        // A new client each time, so that no rate limit applies.
        'X-Forwarded-For': `192.0.2.${(clients += 1)}`,
        ...(token !== '' && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
    });

  const read = async (path: string): Promise<Answer> => {
    const answer = await request(path);
    expect([200, 404]).toContain(answer.status);
    return answer;
  };

  const listContains = async (path: string, member: string, value: string): Promise<boolean> => {
    const { data } = (await read(path)).json() as { readonly data: readonly Listed[] };
    return data.some((each) => each[member] === value);
  };

  const logIn = async (email: string): Promise<Answer> =>
    request('/auth/login', { method: 'POST', json: { email, password } });

  beforeAll(async () => {
    proxy = await startCuttingProxy(new URL(url));
    const through = new URL(url);
    through.port = String(proxy.port);
    served = await serveService({ DATABASE_URL: through.href });
  });

  afterAll(async () => {
    await served[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
    await direct.destroy();
  });

  /** Waits until the server has run what was forwarded to it, and so has decided the outcome of the last write. */
  const settle = async (): Promise<void> => {
    await sleep(100);
    const busy = () =>
      direct('pg_stat_activity').where({ datname: name }).whereNot({ state: 'idle' }).pluck('pid');
    const own = await direct.raw<{ readonly rows: readonly { readonly pid: number }[] }>(
      'select pg_backend_pid() as pid',
    );
    await expect.poll(busy).toEqual(own.rows.map(({ pid }) => pid));
  };

  const item = (): Promise<Answer> => read(`/api/content/${itemId}`);

  const cases: readonly Case[] = [
    {
      title: 'the registration of the first administrator',
      cutAfter: 'COMMIT',
      request: () => [
        '/auth/register',
        { method: 'POST', json: { email: 'ada@example.org', password } },
      ],
      isStored: async () => {
        const answer = await logIn('ada@example.org');
        if (answer.status !== 200) return false;
        token = answer.json().token;
        return answer.json().user.role === 'admin';
      },
      statusOfRetry: [403, 201],
    },
    {
      title: 'a new account',
      cutAfter: 'COMMIT',
      request: () => [
        '/api/users',
        { method: 'POST', json: { email: 'bob@example.org', password } },
      ],
      isStored: async () => (await logIn('bob@example.org')).status === 200,
      statusOfRetry: [409, 201],
    },
    {
      title: 'an API token: its value is lost, but it appears in the list',
      cutAfter: 'COMMIT',
      request: () => ['/api/tokens', { method: 'POST', json: { name: 'web' } }],
      isStored: () => listContains('/api/tokens', 'name', 'web'),
      statusOfRetry: [201, 201],
    },
    {
      title: 'the settings',
      cutAfter: 'COMMIT',
      request: () => ['/api/settings', { method: 'PUT', json: { siteName: 'Kept' } }],
      isStored: async () => (await read('/api/settings')).json().data.siteName === 'Kept',
      statusOfRetry: [200, 200],
    },
    {
      title: 'a new collection',
      cutAfter: 'COMMIT',
      request: () => [
        '/api/collections',
        { method: 'POST', json: { name: 'kept', displayName: 'Kept', schema: {} } },
      ],
      isStored: () => listContains('/api/collections', 'name', 'kept'),
      statusOfRetry: [409, 201],
    },
    {
      title: 'a new item',
      cutAfter: 'content_insert',
      request: () => [
        '/api/content',
        { method: 'POST', json: { collectionId, title: 'Kept item' } },
      ],
      isStored: async () => {
        const { data } = (await read('/api/content')).json();
        if (data.length !== 1) return false;
        itemId = data[0].id;
        return data[0].slug === 'kept-item';
      },
      statusOfRetry: [409, 201],
    },
    {
      title: 'a change of an item',
      cutAfter: 'content_replace',
      request: () => [`/api/content/${itemId}`, { method: 'PUT', json: { title: 'Changed' } }],
      isStored: async () => (await item()).json().data.title === 'Changed',
      statusOfRetry: [200, 200],
    },
    {
      title: 'the deletion of an item',
      cutAfter: 'content_delete',
      request: () => [`/api/content/${itemId}`, { method: 'DELETE' }],
      isStored: async () => (await item()).status === 404,
      statusOfRetry: [404, 200],
    },
    {
      title: 'an upload: its bytes are stored with its record',
      cutAfter: 'media_update',
      request: () => [
        '/api/media/upload',
        {
          method: 'POST',
          headers: { 'Content-Type': multipartType },
          body: multipart([{ name: 'file', filename: 'kept.gif' }, tinyGif]),
        },
      ],
      isStored: async () => {
        const { data } = (await read('/api/media')).json();
        if (data.length === 0) return false;
        const file = await request(new URL(data[0].url).pathname);
        return file.status === 200 && file.text.length > 0;
      },
      statusOfRetry: [201, 201],
    },
  ];

  for (const { title, cutAfter, ...each } of cases) {
    test(`a lost answer from the database leaves the outcome unknown: ${title}`, async () => {
      if (token !== '') {
        const { data } = (await read('/api/collections')).json();
        collectionId = data[0].id;
      }
      const [path, options] = each.request();
      proxy.cutAfter(cutAfter);
      const answer = await request(path, options);
      proxy.heal();
      expect([answer.status, answer.json()]).toEqual([
        503,
        {
          error: 'The database did not confirm the change',
          details: expect.stringContaining('not known whether the change was stored'),
          code: 'dependency_unavailable',
        },
      ]);
      expect(answer.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
      await settle();
      const [whenStored, whenNot] = each.statusOfRetry;
      const expected = (await each.isStored()) ? whenStored : whenNot;
      expect((await request(...each.request())).status).toBe(expected);
      expect(await each.isStored()).toBe(true);
    });
  }

  test('a connection that is lost before the write is sent leaves no doubt: nothing is stored', async () => {
    const created = await request('/api/content', {
      method: 'POST',
      json: { collectionId, title: 'Before' },
    });
    proxy.cutAfter('content_by_id');
    const answer = await request(`/api/content/${created.json().data.id}`, {
      method: 'PUT',
      json: { title: 'Never' },
    });
    proxy.heal();
    expect([answer.status, answer.json()]).toEqual([
      503,
      { error: 'The database is not available at the moment', code: 'dependency_unavailable' },
    ]);
    expect(await listContains('/api/content', 'title', 'Never')).toBe(false);
  });
});
