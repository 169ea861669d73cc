import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.ts';
import { withPostgres } from '../support/fresh-database.ts';
import { httpClient, type Answer, type RequestOptions } from '../support/http-client.ts';
import { multipart, multipartType } from '../support/multipart.ts';
import { serveService, type ServedService } from '../support/served-service.ts';
import { tinyGif } from '../support/tiny-gif.ts';

const password = 'correct horse battery';

type Listed = Readonly<Record<string, unknown>>;

/** A write, what of it the database sees last, and how to find out what became of it. */
interface Case {
  readonly title: string;
  readonly cutAfter: string;
  readonly request: () => readonly [path: string, options: RequestOptions];
  /** Whether the change is there. */
  readonly isKept: () => Promise<boolean>;
  /** What comes of the same request once more: of no harm, whatever it is. */
  readonly again: number;
}

await withPostgres('migrated', (url) => {
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
        // Nobody is to meet a limit here.
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

  const lists = async (path: string, member: string, value: string): Promise<boolean> => {
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
  });

  const item = (): Promise<Answer> => read(`/api/content/${itemId}`);

  const cases: readonly Case[] = [
    {
      title: 'the registration of the first administrator',
      cutAfter: 'COMMIT',
      request: () => [
        '/auth/register',
        { method: 'POST', json: { email: 'ada@example.org', password } },
      ],
      isKept: async () => {
        const answer = await logIn('ada@example.org');
        if (answer.status !== 200) return false;
        token = answer.json().token;
        return answer.json().user.role === 'admin';
      },
      again: 403,
    },
    {
      title: 'a new account',
      cutAfter: 'COMMIT',
      request: () => [
        '/api/users',
        { method: 'POST', json: { email: 'bob@example.org', password } },
      ],
      isKept: async () => (await logIn('bob@example.org')).status === 200,
      again: 409,
    },
    {
      title: 'an API token, which then nobody knows and anybody who administers sees',
      cutAfter: 'insert into "api_tokens"',
      request: () => ['/api/tokens', { method: 'POST', json: { name: 'web' } }],
      isKept: () => lists('/api/tokens', 'name', 'web'),
      again: 201,
    },
    {
      title: 'the settings',
      cutAfter: 'COMMIT',
      request: () => ['/api/settings', { method: 'PUT', json: { siteName: 'Kept' } }],
      isKept: async () => (await read('/api/settings')).json().data.siteName === 'Kept',
      again: 200,
    },
    {
      title: 'a new collection',
      cutAfter: 'insert into "collections"',
      request: () => [
        '/api/collections',
        { method: 'POST', json: { name: 'kept', displayName: 'Kept', schema: {} } },
      ],
      isKept: () => lists('/api/collections', 'name', 'kept'),
      again: 409,
    },
    {
      title: 'a new item',
      cutAfter: 'content_insert',
      request: () => [
        '/api/content',
        { method: 'POST', json: { collectionId, title: 'Kept item' } },
      ],
      isKept: async () => {
        const { data } = (await read('/api/content')).json();
        if (data.length !== 1) return false;
        itemId = data[0].id;
        return data[0].slug === 'kept-item';
      },
      again: 409,
    },
    {
      title: 'a change of an item',
      cutAfter: 'content_replace',
      request: () => [`/api/content/${itemId}`, { method: 'PUT', json: { title: 'Changed' } }],
      isKept: async () => (await item()).json().data.title === 'Changed',
      again: 200,
    },
    {
      title: 'the deletion of an item',
      cutAfter: 'content_delete',
      request: () => [`/api/content/${itemId}`, { method: 'DELETE' }],
      isKept: async () => (await item()).status === 404,
      again: 404,
    },
    {
      title: 'an upload, whose bytes are there with its record',
      cutAfter: 'update "media"',
      request: () => [
        '/api/media/upload',
        {
          method: 'POST',
          headers: { 'Content-Type': multipartType },
          body: multipart([{ name: 'file', filename: 'kept.gif' }, tinyGif]),
        },
      ],
      isKept: async () => {
        const { data } = (await read('/api/media')).json();
        if (data.length === 0) return false;
        const file = await request(new URL(data[0].url).pathname);
        return file.status === 200 && file.text.length > 0;
      },
      again: 201,
    },
  ];

  for (const { title, cutAfter, ...each } of cases) {
    test(`when its answer is lost, nobody claims to know what became of ${title}`, async () => {
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
          details: expect.stringContaining('not known whether the change was kept'),
          code: 'dependency_unavailable',
        },
      ]);
      expect(answer.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
      await expect.poll(each.isKept).toBe(true);
      expect((await request(...each.request())).status).toBe(each.again);
      expect(await each.isKept()).toBe(true);
    });
  }

  test('a request whose connection is gone before anything was sent is not left in doubt', async () => {
    proxy.cutAfter('session_find');
    const answer = await request('/api/content', {
      method: 'POST',
      json: { collectionId, title: 'Never' },
    });
    proxy.heal();
    expect([answer.status, answer.json()]).toEqual([
      503,
      { error: 'The database is not available at the moment', code: 'dependency_unavailable' },
    ]);
    expect(await lists('/api/content', 'title', 'Never')).toBe(false);
  });
});
