import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { operator } from '../../core/index.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { startGcsServer, type GcsServer } from '../support/gcs/gcs-server.ts';
import { httpClient, type HttpClient } from '../support/http/http-client.ts';
import { personAt, type Person } from '../support/core/instances.ts';
import { multipart, multipartType } from '../support/http/multipart.ts';
import { startRedisServer, type RedisServer } from '../support/redis/redis-server.ts';
import { withRedisServers } from '../support/redis/redis-tests.ts';
import { recordedLog } from '../support/core/recorded-log.ts';
import { serveService, type ServedService } from '../support/service/served-service.ts';
import { tinyGif } from '../support/media/tiny-gif.ts';

await withPostgres('migrated', (url) =>
  withRedisServers(() => {
    let redis: RedisServer;
    let bucket: GcsServer;
    let served: ServedService;
    let client: HttpClient;
    let editor: Person;
    const log = recordedLog();

    beforeAll(async () => {
      redis = await startRedisServer();
      bucket = await startGcsServer();
      const environment = {
        DATABASE_URL: url,
        REDIS_URL: redis.url,
        GCS_BUCKET: bucket.bucket.name,
        GCS_ENDPOINT: bucket.url,
      };
      served = await serveService(environment, { adapters: { log: () => log } });
      client = httpClient(served.url);
      editor = await personAt({ services: [served] }, 'editor', 'editor');
      await served.service.cms.plugins.configure(operator, 'cache', { active: true });
      const { id } = await served.service.cms.collections.get(operator, 'pages');
      await served.service.cms.content.create(operator, { collectionId: id, title: 'Here' });
    });

    afterAll(async () => {
      await served[Symbol.asyncDispose]();
      await bucket[Symbol.asyncDispose]();
      await redis[Symbol.asyncDispose]();
    });

    const upload = () =>
      client.request('/api/media/upload', {
        method: 'POST',
        headers: { ...editor.headers, 'Content-Type': multipartType },
        body: multipart([{ name: 'file', filename: 'tiny.gif' }, tinyGif]),
      });
    const listed = async () => (await client.request('/api/content')).status;
    const stored = async (): Promise<readonly { readonly id: string; readonly url: string }[]> =>
      (await client.request('/api/media', { headers: editor.headers })).json().data;
    const checks = async () => {
      const { status, checks: parts } = (await client.request('/api/system/health')).json().data;
      return [status, parts.database.status, parts.keyValue.status, parts.storage.status];
    };
    const untilHealthy = () =>
      vi.waitFor(
        async () => expect(await checks()).toEqual(['healthy', 'healthy', 'healthy', 'healthy']),
        {
          timeout: 10_000,
        },
      );

    describe('a bucket that', () => {
      test('is unreachable fails uploads and downloads only, and is used again when it is reachable', async () => {
        const { data } = (await upload()).json();
        const file = new URL(data.url).pathname;
        await untilHealthy();
        bucket.trouble.plan({ kind: 'status', status: 503 }, { times: Infinity });
        await vi.waitFor(
          async () =>
            expect(await checks()).toEqual(['degraded', 'healthy', 'healthy', 'unhealthy']),
          { timeout: 10_000 },
        );
        const rejected = await upload();
        expect([rejected.status, rejected.headers.has('Retry-After')]).toEqual([503, true]);
        expect((await client.request(file)).status).toBe(503);
        expect(await listed()).toBe(200);
        expect(await stored()).toHaveLength(1);
        bucket.trouble.clear();
        expect((await client.request(file)).status).toBe(200);
        await untilHealthy();
        expect((await upload()).status).toBe(201);
      });

      test('loses an acknowledged object makes the upload fail, and no record is stored', async () => {
        const before = (await stored()).length;
        bucket.trouble.plan({ kind: 'discard' }, { step: 'put', times: Infinity });
        expect((await upload()).status).toBe(503);
        bucket.trouble.clear();
        expect(await stored()).toHaveLength(before);
      });
    });

    describe('a Redis that', () => {
      test.each(['hangs', 'dies'])(
        '%s does not block requests, and is used again when it is reachable',
        async (how) => {
          await untilHealthy();
          await listed();
          const before = log.entries.length;
          if (how === 'hangs') redis.hang();
          else await redis.kill();
          const began = performance.now();
          expect(await listed()).toBe(200);
          expect((await client.request('/auth/me', { headers: editor.headers })).status).toBe(200);
          // Only the first request waits for the timeout of a call to Redis.
          expect(performance.now() - began).toBeLessThan(3_000);
          await vi.waitFor(
            async () =>
              expect(await checks()).toEqual(['degraded', 'healthy', 'unhealthy', 'healthy']),
            { timeout: 10_000 },
          );
          if (how === 'hangs') redis.resume();
          else await redis.restart();
          await untilHealthy();
          const said = log.entries.slice(before).filter(({ message }) => /cache/.test(message));
          expect(said.map(({ message }) => message)).toEqual([
            'The shared cache is unreachable; continuing without it',
            'The shared cache is reachable again',
          ]);
          expect(inspect(said[0]?.cause)).toContain('Redis cannot be used');
          await vi.waitFor(
            async () => {
              const { meta } = (await client.request('/api/content')).json();
              expect(meta.cache.hit).toBe(true);
            },
            { timeout: 10_000 },
          );
        },
      );
    });
  }),
);
