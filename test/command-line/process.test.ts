import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { quoin } from '../support/service/command-line.ts';
import { dataFolder } from '../support/service/data-folder.ts';
import { serviceStarter } from '../support/service/processes.ts';
import { startQuoin } from '../support/service/quoin-process.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { onePixel, writeFiles } from '../support/write-files.ts';

const startService = serviceStarter(afterAll);
const password = 'correct horse battery';
let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => folder[Symbol.asyncDispose]());

const at = (path: string): string => join(folder.path, path);

test('while a service runs, a command names the process and uses the service with --url', async () => {
  await using data = await dataFolder();
  const settings = { DATA_DIR: data.path };
  const run = (args: readonly string[], extra = {}) =>
    quoin(args, { environment: { ...settings, ...extra }, password });
  const made = await run(['user', 'create', '--email', 'Ada@Bücher.example']);
  expect(made.printed).toEqual(['Created ada@xn--bcher-kva.example, admin, as ada.']);
  await writeFiles(folder.path, { 'posts/a.md': '![a](a.png)', 'posts/a.png': onePixel });
  const service = await startService(settings, ['bootstrap/dist/cli.mjs', 'serve']);
  await service.ready;
  const { port } = new URL(service.url);
  const address = `http://localhost:${port}`;
  const command = ['import', at('posts'), '--collection', 'pages'];
  const rejected = await run(command, { PUBLIC_URL: 'http://elsewhere.example' });
  expect(rejected).toMatchObject({ exitCode: 1, printed: [] });
  const reason = rejected.notices.join('\n');
  expect(reason).toContain(`in use by quoin serve on ${address} (process ${service.child.pid})`);
  expect(reason).toContain('--url <its URL> --email');
  expect(reason).not.toContain('elsewhere');
  const done = await run([...command, '--url', address, '--email', 'ada@BÜCHER.example']);
  expect([done.exitCode, done.printed.join('\n')]).toEqual([
    0,
    expect.stringContaining('1 stored'),
  ]);
  service.child.kill('SIGINT');
  expect(await service.ended).toBe(0);
  expect((await run(['export', at('backup')])).printed.join('\n')).toContain('1 item, 1 file of ');
}, 90_000);

test('Ctrl-C ends an import after a whole batch, with a summary, and the next import continues', async () => {
  await using data = await dataFolder();
  const settings = { DATA_DIR: data.path };
  const posts = Array.from({ length: 3_000 }, (_, n) => `posts/p${String(n).padStart(4, '0')}.md`);
  await writeFiles(folder.path, Object.fromEntries(posts.map((path) => [path, 'x'])));
  await writeFiles(folder.path, { 'posts/p0350-broken.md': '---\n' });
  const command = ['import', at('posts'), '--collection', 'pages'];
  const running = startQuoin(command, settings);
  await running.waitForOutput('p0350-broken.md');
  running.child.kill('SIGINT');
  const { exitCode, stdout } = await running.ended;
  expect(exitCode).toBe(130);
  const stored = countIn(stdout, 'created');
  expect(stored % 200).toBe(0);
  expect(stored).toBeGreaterThanOrEqual(200);
  expect(stored).toBeLessThan(3_000);
  expect(stdout).toMatch(/^Stopped at [\d,]+ of 3,001; run it again to go on\n/);
  // Leaves a batch and a half to import.
  const left = Math.min(300, 3_000 - stored);
  for (const path of posts.slice(stored + left)) await rm(at(path));
  const rest = await quoin(command, { environment: settings });
  expect(rest.exitCode).toBe(3);
  const summary = rest.printed.join('\n');
  expect([countIn(summary, 'created'), countIn(summary, 'unchanged')]).toEqual([left, stored]);
}, 90_000);

/** A number of the summary of an import. */
const countIn = (summary: string, name: string): number =>
  Number(new RegExp(`${name} +([\\d,]+)`).exec(summary)?.[1]?.replace(',', ''));

test('a closed pipe on standard output is not an error', async () => {
  const { child, ended } = startQuoin(['openapi'], {});
  child.stdout?.destroy();
  expect(await ended).toEqual({ exitCode: 0, stdout: '', stderr: '' });
});
