import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FilesystemBlobStore } from '../../adapters/filesystem/filesystem-blob-store.ts';
import type { DomainError } from '../../core/index.ts';
import { inChunks, sampleBytes } from '../conformance/bytes.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let temporary: TemporaryFolder;
let folder = '';
let root = '';
let store: FilesystemBlobStore;

beforeEach(async () => {
  temporary = await temporaryFolder();
  folder = temporary.path;
  root = join(folder, 'root');
  store = await FilesystemBlobStore.open(root);
});
afterEach(() => temporary[Symbol.asyncDispose]());

/** Every file and folder under the root, but for the place where files begin. */
const contents = async (): Promise<readonly string[]> => {
  const names = await fs.readdir(root, { recursive: true });
  return names.filter((name) => name !== '.tmp').toSorted();
};

const put = (key: string, size = 10) => store.put(key, inChunks(sampleBytes(size)));

const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: DomainError) => error.code,
  );

describe('CVE-2026-34750: a key does not lead out of the root', () => {
  const dots = '../x .. . a/../x a/../../x ./x a/./x .tmp/x .x a/.x ．．/x'.split(' ');
  const slashes = '/etc/passwd //x a//x a/ / a\\..\\..\\x ..\\x C:\\x ~/x'.split(' ');
  const odd = ['', 'x\0', 'x\0.png', '%2e%2e/x', '..%2fx', 'x y', 'x\ny', 'x\n', 'ü'];
  const long = ['a'.repeat(256), `a${'/a'.repeat(600)}`];
  const keys = [...dots, ...slashes, ...odd, ...long];

  test.each(keys)('%j is refused', async (key) => {
    await fs.writeFile(join(folder, 'x'), 'outside');
    await fs.writeFile(join(root, '.tmp', 'x'), 'temporary');
    expect(await codeOf(put(key))).toBe('invalid_input');
    expect(await store.stat(key)).toBeUndefined();
    expect(await store.get(key)).toBeUndefined();
    await store.delete(key);
    expect(await fs.readFile(join(folder, 'x'), 'utf8')).toBe('outside');
    expect(existsSync(join(root, '.tmp', 'x'))).toBe(true);
    expect(await contents()).toEqual(['.tmp/x']);
  });
});

describe('a symbolic link planted in the root', () => {
  beforeEach(async () => {
    await fs.mkdir(join(folder, 'outside'));
    await fs.writeFile(join(folder, 'outside', 'file'), 'outside');
    await fs.symlink(join(folder, 'outside'), join(root, 'folder'));
    await fs.symlink(join(folder, 'outside', 'file'), join(root, 'link'));
  });

  test.each(['link', 'folder/file', 'folder'])('is not read through: %s', async (key) => {
    expect(await store.stat(key)).toBeUndefined();
    expect(await store.get(key)).toBeUndefined();
  });

  test('is not written or deleted through', async () => {
    expect(await codeOf(put('folder/new'))).toBe('dependency_unavailable');
    expect(await codeOf(put('folder/deep/new'))).toBe('dependency_unavailable');
    expect(await codeOf(put('link'))).toBe('id_taken');
    for (const key of ['link', 'folder/file', 'folder']) await store.delete(key);
    expect(await fs.readdir(join(folder, 'outside'))).toEqual(['file']);
    expect(await fs.readFile(join(folder, 'outside', 'file'), 'utf8')).toBe('outside');
  });

  test('in place of the folder for temporary files does not lead the clearing astray', async () => {
    await fs.rm(join(root, '.tmp'), { recursive: true });
    await fs.symlink(join(folder, 'outside'), join(root, '.tmp'));
    await FilesystemBlobStore.open(root);
    expect(await fs.readdir(join(folder, 'outside'))).toEqual(['file']);
    expect((await fs.lstat(join(root, '.tmp'))).isDirectory()).toBe(true);
  });
});

test('the root itself may be reached through a symbolic link', async () => {
  await put('a/key');
  await fs.symlink(root, join(folder, 'alias'));
  const alias = await FilesystemBlobStore.open(join(folder, 'alias'));
  expect(await alias.stat('a/key')).toEqual({ size: 10 });
});

test('a key that is the folder of another, or within another, is taken', async () => {
  await put('a/key');
  await put('b');
  expect(await codeOf(put('a'))).toBe('id_taken');
  expect(await codeOf(put('b/key'))).toBe('id_taken');
  expect(await store.stat('a')).toBeUndefined();
  expect(await store.get('b/key')).toBeUndefined();
  await store.delete('a');
  expect(await contents()).toEqual(['a', 'a/key', 'b']);
});
