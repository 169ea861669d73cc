import { expect, test } from 'vitest';
import { testSecret } from '../support/core/memory-cms.ts';
import { httpClient } from '../support/http/http-client.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { runSeed, seededRandom } from '../support/seeded-random.ts';
import { startService, type ServiceProcess } from '../support/service/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Page {
  readonly data: readonly {
    readonly type: string;
    readonly id: string;
    readonly item?: unknown;
    readonly cursor: string;
  }[];
  readonly meta: { readonly cursor: string; readonly more: boolean };
}

const count = 3;
const kills = Number(process.env['FEED_KILLS'] ?? 2);
const writesBetweenKills = 30;

/** The answer, or undefined if the instance was killed meanwhile. */
const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && error.message.includes('does not')) throw error;
    return undefined;
  }
};

await withPostgres('migrated', (url) => {
  test(`a follower misses nothing while instances are killed (seed ${runSeed})`, async () => {
    const random = seededRandom(runSeed);
    const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
    await using folder = await temporaryFolder();
    const start = async (n: number): Promise<ServiceProcess> => {
      const service = await startService({
        DATA_DIR: `${folder.path}/${n}`,
        DATABASE_URL: url,
        JWT_SECRET: testSecret,
      });
      await service.ready;
      return service;
    };
    const services = await Promise.all([0, 1, 2].map(start));
    const send = (path: string, options: object = {}) =>
      attempt(() => httpClient(pick(services).url).request(path, options));
    const account = { email: 'ada@example.org', password: 'correct horse battery' };
    const registered = await httpClient(services[0]!.url).request('/auth/register', {
      method: 'POST',
      json: account,
    });
    const headers = { Authorization: `Bearer ${registered.json().token}` };

    const items = new Map<string, unknown>();
    let after = 'start';
    let isWriting = true;
    /** Reads a page of any instance, and takes a part of it. */
    const readOn = async (): Promise<boolean> => {
      const limit = 1 + Math.floor(random() * 20);
      const answer = await send(`/api/changes?limit=${limit}&after=${after}`, { headers });
      if (answer === undefined) return true;
      expect(answer.status).toBe(200);
      const { data, meta } = answer.json() as Page;
      const kept = random() < 0.3 ? data.slice(0, Math.floor(random() * data.length)) : data;
      for (const { type, id, item, cursor } of kept) {
        if (type === 'upserted') items.set(id, item);
        if (type === 'removed') items.delete(id);
        after = cursor;
      }
      if (kept.length < data.length) return true;
      after = meta.cursor;
      return meta.more;
    };
    const follow = async (): Promise<void> => {
      while (isWriting) await readOn();
      while (await readOn());
    };

    const ids: string[] = [];
    const write = async (): Promise<void> => {
      const id = random() < 0.5 ? pick(ids) : undefined;
      const json = { title: `Title ${random()}`, status: 'published' };
      const path = id === undefined ? '/api/content' : `/api/content/${id}`;
      const method = id === undefined ? 'POST' : random() < 0.8 ? 'PUT' : 'DELETE';
      const body = method === 'DELETE' ? {} : { json: { ...json, collection: 'pages' } };
      const answer = await send(path, { method, headers, ...body });
      if (method === 'POST' && answer?.status === 201) ids.push(answer.json().data.id);
    };
    const writer = async (): Promise<void> => {
      for (let n = 0; n < writesBetweenKills; n += 1) await write();
    };

    const following = follow();
    try {
      for (let n = 0; n < kills; n += 1) {
        const writers = [writer(), writer(), writer()];
        await write();
        const at = n % count;
        services[at]!.child.kill('SIGKILL');
        await services[at]!.ended;
        services[at] = await start(at);
        await Promise.all(writers);
      }
    } finally {
      isWriting = false;
    }
    await following;
    const list = await httpClient(pick(services).url).request('/api/content?limit=1000', {
      headers,
    });
    const { data } = list.json() as { readonly data: readonly { readonly id: string }[] };
    expect(data.length).toBeGreaterThan(20);
    expect(items).toEqual(new Map(data.map((item) => [item.id, item])));
    for (const service of services) await service[Symbol.asyncDispose]();
  });
});
