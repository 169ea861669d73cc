import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StoredBlob } from '../../../core/index.ts';
import { rejectsWith } from '../../conformance/assert.ts';
import { filesystemWorld, type FilesystemWorld } from '../../support/media/filesystem-world.ts';
import { writeFiles } from '../../support/write-files.ts';

let world: FilesystemWorld;
beforeEach(async () => {
  world = await filesystemWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const keysOf = (objects: readonly StoredBlob[]): readonly string[] => objects.map(({ key }) => key);

const walk = async (limit: number): Promise<readonly string[]> => {
  const keys: string[] = [];
  for (
    let page = await world.store.list(undefined, limit);
    page.length > 0;
    page = await world.store.list(keys.at(-1), limit)
  ) {
    keys.push(...keysOf(page));
  }
  return keys;
};

test('list skips temporary files, links, malformed names and empty folders', async () => {
  await world.put('a/key');
  await world.put('z');
  const odd = [
    '.hidden',
    'a/.DS_Store',
    'a b/key',
    'lost+found/key',
    'ü/key',
    `${'x'.repeat(200)}~`,
  ];
  await writeFiles(world.root, Object.fromEntries(odd.map((name) => [name, 'odd'])));
  await fs.writeFile(join(world.root, '.tmp', 'half'), 'half');
  await fs.mkdir(join(world.root, 'm/n/o'), { recursive: true });
  await fs.mkdir(join(world.folder, 'outside'));
  await fs.writeFile(join(world.folder, 'outside', 'file'), 'outside');
  await fs.symlink(join(world.folder, 'outside'), join(world.root, 'folder'));
  await fs.symlink(join(world.folder, 'outside', 'file'), join(world.root, 'link'));
  expect(keysOf(await world.store.list(undefined, 100))).toEqual(['a/key', 'z']);
  expect(await walk(1)).toEqual(['a/key', 'z']);
});

test('list returns all objects of a folder larger than a batch', async () => {
  const keys = Array.from({ length: 2_500 }, (_, n) => `f/${n}`);
  await writeFiles(world.root, Object.fromEntries(keys.map((key) => [key, ''])));
  // Empty folders do not count towards the limit.
  for (let n = 0; n < 1_500; n += 1) await fs.mkdir(join(world.root, `e${n}`));
  await writeFiles(world.root, { 'g/last': '' });
  const expected = [...keys, 'g/last'].toSorted();
  expect(keysOf(await world.store.list(undefined, 10_000))).toEqual(expected);
  expect(await walk(1_000)).toEqual(expected);
  expect(keysOf(await world.store.list('f/2', 3))).toEqual(['f/20', 'f/200', 'f/2000']);
});

test('storedAt is the time of the last write', async () => {
  await world.put('a/key');
  await fs.utimes(join(world.root, 'a/key'), 1_700_000_000, 1_700_000_000.25);
  expect(await world.store.list(undefined, 1)).toEqual([
    { key: 'a/key', storedAt: 1_700_000_000_250 },
  ]);
});

test('list works during concurrent writes and deletes', async () => {
  const writers = ['a', 'b', 'c', 'd'].map(async (name) => {
    for (let round = 0; round < 40; round += 1) {
      await world.put(`${name}/${name}/key`);
      await world.store.delete(`${name}/${name}/key`);
    }
  });
  await world.put('m/key');
  let haveEnded = false;
  const writing = Promise.all(writers).then(() => (haveEnded = true));
  while (!haveEnded) expect(keysOf(await world.store.list(undefined, 10))).toContain('m/key');
  await writing;
});

test('list throws for a missing root', async () => {
  await fs.rm(world.root, { recursive: true });
  await rejectsWith('dependency_unavailable', world.store.list(undefined, 10));
});
