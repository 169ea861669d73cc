import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { operator } from '../../core/index.ts';
import { minute } from '../../core/vocabulary.ts';
import { testSecret } from '../support/core/memory-cms.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { httpClient, type Answer, type HttpClient } from '../support/http/http-client.ts';
import { personAt, type Person } from '../support/core/instances.ts';
import { startRedisServer, type RedisServer } from '../support/redis/redis-server.ts';
import { openDirectly, withRedisServers } from '../support/redis/redis-tests.ts';
import { serveService, type ServedService } from '../support/service/served-service.ts';

/** Longer than one answer of Redis may take, on a busy machine; shorter than two such waits and a retry. */
const promptMs = 1_500;

type Direct = Awaited<ReturnType<typeof openDirectly>>;

await withPostgres('migrated', (url) =>
  withRedisServers(() => {
    let redis: RedisServer;
    let first: ServedService;
    let editor: Person;
    /** Another instance, with nothing in its memory. */
    let other: ServedService;
    let client: HttpClient;

    const serve = (env = {}) => serveService({ DATABASE_URL: url, REDIS_URL: redis.url, ...env });

    beforeAll(async () => {
      redis = await startRedisServer();
      first = await serve();
      editor = await personAt({ services: [first] }, 'editor', 'editor');
      const { cms } = first.service;
      const { id } = await cms.collections.get(operator, 'pages');
      await cms.content.create(operator, { collectionId: id, title: 'Here', status: 'published' });
    });
    afterAll(async () => {
      await first[Symbol.asyncDispose]();
      await redis[Symbol.asyncDispose]();
    });
    beforeEach(async () => {
      other = await serve();
      client = httpClient(other.url);
      const isHealthy = async () => {
        const { data } = (await client.request('/api/system/health')).json();
        expect(data.status).toBe('healthy');
      };
      await vi.waitFor(isHealthy, { timeout: 10_000 });
    });
    afterEach(async () => other[Symbol.asyncDispose]());

    const listed = (at: HttpClient): Promise<Answer> => at.request('/api/content');
    const readOwn = (headers: Readonly<Record<string, string>>): Promise<Answer> =>
      client.request('/auth/me', { headers });

    const expectRight = async (source: string): Promise<void> => {
      const answer = await listed(client);
      expect(answer.json().data).toMatchObject([{ title: 'Here' }]);
      expect(answer.headers.get('X-Cache-Source')).toBe(source);
      expect((await readOwn(editor.headers)).status).toBe(200);
      const unsigned = { Authorization: `${editor.headers['Authorization']}x` };
      expect((await readOwn(unsigned)).status).toBe(401);
    };

    /** Makes the first instance share a page and a verified token. @returns their keys. */
    const share = async (direct: Direct): Promise<readonly string[]> => {
      await direct.flushAll();
      const { cms } = first.service;
      // Other keys than before: the first instance has those in its memory.
      await cms.plugins.purgeCache(operator);
      await listed(httpClient(first.url));
      const login = { ...editor.login, client: 'share' };
      const { token } = await cms.accounts.logIn(login);
      const headers = { Authorization: `Bearer ${token}` };
      await httpClient(first.url).request('/auth/me', { headers });
      editor = { ...editor, headers };
      return vi.waitFor(async () => {
        const keys = await direct.keys('quoin:[pv]*');
        expect(keys).toHaveLength(2);
        return keys.toSorted();
      });
    };

    test('an instance uses what another one has shared', async () => {
      await share(await openDirectly(redis.url));
      await expectRight('kv');
    });

    test('an instance with another secret uses nothing of it', async () => {
      await share(await openDirectly(redis.url));
      await using foreign = await serve({ JWT_SECRET: `${testSecret} of another service` });
      const { probes } = await foreign.service.get('ports');
      await vi.waitFor(() => probes.keyValue.ping(), { timeout: 10_000 });
      const answer = await listed(httpClient(foreign.url));
      expect(answer.headers.get('X-Cache-Source')).toBe('database');
    });

    test('no token and no secret is in the shared cache', async () => {
      const direct = await openDirectly(redis.url);
      const keys = await share(direct);
      const values = await Promise.all(keys.map((key) => direct.get(key)));
      const [, token = ''] = editor.headers['Authorization']!.split(' ');
      const signature = token.split('.')[2]!;
      expect(JSON.stringify([keys, values])).not.toContain(signature);
    });

    test('after a flush, everything is read again', async () => {
      const direct = await openDirectly(redis.url);
      await share(direct);
      await direct.flushAll();
      await expectRight('database');
    });

    test.each<readonly [string, (direct: Direct, key: string) => Promise<unknown>]>([
      ['texts', (direct, key) => direct.pSetEx(key, minute, 'rubbish')],
      ['JSON', (direct, key) => direct.pSetEx(key, minute, '{"items":[]}')],
      ['nothing', (direct, key) => direct.pSetEx(key, minute, '')],
      ['lists', async (direct, key) => [await direct.del(key), await direct.lPush(key, 'a')]],
      [
        'a beginning',
        async (direct, key) => direct.pSetEx(key, minute, (await direct.get(key))!.slice(0, 60)),
      ],
    ])('%s in place of what was shared are not used', async (_, spoil) => {
      const direct = await openDirectly(redis.url);
      for (const key of await share(direct)) await spoil(direct, key);
      await expectRight('database');
    });

    test('a forged page is not shown', async () => {
      const direct = await openDirectly(redis.url);
      const [page = ''] = await share(direct);
      const stored = (await direct.get(page))!;
      expect(stored).toContain('Here');
      await direct.pSetEx(page, minute, stored.replace('Here', 'Evil'));
      await expectRight('database');
    });

    test('a forged verification does not make a token valid', async () => {
      const direct = await openDirectly(redis.url);
      const [, verified = ''] = await share(direct);
      const stored = (await direct.get(verified))!;
      expect(stored).toContain(editor.id);
      const token = `${editor.headers['Authorization']!.split(' ')[1]}x`;
      const digest = createHash('sha256').update(token).digest('hex');
      for (const value of [stored.slice(stored.indexOf('{')), stored]) {
        await direct.pSetEx(`quoin:verified-token:${digest}`, minute, value);
        expect((await readOwn({ Authorization: `Bearer ${token}` })).status).toBe(401);
      }
      expect((await readOwn(editor.headers)).status).toBe(200);
    });

    test.each(['stopped', 'slow'])('a Redis that is %s delays no request for long', async (how) => {
      await share(await openDirectly(redis.url));
      if (how === 'slow') redis.hang();
      else await redis.kill();
      try {
        const began = performance.now();
        await expectRight('database');
        expect(performance.now() - began).toBeLessThan(promptMs);
      } finally {
        if (how === 'slow') redis.resume();
        else await redis.restart();
      }
    });
  }),
);
