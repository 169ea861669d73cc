import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitForOutput } from '../support/processes.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { dataFolder } from '../support/data-folder.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';

const account = { email: 'ada@example.org', password: 'correct horse battery' };

let folder: TemporaryFolder;
const processes: ServiceProcess[] = [];
beforeEach(async () => {
  folder = await dataFolder();
});
afterEach(async () => {
  for (const each of processes.splice(0)) await each[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const start = async (env: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> => {
  const started = await startService({ DATA_DIR: folder.path, ...env });
  processes.push(started);
  return started;
};

const startReady = async (env: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> => {
  const started = await start(env);
  await started.ready;
  return started;
};

/** The members of responses that these tests read. */
interface ResponseBody {
  readonly token: string;
  readonly data: { readonly id: string };
}

const post = async (url: string, body: object, token?: string): Promise<ResponseBody> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as ResponseBody;
};

const get = async (url: string, token?: string): Promise<Response> =>
  fetch(url, { headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } });

const idsIn = async (url: string): Promise<readonly string[]> => {
  const { data } = (await (await get(url)).json()) as { readonly data: readonly { id: string }[] };
  return data.map(({ id }) => id);
};

test('no acknowledged write is missing after kill -9', async () => {
  const first = await startReady();
  const { token } = await post(`${first.url}/auth/register`, account);
  const [collectionId] = await idsIn(`${first.url}/api/collections`);
  const acknowledged: string[] = [];
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; ; n += 1) {
      const item = { collectionId, title: `${writer}-${n}`, data: { text: 'x'.repeat(500) } };
      const answer = await post(`${first.url}/api/content`, item, token);
      acknowledged.push(answer.data.id);
      if (acknowledged.length === 200) first.child.kill('SIGKILL');
    }
  });
  await Promise.allSettled(writers);
  expect(await first.ended).toBe('SIGKILL');
  expect(acknowledged.length).toBeGreaterThanOrEqual(200);

  const second = await startReady();
  const stored = new Set(await idsIn(`${second.url}/api/content?limit=1000`));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  // The session and the secret that signs it are still valid, too.
  expect((await get(`${second.url}/auth/me`, token)).status).toBe(200);
});

test('a second process on the same folder does not start and names the first', async () => {
  const first = await startReady();
  const second = await start();
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(
    `in use by quoin serve on http://localhost:${new URL(first.url).port}`,
  );
  first.child.kill('SIGKILL');
  await first.ended;
  await startReady();
});

test('only its owner can read the generated secret', async () => {
  await startReady();
  expect((await stat(join(folder.path, 'secret'))).mode & 0o777).toBe(0o600);
});

test('a failed start explains the reason', async () => {
  const production = await start({ NODE_ENV: 'production', PORT: 'http' });
  expect(await production.ended).toBe(1);
  expect(production.output()).toContain('PORT must be integer');
  const secretless = await start({ NODE_ENV: 'production' });
  expect(await secretless.ended).toBe(1);
  expect(secretless.output()).toContain('JWT_SECRET must be set in production');
  const folderless = await start({ DATA_DIR: '/dev/null/data' });
  expect(await folderless.ended).toBe(1);
  expect(folderless.output()).toMatch(
    /^\{[^\n]*"Preparing the data folder"\}\nCannot use the folder \/dev\/null\/data in DATA_DIR \(ENOTDIR: [^\n]*\n$/,
  );
  const running = await startReady();
  const port = new URL(running.url).port;
  const other = await dataFolder();
  const second = await start({ PORT: port, DATA_DIR: other.path });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`Port ${port} is taken`);
  await other[Symbol.asyncDispose]();
});

test('the start logs a warning while drafts are public', async () => {
  const first = await startReady();
  const { token } = await post(`${first.url}/auth/register`, account);
  await waitForOutput(first, 'Drafts are public');
  await fetch(`${first.url}/api/settings`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ publicContent: 'published' }),
  });
  first.child.kill('SIGTERM');
  await first.ended;
  const second = await startReady();
  await get(`${second.url}/api/health`);
  expect(second.output()).not.toContain('Drafts are public');
});
