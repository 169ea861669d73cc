import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testSecret } from '../support/core/memory-cms.ts';
import { httpClient, type Answer } from '../support/http/http-client.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { startService, type ServiceProcess } from '../support/service/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { writeFiles } from '../support/write-files.ts';

/**
 * Kills the process before the write of one item, and after that of another: the response may have been
 * sent then.
 */
const configFile = `
const die = () => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
};
export default {
  hooks: [
    {
      name: 'early',
      operations: ['content.create'],
      decide: ({ item }) => (item.title === 'Killed before' ? die() : undefined),
    },
  ],
  onEvent: ({ item }) => (item?.title === 'Killed after' ? die() : undefined),
};
`;

interface Scene extends AsyncDisposable {
  readonly restart: (hooks?: 'with hooks') => Promise<void>;
  readonly post: (title: string) => Promise<Answer>;
  readonly titles: () => Promise<readonly string[]>;
}

interface Listed {
  readonly data: readonly { readonly title: string }[];
}

const openScene = async (env: Readonly<Record<string, string>>): Promise<Scene> => {
  const folder = await temporaryFolder();
  await writeFiles(folder.path, { 'quoin.config.mjs': configFile });
  const killing = { QUOIN_CONFIG: join(folder.path, 'quoin.config.mjs') };
  let service: ServiceProcess;
  const start = async (more: Readonly<Record<string, string>> = {}): Promise<void> => {
    service = await startService({ DATA_DIR: join(folder.path, 'data'), ...env, ...more });
    await service.ready;
  };
  await start(killing);
  const send = (path: string, options: object) => httpClient(service.url).request(path, options);
  const account = { email: 'ada@example.org', password: 'correct horse battery' };
  const registered = await send('/auth/register', { method: 'POST', json: account });
  const bearer = { Authorization: `Bearer ${registered.json().token}` };
  const { data } = (await send('/api/collections', {})).json();
  return {
    restart: async (hooks) => {
      await service[Symbol.asyncDispose]();
      await start(hooks && killing);
    },
    post: (title) =>
      send('/api/content', {
        method: 'POST',
        headers: { ...bearer, 'Idempotency-Key': title.replace(' ', '-') },
        json: { collectionId: data[0].id, title },
      }),
    titles: async () => {
      const list = (await send('/api/content', { headers: bearer })).json() as Listed;
      return list.data.map(({ title }) => title);
    },
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
};

/** The write is stored, and a repeat gets the response that was lost. */
const killAfter = async ({ post, restart, titles }: Scene): Promise<void> => {
  await post('Killed after').catch(() => undefined);
  await restart();
  expect(await titles()).toEqual(['Killed after']);
  const repeated = await post('Killed after');
  expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  const { id, slug } = repeated.json().data;
  expect([repeated.headers.get('location'), slug]).toEqual([`/api/content/${id}`, 'killed-after']);
  expect(repeated.headers.get('etag')).toMatch(/^"1-/);
  expect(await titles()).toEqual(['Killed after']);
};

/** Nobody waits for the reservation of a process that has ended. */
const killBefore = async ({ post, restart, titles }: Scene): Promise<void> => {
  await restart('with hooks');
  await expect(post('Killed before')).rejects.toThrow();
  await restart();
  const repeated = await post('Killed before');
  expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([201, null]);
  expect(await titles()).toEqual(['Killed before', 'Killed after']);
};

test('the embedded database has the response of a process that was killed before it sent it, and no reservation of one that was killed earlier', async () => {
  await using scene = await openScene({});
  await killAfter(scene);
  await killBefore(scene);
});

await withPostgres('empty', (url) => {
  test('so has a server', async () => {
    await using scene = await openScene({ DATABASE_URL: url, JWT_SECRET: testSecret });
    await killAfter(scene);
    await killBefore(scene);
  });
});
