import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { testSecret } from '../support/core/memory-cms.ts';
import { httpClient } from '../support/http/http-client.ts';
import { startCountingProxy, type CountingProxy } from '../support/postgres/counting-proxy.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { inconsistencies } from '../support/postgres/inconsistencies.ts';
import { waitUntil } from '../support/service/processes.ts';
import { startService, type ServiceProcess } from '../support/service/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
  killedWrites,
  ownPrice,
  sharedPrice,
  type KilledScene,
  type KilledWrite,
} from '../support/translations/killed-writes.ts';

/** A process of the service, which alone uses its proxy. */
interface Running {
  readonly service: ServiceProcess;
  readonly proxy: CountingProxy;
}

/** The others only read or lock. */
const changes = (name: string): boolean =>
  /^(?:content_(?:replace|recover|follow|trash)|collection_update|translation_share|outbox_add|schedules_claim|COMMIT)/.test(
    name,
  );

await withPostgres('migrated', (url) => {
  const { knex } = openPool({ url, poolMax: 1 }, new SystemTimer());
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let running: Running;
  let token = '';
  let titles = 0;

  const start = async (): Promise<Running> => {
    const proxy = await startCountingProxy(new URL(url));
    const through = new URL(url);
    through.port = String(proxy.port);
    const environment = { DATABASE_URL: through.href, JWT_SECRET: testSecret };
    const service = await startService({ ...environment, DATA_DIR: folder.path });
    await service.ready;
    return { service, proxy };
  };

  const end = async ({ service, proxy }: Running): Promise<void> => {
    await service[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
  };

  const request: KilledScene['send'] = (method, path, json) => {
    const headers: Record<string, string> =
      token === '' ? {} : { Authorization: `Bearer ${token}` };
    return httpClient(running.service.url).request(path, { method, json, headers });
  };

  const send: KilledScene['send'] = async (method, path, json) => {
    const answer = await request(method, path, json);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer;
  };

  const post: KilledScene['post'] = async (locale, price, place) => {
    titles += 1;
    const item = { collection: 'blog-posts', title: `Title ${titles}`, status: 'published' };
    const answer = await send('POST', '/api/content', {
      ...item,
      locale,
      data: { price },
      ...place,
    });
    return answer.json().data.id;
  };

  const scene: KilledScene = {
    send,
    request,
    post,
    trio: async (price, place) => {
      const english = await post('en', price, place);
      const translate = (locale: string) =>
        post(locale, price, { ...place, translationOf: english });
      return [english, await translate('de'), await translate('fr')];
    },
    unshared: async () => {
      titles += 1;
      const name = `collection-${titles}`;
      await send('POST', '/api/collections', { name, schema: ownPrice });
      await send('PUT', `/api/collections/${name}`, { localized: true, baseLocale: 'en' });
      return name;
    },
    makeDue: () =>
      knex.raw(
        'update content_schedules set at = (extract(epoch from clock_timestamp()) * 1000)::bigint - 1',
      ),
  };

  beforeAll(async () => {
    folder = await temporaryFolder();
    running = await start();
    const account = { email: 'ada@example.org', password: 'correct horse battery' };
    token = (await send('POST', '/auth/register', account)).json().token;
    await send('PUT', '/api/locales', { locales: ['en', 'de', 'fr'].map((code) => ({ code })) });
    const localized = { localized: true, baseLocale: 'en', schema: sharedPrice };
    await send('PUT', '/api/collections/blog-posts', localized);
  });

  afterAll(async () => {
    await end(running);
    await knex.destroy();
    await folder[Symbol.asyncDispose]();
  });

  interface Row {
    readonly version: number;
    readonly price: string;
  }

  const stateOf = async (ids: readonly string[]): Promise<readonly Row[]> => {
    const { rows } = await knex.raw<{ readonly rows: readonly Row[] }>(
      "select version, data::jsonb ->> 'price' as price from content where id = any (?) order by id",
      [[...ids]],
    );
    return rows;
  };

  const haveAll = async (ids: readonly string[]): Promise<boolean> =>
    (await stateOf(ids)).every(({ price }) => price === '2');

  /** @param at the number of the change after which the process is killed. */
  const attempt = async (killed: KilledWrite, at?: number) => {
    const { ids, write } = await killed.prepare(scene);
    const before = await stateOf(ids);
    const { service, proxy } = running;
    let isKilled = false;
    const kill = (): void => {
      isKilled = service.child.kill('SIGKILL');
    };
    proxy.count(at === undefined ? undefined : { at, when: 'after', end: kill }, changes);
    await write().catch(() => undefined);
    await waitUntil(async () => isKilled || (await haveAll(ids)));
    const names = proxy.counted();
    if (at === undefined) return { names, outcome: 'everything' };
    const where = `after ${at}, ${names.at(-1)}`;
    expect(await service.ended, where).toBe('SIGKILL');
    await proxy.settled();
    await proxy[Symbol.asyncDispose]();
    expect(await inconsistencies(knex), where).toEqual([]);
    const after = await stateOf(ids);
    const isStored = after.some(({ version }, index) => version !== before[index]?.version);
    if (isStored) expect(await haveAll(ids), where).toBe(true);
    running = await start();
    await write();
    await waitUntil(() => haveAll(ids));
    expect(await inconsistencies(knex), where).toEqual([]);
    return { names, outcome: isStored ? 'everything' : 'nothing' };
  };

  describe('a process that is killed leaves translations with equal shared fields, and the next one continues', () => {
    test.each(killedWrites.map((each) => [each.title, each] as const))('%s', async (_, killed) => {
      const { names } = await attempt(killed);
      const commit = names.indexOf('COMMIT;');
      // A single statement is its own transaction.
      const moments = commit < 0 ? [names.length - 1] : [commit - 1, commit];
      const outcomes: string[] = [];
      for (const at of moments) outcomes.push((await attempt(killed, at)).outcome);
      expect(outcomes.at(-1)).toBe('everything');
      expect(outcomes.slice(0, -1)).toEqual(moments.slice(1).map(() => 'nothing'));
    });
  });
});
