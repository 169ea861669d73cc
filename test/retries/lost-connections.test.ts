import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { operator } from '../../core/index.ts';
import { personAt, type Person } from '../support/core/instances.ts';
import { httpClient, type Answer, type RequestOptions } from '../support/http/http-client.ts';
import { multipart, multipartType } from '../support/http/multipart.ts';
import { tinyGif } from '../support/media/tiny-gif.ts';
import { startCuttingProxy, type CuttingProxy } from '../support/postgres/cutting-proxy.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { serveService, type ServedService } from '../support/service/served-service.ts';

/** What a write needs before it, and the write itself. */
interface Write {
  readonly title: string;
  /** The name of the statement that writes begins with this. */
  readonly statement: string;
  /** Creates what the write changes. @returns its path. */
  readonly prepare?: (name: string) => Promise<string>;
  readonly request: (name: string, path: string) => readonly [path: string, RequestOptions];
  readonly status: number;
  /** How often the write was made: by what is stored now. */
  readonly count: (name: string, path: string) => Promise<number>;
}

await withPostgres('migrated', (url) => {
  const { knex: direct } = openPool({ url, poolMax: 1 }, new SystemTimer());
  let proxy: CuttingProxy;
  let served: ServedService;
  let admin: Person;
  let collectionId: string;

  beforeAll(async () => {
    proxy = await startCuttingProxy(new URL(url));
    const through = new URL(url);
    through.port = String(proxy.port);
    served = await serveService({ DATABASE_URL: through.href });
    admin = await personAt({ services: [served] }, 'admin', 'writer');
    collectionId = (await served.service.cms.collections.list(operator))[0]?.id ?? '';
  });

  afterAll(async () => {
    await served[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
    await direct.destroy();
  });

  const request = (path: string, { headers, ...options }: RequestOptions = {}): Promise<Answer> =>
    httpClient(served.url).request(path, { ...options, headers: { ...admin.headers, ...headers } });

  /** Waits until the server has decided the outcome of what was forwarded to it. */
  const settle = async (): Promise<void> => {
    const busy = () =>
      direct('pg_stat_activity')
        .where({ datname: new URL(url).pathname.slice(1) })
        .whereNot({ state: 'idle' })
        .whereNot({ pid: direct.raw('pg_backend_pid()') })
        .pluck('pid');
    await sleep(50);
    await expect.poll(busy).toEqual([]);
  };

  const rows = async (table: string, condition: object): Promise<readonly object[]> =>
    direct(table).where(condition).select();

  const createItem = async (title: string): Promise<string> => {
    const json = { collectionId, title };
    const created = await request('/api/content', { method: 'POST', json });
    return `/api/content/${created.json().data.id}`;
  };

  const createCollection = async (name: string): Promise<string> => {
    await request('/api/collections', { method: 'POST', json: { name } });
    return `/api/collections/${name}`;
  };

  const upload = (name: string): readonly [string, RequestOptions] => [
    '/api/media/upload',
    {
      method: 'POST',
      headers: { 'Content-Type': multipartType },
      body: multipart([{ name: 'file', filename: `${name}.gif` }, tinyGif]),
    },
  ];

  const createFile = async (name: string): Promise<string> => {
    const created = await request(...upload(name));
    return `/api/media/${created.json().data.id}`;
  };

  const idOf = (path: string): string => path.split('/').at(-1) ?? '';

  const writes: readonly Write[] = [
    {
      title: 'a new item',
      statement: 'content_insert',
      request: (name) => ['/api/content', { method: 'POST', json: { collectionId, title: name } }],
      status: 201,
      count: async (name) => (await rows('content', { title: name })).length,
    },
    {
      title: 'a change of an item',
      statement: 'content_replace',
      prepare: createItem,
      request: (name, path) => [path, { method: 'PUT', json: { title: `${name} changed` } }],
      status: 200,
      count: async (_, path) => (await rows('content', { id: idOf(path), version: 2 })).length,
    },
    {
      title: 'the deletion of an item',
      statement: 'content_delete',
      prepare: createItem,
      request: (_, path) => [path, { method: 'DELETE' }],
      status: 200,
      count: async (_, path) => 1 - (await rows('content', { id: idOf(path) })).length,
    },
    {
      title: 'a new collection',
      statement: 'collection_insert',
      request: (name) => ['/api/collections', { method: 'POST', json: { name } }],
      status: 201,
      count: async (name) => (await rows('collections', { name })).length,
    },
    {
      title: 'a change of a collection',
      statement: 'collection_update',
      prepare: createCollection,
      request: (_, path) => [path, { method: 'PUT', json: { description: 'Changed' } }],
      status: 200,
      count: async (name) => (await rows('collections', { name, version: 2 })).length,
    },
    {
      title: 'the deletion of a collection',
      statement: 'collection_delete',
      prepare: createCollection,
      request: (_, path) => [path, { method: 'DELETE' }],
      status: 200,
      count: async (name) => 1 - (await rows('collections', { name })).length,
    },
    {
      title: 'an upload',
      statement: 'media_update',
      request: upload,
      status: 201,
      count: async (name) =>
        (await rows('media', { original_name: `${name}.gif`, state: 'ready' })).length,
    },
    {
      title: 'a change of a file',
      statement: 'media_update_details',
      prepare: createFile,
      request: (_, path) => [path, { method: 'PUT', json: { alt: 'Changed' } }],
      status: 200,
      count: async (_, path) => (await rows('media', { id: idOf(path), alt: 'Changed' })).length,
    },
    {
      title: 'the deletion of a file',
      statement: 'media_update',
      prepare: createFile,
      request: (_, path) => [path, { method: 'DELETE' }],
      status: 200,
      count: async (_, path) =>
        1 - (await rows('media', { id: idOf(path), state: 'ready' })).length,
    },
  ];

  let names = 0;

  describe.each(writes)('$title', ({ statement, prepare, request: requestOf, status, count }) => {
    test.each([
      ['receipt_reserve', 'nothing'],
      ['BEGIN', 'nothing'],
      [statement, 'nothing'],
      ['receipt_complete', 'nothing'],
      ['COMMIT', 'everything'],
    ])('after the connection was lost at %s, which stores %s', async (cutAt, outcome) => {
      names += 1;
      const name = `write-${names}`;
      const path = (await prepare?.(name)) ?? '';
      const before = (await rows('outbox', {})).length;
      const send = async (): Promise<Answer> => {
        const [target, options] = requestOf(name, path);
        const headers = { ...options.headers, 'Idempotency-Key': name };
        return request(target, { ...options, headers });
      };
      proxy.cutAfter(cutAt);
      const lost = await send();
      proxy.heal();
      expect([lost.status, lost.json().code]).toEqual([503, 'dependency_unavailable']);
      await settle();
      expect(await count(name, path)).toBe(outcome === 'everything' ? 1 : 0);
      expect((await rows('outbox', {})).length - before).toBe(outcome === 'everything' ? 1 : 0);

      if (cutAt === 'receipt_reserve') {
        // The server may have stored the reservation after the service removed it: its lease has to end.
        await direct('receipts').where({ key: name }).update({ leased_until: 0 });
      }
      const repeated = await send();
      expect(repeated.status).toBe(status);
      expect(repeated.headers.get('idempotent-replayed')).toBe(
        outcome === 'everything' ? 'true' : null,
      );
      const again = await send();
      expect([again.status, again.text]).toEqual([status, repeated.text]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await count(name, path)).toBe(1);
    });
  });
});
