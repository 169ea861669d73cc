import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copySources, projectRoot } from '../architecture/sources.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const node = (args: readonly string[], cwd: string): string => {
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  return stdout + stderr;
};

test('a configuration file and the adapters that it imports share the modules of the bundle', async () => {
  await using folder = await temporaryFolder();
  await writeFile(
    join(folder.path, 'quoin.config.ts'),
    `import { explainFailure } from 'quoin/bootstrap';
     import { DomainError } from 'quoin/core';
     import * as store from 'quoin/core/store';
     import * as vocabulary from 'quoin/core/vocabulary';
     import { MemoryBlobStore } from 'quoin/adapters/memory/memory-blob-store';
     const own = explainFailure(new DomainError('forbidden', 'Explained', { details: 'in one line' }));
     const blobs = new MemoryBlobStore();
     await blobs.put('aa/one', []);
     const thrown = await blobs.put('aa/one', []).catch((error) => error);
     const doors = [store, vocabulary].map((door) => door.DomainError === DomainError);
     throw new Error([own, thrown.code, thrown instanceof DomainError, ...doors].join(' '));`,
  );
  const output = node([join(projectRoot, 'bootstrap/dist/main.mjs')], folder.path);
  expect(output).toContain('Explained. in one line id_taken true true true');
});

test('stacks of the bundle name the lines of the sources', async () => {
  await using folder = await temporaryFolder();
  await writeFile(
    join(folder.path, 'quoin.config.mjs'),
    `import { openService } from 'quoin/bootstrap';
     process.stdout.write((await openService({}, {}).catch((error) => error)).stack);`,
  );
  const output = node([join(projectRoot, 'bootstrap/dist/main.mjs')], folder.path);
  const [, line = ''] =
    /inDataFolder \(file:.*\/bootstrap\/start\/data-folder\.ts:(\d+):/.exec(output) ?? [];
  expect(Number(line), output).toBeGreaterThan(10);
  expect(output).toContain(`file://${folder.path}/quoin.config.mjs:2:`);
});

test('the bundle is built again only after a change, and keeps the files that a running service may load', async () => {
  await using folder = await temporaryFolder();
  const root = folder.path;
  const folders = ['core', 'contracts', 'adapters', 'bootstrap', 'test/conformance'];
  copySources([...folders, 'package.json', 'package-lock.json'], root);
  for (const path of ['node_modules', 'adapters/admin/node_modules']) {
    await mkdir(join(root, path, '..'), { recursive: true });
    symlinkSync(join(projectRoot, path), join(root, path));
  }
  const build = (): string => node(['bootstrap/tools/build-service.mjs'], root);
  const program = join(root, 'bootstrap/dist/main.mjs');
  expect(build()).toBe('Building the service …\n');
  expect(existsSync(program)).toBe(true);
  expect(build()).toBe('');

  const chunks = (): readonly string[] => readdirSync(join(root, 'bootstrap/dist'));
  // V8 would keep the whole file in twice the memory.
  const wide = chunks().filter((name) =>
    /[^\0-\xff]/.test(readFileSync(join(root, 'bootstrap/dist', name), 'utf8')),
  );
  expect(wide.filter((name) => name.endsWith('.mjs'))).toEqual([]);
  const [ancient = '', ...recent] = chunks().filter((name) => /^core-\w+.*\.mjs/.test(name));
  utimesSync(join(root, 'bootstrap/dist', ancient), 0, 0);
  appendFileSync(join(root, 'core/primitives/errors.ts'), "\nexport const added = 'added';\n");
  appendFileSync(join(root, 'core/index.ts'), "export { added } from './primitives/errors.ts';\n");
  expect(build()).toBe('Building the service …\n');
  expect(chunks()).toEqual(expect.arrayContaining(recent));
  expect(chunks()).not.toContain(ancient);
});
