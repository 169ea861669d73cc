import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { projectRoot } from '../architecture/sources.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { withRuntime } from '../support/runtimes/runtime-process.ts';

const modulePath = join(projectRoot, 'bootstrap/compile-cache.ts');

/** Fills the cache in a folder, and prints how many modules were in it at first. */
const program = (folder: string): string => `
  import { globSync } from 'node:fs';
  import { cacheCompiledModules } from '${modulePath}';
  cacheCompiledModules('${folder}');
  console.log(globSync('*/*', { cwd: '${folder}' }).length);
  await import('${join(projectRoot, 'bootstrap/exit-soon.ts')}');`;

const start = async (folder: string): Promise<number> => {
  const args = ['--input-type=module', '--eval', program(folder)];
  const { NODE_COMPILE_CACHE: _cache, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return Number(stdout);
};

test('the next start finds the compiled modules, and those of other versions of Node are removed', async () => {
  await using folder = await temporaryFolder();
  expect(await start(folder.path)).toBe(0);
  const other = join(folder.path, 'v1.2.3-x64-0');
  await mkdir(other);
  await writeFile(join(other, 'module'), '');
  expect(await start(folder.path)).toBeGreaterThan(1);
  expect(await readdir(folder.path)).toEqual([expect.stringMatching(`^${process.version}-`)]);
});

test('a cache of more than 6,000 modules is removed', async () => {
  await using folder = await temporaryFolder();
  await start(folder.path);
  const [own = ''] = await readdir(folder.path);
  const files = Array.from({ length: 6_000 }, (_, index) => join(folder.path, own, `m${index}`));
  await Promise.all(files.map((path) => writeFile(path, '')));
  expect(await start(folder.path)).toBe(0);
  await start(folder.path);
  const found = await start(folder.path);
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(100);
});

test('a folder that is a file is no reason to fail', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'file');
  await writeFile(path, '');
  expect(await start(path)).toBe(0);
});

withRuntime('deno', (binary) => {
  test('a runtime without such a cache loads the module', async () => {
    const script = `import { cacheCompiledModules } from '${modulePath}'; cacheCompiledModules('/nowhere');`;
    const args = ['eval', '--no-config', '--no-lock', script];
    await expect(promisify(execFile)(binary, args)).resolves.toMatchObject({ stdout: '' });
  });
});
