import { execFile } from 'node:child_process';
import { createReadStream, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildClient } from '../support/client/built-client.ts';
import { withChromium } from '../support/chromium.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { startRuntime, withRuntime } from '../support/runtimes/runtime-process.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);

/** Prints the result for the URL, the token and the name in its arguments. */
const program = `import { runScenario } from './scenario.js';
console.log(JSON.stringify(await runScenario(...process.argv.slice(2))));`;

/** Answers with the result for the same values in its query. */
const worker = `import { runScenario } from './scenario.js';
export default {
  fetch: async ({ url }) => {
    const query = new URL(url).searchParams;
    return Response.json(await runScenario(query.get('url'), query.get('token'), query.get('name')));
  },
};`;

const workerdConfig = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    # Workers may call public addresses only, by default.
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "scenario.js", esModule = embed "scenario.js"),
    (name = "shared.js", esModule = embed "shared.js"),
  ],
  compatibilityDate = "2026-11-01",
);
`;

const expected = [
  [201, true],
  [200, 'published'],
  [412, 'version_mismatch', 'ApiError'],
  [['upserted', true]],
  'left',
  ['ü.gif', 'image/gif', true],
  expect.arrayContaining(['collection', 'content', 'media']),
  1,
];

let folder: TemporaryFolder;
/** Serves the modules to browsers, from another origin than the service. */
let website: Server;
let origin: string;
let app: TestApp;
let token: string;

beforeAll(async () => {
  folder = await temporaryFolder(tmpdir());
  await buildClient(folder.path);
  await writeFile(join(folder.path, 'main.mjs'), program);
  await writeFile(join(folder.path, 'worker.js'), worker);
  await writeFile(join(folder.path, 'worker.capnp'), workerdConfig);
  website = createServer(({ url = '' }, response) => {
    const path = join(folder.path, basename(url));
    const isModule = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
    response.setHeader('Content-Type', isModule ? 'text/javascript' : 'text/html');
    if (isModule) createReadStream(path).pipe(response);
    else response.end('<!doctype html><title>Client</title>');
  }).listen(0, '127.0.0.1');
  await once(website, 'listening');
  origin = `http://127.0.0.1:${(website.address() as AddressInfo).port}`;
  const corsAllowHeaders = ['If-Match', 'Prefer', 'Idempotency-Key'] as const;
  app = await serveApp({ corsOrigins: [origin], corsAllowHeaders });
  ({ token } = await app.signIn('admin'));
});
afterAll(async () => {
  website.close();
  await app[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const printedBy = async (binary: string, ...args: readonly string[]): Promise<unknown> => {
  const { stdout } = await run(binary, [...args, app.url, token, basename(binary)], {
    cwd: folder.path,
  });
  return JSON.parse(stdout);
};

describe('the built client does the same', () => {
  test('in Node', async () => {
    expect(await printedBy(process.execPath, 'main.mjs')).toEqual(expected);
  });

  withRuntime('deno', (binary) => {
    test('in Deno', async () => {
      const options = ['run', '--no-config', '--no-lock', '--allow-net', 'main.mjs'];
      expect(await printedBy(binary, ...options)).toEqual(expected);
    });
  });

  withRuntime('bun', (binary) => {
    test('in Bun', async () => {
      expect(await printedBy(binary, 'main.mjs')).toEqual(expected);
    });
  });

  withRuntime('workerd', (binary) => {
    test('in a Worker', async () => {
      const args = ['serve', 'worker.capnp', '--control-fd=3'];
      await using server = await startRuntime(binary, args, folder.path);
      const query = new URLSearchParams({ url: app.url, token, name: 'workerd' });
      const response = await fetch(`${server.url}/?${query.toString()}`);
      expect(await response.json()).toEqual(expected);
    });
  });

  withChromium((openBrowser) => {
    test('on a page of another origin in Chromium', async () => {
      const browser = await openBrowser();
      const page = await browser.newPage();
      try {
        await page.goto(origin);
        const args = JSON.stringify([app.url, token, 'Chromium']);
        const seen = await page.evaluate(
          `import('/scenario.js').then(({ runScenario }) => runScenario(...${args}))`,
        );
        expect(seen).toEqual(expected);
      } finally {
        await page.close();
      }
    });
  });
});
