import { readdir, readFile, stat } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataFolder } from '../../support/service/data-folder.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { testSecret } from '../../support/core/memory-cms.ts';
import { serviceStarter, waitForOutput } from '../../support/service/processes.ts';
import { quickStart, type ServiceProcess } from '../../support/service/service-process.ts';
import type { TemporaryFolder } from '../../support/temporary-folder.ts';

const account = { email: 'ada@example.org', password: 'correct horse battery' };

const startService = serviceStarter(afterAll);

let folder: TemporaryFolder;

/** The process that runs on the folder at the moment. Tests stop it and start the next one. */
let service: ServiceProcess;

let token: string | undefined;

/** At its end, a process prints how many modules of the HTTP client of Node it has loaded. */
const report = `console.log('loaded:', process.moduleLoadList.filter((name) => /undici/.test(name)).length)`;

const hook = `data:text/javascript,process.on('exit', () => ${report})`;

const start = (
  env: Readonly<Record<string, string>> = {},
  options = quickStart,
): Promise<ServiceProcess> =>
  startService({ DATA_DIR: folder.path, ...env }, ['bootstrap/dist/main.mjs'], options);

const startReady = async (): Promise<ServiceProcess> => {
  const started = await start({}, [...quickStart, '--import', hook]);
  await started.ready;
  return started;
};

beforeAll(async () => {
  folder = await dataFolder();
  service = await startReady();
  token = (await send(`${service.url}/auth/register`, 'POST', account)).token;
});

afterAll(() => folder[Symbol.asyncDispose]());

/** The members of responses that these tests read. */
interface ResponseBody {
  readonly token: string;
  readonly data: { readonly id: string };
}

const send = async (url: string, method: string, body: object): Promise<ResponseBody> => {
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...authorization() },
    body: JSON.stringify(body),
  });
  return (await response.json()) as ResponseBody;
};

const authorization = (): Readonly<Record<string, string>> =>
  token === undefined ? {} : { Authorization: `Bearer ${token}` };

/** The ids in a list, as the first account sees it. */
const idsIn = async (url: string, headers = authorization()): Promise<readonly string[]> => {
  const { data } = (await (await fetch(url, { headers })).json()) as {
    readonly data: readonly { readonly id: string }[];
  };
  return data.map(({ id }) => id);
};

test('only its owner can read the generated secret', async () => {
  expect((await stat(join(folder.path, 'secret'))).mode & 0o777).toBe(0o600);
});

test.runIf(process.platform === 'linux')(
  'the threads for passwords and files give way',
  async () => {
    const { pid } = service.child;
    const ids = await readdir(`/proc/${pid}/task`);
    const comms = ids.map((id) => readFile(`/proc/${pid}/task/${id}/comm`, 'utf8'));
    const names = (await Promise.all(comms)).map((name) => name.trim());
    const prioritiesOf = (wanted: string) =>
      ids.filter((_id, at) => names[at] === wanted).map((id) => getPriority(Number(id)));
    expect(prioritiesOf('libuv-worker')).toEqual([7, 7, 7, 7]);
    expect(getPriority(pid)).toBe(getPriority());
  },
);

test('a second process on the same folder does not start and names the first', async () => {
  const second = await start();
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(
    `in use by quoin serve on http://localhost:${new URL(service.url).port}`,
  );
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
});

await withPostgres('migrated', (url) => {
  test('a taken port is reported', async () => {
    const { port } = new URL(service.url);
    const DATA_DIR = join(folder.path, 'another');
    const second = await start({ PORT: port, DATA_DIR, DATABASE_URL: url, JWT_SECRET: testSecret });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Port ${port} is taken`);
  });
});

test('the start logs a warning, because drafts are public', async () => {
  await waitForOutput(service, 'Drafts are public');
});

test('after kill -9 the next process opens the folder, and no acknowledged write is missing', async () => {
  const [collectionId] = await idsIn(`${service.url}/api/collections`);
  // Acknowledged as well. The next test checks what the next process logs with it.
  await send(`${service.url}/api/settings`, 'PUT', { publicContent: 'published' });
  const acknowledged: string[] = [];
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; ; n += 1) {
      const item = { collectionId, title: `${writer}-${n}`, data: { text: 'x'.repeat(500) } };
      const answer = await send(`${service.url}/api/content`, 'POST', item);
      acknowledged.push(answer.data.id);
      if (acknowledged.length === 200) service.child.kill('SIGKILL');
    }
  });
  await Promise.allSettled(writers);
  expect(await service.ended).toBe('SIGKILL');
  expect(acknowledged.length).toBeGreaterThanOrEqual(200);

  service = await startReady();
  const stored = new Set(await idsIn(`${service.url}/api/content?limit=1000`));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  // The session and the secret that signs it are still valid, too.
  const me = await fetch(`${service.url}/auth/me`, { headers: authorization() });
  expect(me.status).toBe(200);
});

test('a start logs no warning when only published content is public', async () => {
  expect(await idsIn(`${service.url}/api/content`, {})).toEqual([]);
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
  expect(service.output()).not.toContain('Drafts are public');
});

test('neither the start nor the end of a service loads the HTTP client of Node', () => {
  expect(service.output()).toContain('loaded: 0');
});
