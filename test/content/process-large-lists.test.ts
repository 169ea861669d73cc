import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { startService } from '../support/service/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const count = 40;

/** Items of slightly less than 2 MiB each. */
const fill = `
  insert into content (id, collection_id, title, slug, status, data, version, created_at, updated_at)
  select gen_random_uuid(), (select id from collections limit 1), 'Title', 'large-' || n, 'published',
    json_build_object('body', repeat('0123456789abcdef', 131000)), 1, n, n
  from generate_series(1, ${count}) as n`;

await withPostgres('migrated', (url) => {
  test('eight concurrent lists of 84 MB need less than 512 MB of memory', async () => {
    await using folder = await temporaryFolder();
    await using service = await startService({
      DATABASE_URL: url,
      DATA_DIR: folder.path,
      JWT_SECRET: 'a secret for tests, of more than thirty-two bytes',
      NODE_OPTIONS: '--max-old-space-size=256',
    });
    await service.ready;
    const { knex } = openPool({ url, poolMax: 1 }, new SystemTimer());
    await knex.raw(fill);
    await knex.destroy();
    // Without `fetch`, whose streams take as long as the service needs for its answer.
    const read = async (): Promise<readonly [number, number]> => {
      const url = `${service.url}/api/content?limit=${count}`;
      const [response] = (await once(get(url), 'response')) as [IncomingMessage];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      await once(response, 'end');
      return [response.statusCode ?? 0, bytes];
    };
    const answers = await Promise.all(Array.from({ length: 8 }, read));
    for (const [status, bytes] of answers) {
      expect(status).toBe(200);
      expect(bytes).toBeGreaterThan(count * 2_000_000);
    }
    if (process.platform !== 'linux') return;
    const status = await readFile(`/proc/${service.child.pid}/status`, 'utf8');
    const most = Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]) / 1024;
    expect(most).toBeLessThan(512);
  }, 120_000);
});
