import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FilesystemBlobStore } from '../../adapters/filesystem/filesystem-blob-store.ts';
import type { StoredBlob } from '../../core/index.ts';
import { inChunks, sampleBytes } from '../conformance/bytes.ts';
import { refused } from '../support/core-world.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { writeFiles } from '../support/write-files.ts';

let folder: TemporaryFolder;
let root = '';
let store: FilesystemBlobStore;

beforeEach(async () => {
  folder = await temporaryFolder();
  root = join(folder.path, 'root');
  store = await FilesystemBlobStore.open(root);
});
afterEach(() => folder[Symbol.asyncDispose]());

const put = (key: string) => store.put(key, inChunks(sampleBytes(10)));

const keysOf = (objects: readonly StoredBlob[]): readonly string[] => objects.map(({ key }) => key);

const walk = async (limit: number): Promise<readonly string[]> => {
  const keys: string[] = [];
  for (
    let page = await store.list(undefined, limit);
    page.length > 0;
    page = await store.list(keys.at(-1), limit)
  ) {
    keys.push(...keysOf(page));
  }
  return keys;
};

test('what is no object is not listed: temporary files, links, odd names, empty folders', async () => {
  await put('a/key');
  await put('z');
  const odd = [
    '.hidden',
    'a/.DS_Store',
    'a b/key',
    'lost+found/key',
    'ü/key',
    `${'x'.repeat(200)}~`,
  ];
  await writeFiles(root, Object.fromEntries(odd.map((name) => [name, 'odd'])));
  await fs.writeFile(join(root, '.tmp', 'half'), 'half');
  await fs.mkdir(join(root, 'm/n/o'), { recursive: true });
  await fs.mkdir(join(folder.path, 'outside'));
  await fs.writeFile(join(folder.path, 'outside', 'file'), 'outside');
  await fs.symlink(join(folder.path, 'outside'), join(root, 'folder'));
  await fs.symlink(join(folder.path, 'outside', 'file'), join(root, 'link'));
  expect(keysOf(await store.list(undefined, 100))).toEqual(['a/key', 'z']);
  expect(await walk(1)).toEqual(['a/key', 'z']);
});

test('a folder with more names than are held at once is walked through whole', async () => {
  const keys = Array.from({ length: 2_500 }, (_, n) => `f/${n}`);
  await writeFiles(root, Object.fromEntries(keys.map((key) => [key, ''])));
  // Folders without any object in them fill no page.
  for (let n = 0; n < 1_500; n += 1) await fs.mkdir(join(root, `e${n}`));
  await writeFiles(root, { 'g/last': '' });
  const expected = [...keys, 'g/last'].toSorted();
  expect(keysOf(await store.list(undefined, 10_000))).toEqual(expected);
  expect(await walk(1_000)).toEqual(expected);
  expect(keysOf(await store.list('f/2', 3))).toEqual(['f/20', 'f/200', 'f/2000']);
});

test('an object was stored when its last byte was written', async () => {
  await put('a/key');
  await fs.utimes(join(root, 'a/key'), 1_700_000_000, 1_700_000_000.25);
  expect(await store.list(undefined, 1)).toEqual([{ key: 'a/key', storedAt: 1_700_000_000_250 }]);
});

test('a list goes on while objects come and go', async () => {
  const writers = ['a', 'b', 'c', 'd'].map(async (name) => {
    for (let round = 0; round < 40; round += 1) {
      await put(`${name}/${name}/key`);
      await store.delete(`${name}/${name}/key`);
    }
  });
  await put('m/key');
  let isOver = false;
  const writing = Promise.all(writers).then(() => (isOver = true));
  while (!isOver) expect(keysOf(await store.list(undefined, 10))).toContain('m/key');
  await writing;
});

test('a root that has gone is unavailable, not empty', async () => {
  await fs.rm(root, { recursive: true });
  await refused('dependency_unavailable', store.list(undefined, 10));
});
