import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PostgresStore } from '../../adapters/postgres/postgres-store.ts';
import { operator } from '../../core/index.ts';
import { quoin } from '../support/service/command-line.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { httpClient } from '../support/http/http-client.ts';
import { testSecret } from '../support/core/memory-cms.ts';
import { startOwnRedis, withRedisServers } from '../support/redis/redis-tests.ts';
import { serveService, type ServedService } from '../support/service/served-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const cachedPages = async ({ service, url }: ServedService) => {
  await service.cms.plugins.configure(operator, 'cache', { active: true });
  const read = async (): Promise<readonly string[]> => {
    const answer = await httpClient(url).request('/api/content?limit=10');
    const { data, meta } = answer.json() as {
      readonly data: readonly { readonly title: string }[];
      readonly meta: { readonly cache: { readonly source: string } };
    };
    return [meta.cache.source, ...data.map(({ title }) => title)];
  };
  return read;
};

await withPostgres('migrated', (url) => {
  test('items imported by a command are visible at once in a service without Redis', async () => {
    await using served = await serveService({ DATABASE_URL: url });
    await using folder = await temporaryFolder();
    const read = await cachedPages(served);
    const file = join(folder.path, 'items.ndjson');
    const importItem = async (title: string): Promise<void> => {
      await writeFile(file, JSON.stringify({ title, slug: 'one', collection: 'pages' }));
      // Opens its own service, with its own cache.
      const { exitCode, notices } = await quoin(['import', file], {
        environment: { DATABASE_URL: url, DATA_DIR: folder.path, JWT_SECRET: testSecret },
      });
      expect([exitCode, notices]).toEqual([0, []]);
    };
    for (const title of ['First', 'Second', 'Third']) {
      await read();
      await importItem(title);
      expect(await read()).toEqual(['database', title]);
      expect(await read()).toEqual(['memory', title]);
    }
  }, 60_000);

  withRedisServers(() => {
    test('a service that starts on a restored database serves no stale page from Redis', async () => {
      const redis = await startOwnRedis();
      const env = { DATABASE_URL: url, REDIS_URL: redis.url };
      const before = await serveService(env);
      const [pages] = await before.service.cms.collections.list(operator);
      const { cms } = before.service;
      const item = await cms.content.create(operator, {
        title: 'Given up',
        collectionId: pages!.id,
      });
      const read = await cachedPages(before);
      await read();
      expect(await read()).toContain('Given up');
      const { database } = (await before.service.get('store')) as PostgresStore;
      // With the same version, as in a copy of the database.
      await database.pool.knex('content').where({ id: item.id }).update({ title: 'Restored' });
      await before[Symbol.asyncDispose]();
      await using after = await serveService(env);
      const answer = await httpClient(after.url).request('/api/content?limit=10');
      expect([answer.text.includes('Restored'), answer.text.includes('Given up')]).toEqual([
        true,
        false,
      ]);
    }, 60_000);
  });
});
