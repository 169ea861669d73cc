import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runQuoin, startQuoin } from '../support/quoin-process.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { onePixel, writeFiles } from '../support/write-files.ts';

let folder: TemporaryFolder;
let settings: Readonly<Record<string, string>>;
beforeEach(async () => {
  folder = await temporaryFolder();
  settings = {
    DATA_DIR: join(folder.path, 'data'),
    QUOIN_PASSWORD: 'correct horse battery',
  };
});
afterEach(async () => folder[Symbol.asyncDispose]());

const at = (path: string): string => join(folder.path, path);
const quoin = (...args: readonly string[]) => runQuoin(args, settings);

test('while a service runs, a command names the process and uses the service with --url', async () => {
  await quoin('user', 'create', '--email', 'ada@example.com');
  await writeFiles(folder.path, { 'posts/a.md': '![a](a.png)', 'posts/a.png': onePixel });
  const port = 20_000 + (process.pid % 20_000);
  const running = { ...settings, PORT: `${port}` };
  const address = `http://localhost:${port}`;
  const service = startQuoin(['serve'], running);
  try {
    await service.waitForOutput('Quoin is ready');
    const command = ['import', at('posts'), '--collection', 'pages'];
    const rejected = await runQuoin(command, {
      ...running,
      PUBLIC_URL: 'http://elsewhere.example',
    });
    expect(rejected).toMatchObject({ exitCode: 1, stdout: '' });
    expect(rejected.stderr).toContain(
      `in use by quoin serve on ${address} (process ${service.child.pid})`,
    );
    expect(rejected.stderr).toContain('--url <its URL> --email');
    expect(rejected.stderr).not.toContain('elsewhere');
    const done = await runQuoin(
      [...command, '--url', address, '--email', 'ada@example.com'],
      running,
    );
    expect([done.exitCode, done.stdout]).toEqual([0, expect.stringContaining('1 stored')]);
  } finally {
    service.child.kill('SIGINT');
    expect(await service.ended).toMatchObject({ exitCode: 0 });
  }
  expect((await quoin('export', at('backup'))).stdout).toContain('1 items, 1 files');
  const elsewhere = { ...settings, DATA_DIR: at('other') };
  expect((await runQuoin(['import', at('backup')], elsewhere)).stdout).toMatch(/created +1\n/);
}, 90_000);

test('Ctrl-C ends an import after a whole batch, with a summary, and the next import continues', async () => {
  const posts = Array.from({ length: 3_000 }, (_, n) => `posts/p${String(n).padStart(4, '0')}.md`);
  await writeFiles(folder.path, Object.fromEntries(posts.map((path) => [path, 'x'])));
  await writeFiles(folder.path, { 'posts/p0150-broken.md': '---\n' });
  const command = ['import', at('posts'), '--collection', 'pages'];
  const running = startQuoin(command, settings);
  await running.waitForOutput('p0150-broken.md');
  running.child.kill('SIGINT');
  const { exitCode, stdout } = await running.ended;
  expect(exitCode).toBe(130);
  const stored = Number(/created +([\d,]+)/.exec(stdout)?.[1]?.replace(',', ''));
  expect(stored % 100).toBe(0);
  expect(stored).toBeGreaterThanOrEqual(100);
  expect(stored).toBeLessThan(3_000);
  const rest = await quoin(...command);
  expect(rest.exitCode).toBe(3);
  const counted = (name: string) =>
    Number(new RegExp(`${name} +([\\d,]+)`).exec(rest.stdout)?.[1]?.replace(',', ''));
  expect([counted('created'), counted('unchanged')]).toEqual([3_000 - stored, stored]);
}, 90_000);

test('a closed pipe on standard output is not an error', async () => {
  const { child, ended } = startQuoin(['openapi'], settings);
  child.stdout?.destroy();
  expect(await ended).toEqual({ exitCode: 0, stdout: '', stderr: '' });
});
