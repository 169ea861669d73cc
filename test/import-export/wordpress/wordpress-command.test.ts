import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveApp, testPassword, type TestApp } from '../../support/http/app.ts';
import { quoin } from '../../support/service/command-line.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';
import { wxr } from '../../support/wordpress/wxr.ts';
import { onePixel, writeFiles } from '../../support/write-files.ts';

let folder: TemporaryFolder;

let app: TestApp;

let site: string;

let mostAtOnce = 0;

const closing: (() => unknown)[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
  app = await serveApp();
  await app.signIn('admin');
  mostAtOnce = 0;
  let atOnce = 0;
  const server = createServer((request, response) => {
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    setTimeout(() => {
      atOnce -= 1;
      const isPage = request.url?.endsWith('page.png') === true;
      response.end(isPage ? '<html>A page</html>' : onePixel);
    }, 20);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}/wp-content/uploads`;
});

afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await app[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const importSite = async (source: string, ...options: readonly string[]) => {
  await writeFiles(folder.path, { 'site.xml': source });
  const target = ['--url', app.url, '--email', 'admin@example.com'];
  return quoin(['import', join(folder.path, 'site.xml'), ...target, ...options], {
    password: testPassword,
  });
};

const attachments = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: 100 + index,
    type: 'attachment',
    attachmentUrl: `${site}/${index}.png`,
  }));

test('an export goes into a running service, with its files, four of them at once', async () => {
  const files = attachments(9);
  const content = files.map(({ attachmentUrl }) => `<img src="${attachmentUrl}">`).join('');
  const source = wxr({ id: 1, content: `<!-- wp:x -->${content}` }, ...files);
  const first = await importSite(source, '--allow-host', '127.0.0.1');
  expect([first.notices, first.exitCode]).toEqual([[], 0]);
  expect(first.printed.join('\n')).toContain('9 stored, 0 there before');
  expect(mostAtOnce).toBe(4);
  const again = await importSite(source, '--allow-host', '127.0.0.1');
  expect(again.printed.join('\n')).toContain('0 stored, 9 there before');
  const { store } = app.ports;
  const [item] = await store.repositories.contents.listAfter(undefined, 10);
  expect(item?.data).not.toContain(site);
});

test('files of a private address, and of a wrong type, are named, and the exit code is 3', async () => {
  const url = `${site}/page.png`;
  const page = { id: 1, type: 'attachment', attachmentUrl: url };
  const refused = await importSite(wxr(page, { id: 2 }));
  expect(refused.notices.join()).toContain(`Skipped ${url}: 127.0.0.1 is not a public address`);
  expect(refused.exitCode).toBe(3);
  const rejected = await importSite(wxr(page, { id: 2 }), '--allow-host', '127.0.0.0/8');
  expect(rejected.notices.join()).toContain(`Skipped ${url}: `);
  expect(rejected.exitCode).toBe(3);
  const wrong = await importSite(wxr({ id: 2 }), '--allow-host', 'a b');
  expect(wrong.notices.join()).toContain('--allow-host: a b must be a name');
  expect(wrong.exitCode).toBe(2);
});
