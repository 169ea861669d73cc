import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ApiError, createClient, type Client } from '../../contracts/client/index.ts';
import { operator } from '../../core/index.ts';
import { codeBlocks, readPage } from '../architecture/doc-examples.ts';
import { projectRoot } from '../architecture/sources.ts';
import { serveApp, testPassword, type TestApp } from '../support/http/app.ts';
import { appCode } from '../support/second-factor/app-code.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

// The scripts on the page about the REST API, run against a service.

const restPage = codeBlocks(readPage('docs/rest-api.md'));

let app: TestApp;
let folder: TemporaryFolder;

beforeAll(async () => {
  app = await serveApp();
  folder = await temporaryFolder();
});

afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const exampleWith = (text: string): string => {
  const [block, ...others] = restPage.filter(
    ({ language, code }) => /^(?:js|ts)$/.test(language) && code.includes(text),
  );
  expect(others).toEqual([]);
  return block?.code ?? expect.fail(text);
};

/** Runs a script as a module. @returns its exports. */
const runExample = async (name: string, code: string): Promise<Record<string, unknown>> => {
  const path = join(folder.path, name);
  await writeFile(path, code);
  return import(/* @vite-ignore */ pathToFileURL(path).href) as Promise<Record<string, unknown>>;
};

test('every example that calls the API asks for strict handling', () => {
  const blocks = [...codeBlocks(readPage('README.md')), ...restPage].filter(({ code }) =>
    /\bcurl |\bfetch\(|^(?:GET|POST|PUT|DELETE) \//m.test(code),
  );
  expect(blocks.length).toBeGreaterThanOrEqual(5);
  for (const { code } of blocks) expect(code).toMatch(/Prefer: '?handling=strict/);
});

test('the loop over all pages returns every item once, for every limit', async () => {
  let count = 0;
  const createUpTo = async (total: number): Promise<void> => {
    for (; count < total; count += 1) {
      await app.cms.content.create(operator, { collection: 'pages', title: `Page ${count}` });
    }
  };
  const code = `${exampleWith('const readAll')}\nexport { readAll };\n`;
  const { readAll } = await runExample('paging.mjs', code);
  const read = readAll as (base: string, limit?: number) => Promise<readonly { id: string }[]>;
  for (const [total, limits] of [
    [37, [1, 7, 1_000, 5_000]],
    [1_007, [1_000, 5_000, undefined]],
  ] as const) {
    await createUpTo(total);
    for (const limit of limits) {
      const items = await read(app.url, limit);
      expect([limit, items.length]).toEqual([limit, total]);
      expect(new Set(items.map(({ id }) => id)).size).toBe(total);
    }
  }
  await expect(read(app.url, 0)).rejects.toThrow('limit');
});

test('a page writes with the CSRF token of its cookie', async () => {
  const { email } = await app.signIn('admin');
  const json = { email, password: testPassword };
  const signedIn = await app.request('/auth/login', { method: 'POST', json });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';', 1).join())
    .join('; ');
  const statuses: number[] = [];
  vi.stubGlobal('document', { cookie });
  const send = fetch;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    headers.set('Cookie', cookie);
    statuses.push((await send(`${app.url}${path}`, { ...init, headers })).status);
  });
  try {
    await runExample('csrf.mjs', exampleWith('X-CSRF-Token'));
  } finally {
    vi.unstubAllGlobals();
  }
  expect(statuses).toEqual([201]);
});

test('the typed client lists the posts', async () => {
  const { secret } = await app.cms.apiTokens.create(operator, { name: 'example' });
  await app.cms.content.create(operator, { collection: 'blog-posts', title: 'Tides' });
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const code = exampleWith('paginate(client.listContent')
    .replace('@quoin/client', join(projectRoot, 'contracts/client/index.ts'))
    .replace('https://cms.example.com', app.url)
    .replace('st_…', secret);
  await runExample('client.ts', code);
  const [first, ...titles] = log.mock.calls;
  expect(first).toEqual(['Tides', 'tides']);
  expect(titles).toContainEqual(['Tides']);
  log.mockRestore();
});

test('the typed client asks for a code where one is needed', async () => {
  const code = exampleWith('error.challenge')
    .replace('@quoin/client', join(projectRoot, 'contracts/client/index.ts'))
    .concat('export { signIn };\n');
  const { signIn } = (await runExample('sign-in.ts', code)) as {
    readonly signIn: (
      client: Client,
      email: string,
      password: string,
      askForCode: () => Promise<string>,
    ) => Promise<string>;
  };
  const { email, userId, bearer } = await app.signIn('editor');
  const client = createClient({ baseUrl: app.url });
  const nobody = vi.fn<() => Promise<string>>();
  const meOf = async (sessionToken: string) =>
    (await createClient({ baseUrl: app.url, credentials: { sessionToken } }).getAccount()).body
      .user;
  expect((await meOf(await signIn(client, email, testPassword, nobody))).id).toBe(userId);
  expect(nobody).not.toHaveBeenCalled();

  const own = (path: string, json: object) =>
    app.request(path, { method: 'POST', json, headers: bearer });
  const { secret } = (await own('/auth/totp', { password: testPassword })).json().data;
  await own('/auth/totp/confirm', { code: await appCode(secret, app.clock.now()) });
  const askForCode = () => appCode(secret, app.clock.now(), 1);
  const token = await signIn(client, email, testPassword, askForCode);
  expect((await meOf(token)).hasSecondFactor).toBe(true);
  await expect(signIn(client, email, 'a wrong password', nobody)).rejects.toThrow(ApiError);
});
