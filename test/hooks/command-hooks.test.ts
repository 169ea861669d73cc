import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { commandData, type CommandData } from '../support/service/command-data.ts';
import { quoin } from '../support/service/command-line.ts';
import { startService } from '../support/service/service-process.ts';
import { writeFiles } from '../support/write-files.ts';

const configFile = `import { appendFileSync } from 'node:fs';
import { defineConfig } from 'quoin/config';
const file = new URL('events.txt', import.meta.url);
export default defineConfig({
  hooks: [
    {
      name: 'guard',
      operations: ['content.create'],
      decide: (attempt) => {
        if (!('item' in attempt)) return undefined;
        if (attempt.item.title === 'Broken') throw new Error('out of order');
        return attempt.item.title === 'Bad' ? 'No bad titles' : { replace: { data: { own: 1 } } };
      },
    },
  ],
  onEvent: ({ type }) => appendFileSync(file, type + ' '),
});
`;

const items = ['Good', 'Bad', 'Broken'].map((title) => ({ title, slug: title.toLowerCase() }));

let folder: CommandData;
const at = (path: string): string => join(folder.path, path);

beforeAll(async () => {
  folder = await commandData();
  await writeFiles(folder.path, {
    'cms/quoin.config.ts': configFile,
    'cms/broken.config.ts': 'export default { hooks: [ };',
    'items.ndjson': items.map((item) => JSON.stringify(item)).join('\n'),
  });
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Runs a command as a process in a folder. */
const run = (cwd: string, ...args: readonly string[]) =>
  spawnSync(
    process.execPath,
    [fileURLToPath(new URL('../../bootstrap/cli.ts', import.meta.url)), ...args],
    { cwd, encoding: 'utf8', env: folder.environment },
  );

test('an import runs the hooks of the working folder, logs failures, and leaves its events to the service', async () => {
  const { status, stdout, stderr } = run(
    at('cms'),
    'import',
    '../items.ndjson',
    '--collection',
    'pages',
  );
  expect(stdout + stderr).toContain("Blocked by the hook 'guard'; No bad titles");
  expect(stdout).not.toContain('out of order');
  const [logged] = stderr.split('\n').filter((line) => line.startsWith('{'));
  expect(JSON.parse(logged!)).toMatchObject({
    message: 'A hook failed and blocked the operation',
    hook: 'guard',
    operation: 'content.create',
    cause: { message: 'out of order' },
  });
  expect(status).toBe(3);
  const exported = await quoin(['export', at('out')], { environment: folder.environment });
  expect(exported.exitCode).toBe(0);
  expect(JSON.parse(await readFile(at('out/content.ndjson'), 'utf8'))).toMatchObject({
    title: 'Good',
    data: { own: 1 },
  });
  await expect(readFile(at('cms/events.txt'))).rejects.toThrow('ENOENT');
  const service = await startService(
    { ...folder.environment, QUOIN_CONFIG: at('cms/quoin.config.ts') },
    ['bootstrap/main.ts'],
  );
  await service.ready;
  const told = () => readFile(at('cms/events.txt'), 'utf8').catch(() => '');
  await vi.waitUntil(async () => (await told()) === 'content.created ', { timeout: 30_000 });
  await service[Symbol.asyncDispose]();
});

test('a dry run runs the hooks, also without a database; it stores nothing and calls no listener', async () => {
  await writeFiles(folder.path, {
    'dry/quoin.config.ts': configFile,
    'dry.ndjson': ['Dry', 'Bad'].map((title) => JSON.stringify({ title })).join('\n'),
  });
  const config = ['--config', at('dry/quoin.config.ts')];
  const command = ['import', at('dry.ndjson'), '--collection', 'pages', '--dry-run', ...config];
  for (const environment of [folder.environment, { DATA_DIR: at('none') }, folder.environment]) {
    const { exitCode, printed, notices } = await quoin(command, { environment });
    expect([exitCode, notices]).toEqual([
      3,
      ["Skipped line 2: Blocked by the hook 'guard'; No bad titles"],
    ]);
    expect(printed[0]).toMatch(/^Dry run: 1 item .*created +1\n/s);
  }
  await expect(readFile(at('dry/events.txt'))).rejects.toThrow('ENOENT');
  await expect(readFile(at('none/secret'))).rejects.toThrow('ENOENT');
});

test('--config takes precedence over QUOIN_CONFIG, and a broken file stops a command', async () => {
  const environment = { ...folder.environment, QUOIN_CONFIG: at('cms/quoin.config.ts') };
  const token = (...args: readonly string[]) =>
    quoin(['token', 'create', '--name', 'x', ...args], { environment });
  expect((await token()).exitCode).toBe(0);
  const broken = await token('--config', at('cms/broken.config.ts'));
  expect([broken.exitCode, broken.printed]).toEqual([1, []]);
  expect(broken.notices.join('\n')).toContain(
    `The configuration has mistakes:\n  ${at('cms/broken.config.ts')}`,
  );
  const missing = await token('--config', at('gone.ts'));
  expect(missing.notices.join('\n')).toContain(`${at('gone.ts')}: there is no such file`);
  expect(missing.exitCode).toBe(1);
});

test('a service with a broken file does not start', () => {
  const { status, stdout, stderr } = run(at('cms'), 'serve', '--config', 'broken.config.ts');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toBe(
    `The configuration has mistakes:\n  ${at('cms/broken.config.ts')}:1: Expression expected\n`,
  );
});
