import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FilesystemBlobStore } from '../../../adapters/filesystem/filesystem-blob-store.ts';
import { rejectsWith } from '../../conformance/assert.ts';
import { filesystemWorld, type FilesystemWorld } from '../../support/media/filesystem-world.ts';

let world: FilesystemWorld;
beforeEach(async () => {
  world = await filesystemWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

describe('CVE-2026-34750: a key cannot lead out of the root', () => {
  const dots = '../x .. . a/../x a/../../x ./x a/./x .tmp/x .x a/.x ．．/x'.split(' ');
  const slashes = '/etc/passwd //x a//x a/ / a\\..\\..\\x ..\\x C:\\x ~/x'.split(' ');
  const odd = ['', 'x\0', 'x\0.png', '%2e%2e/x', '..%2fx', 'x y', 'x\ny', 'x\n', 'ü'];
  const long = ['a'.repeat(256), `a${'/a'.repeat(600)}`];
  const keys = [...dots, ...slashes, ...odd, ...long];

  test.each(keys)('%j is rejected', async (key) => {
    await fs.writeFile(join(world.folder, 'x'), 'outside');
    await fs.writeFile(join(world.root, '.tmp', 'x'), 'temporary');
    await rejectsWith('invalid_input', world.put(key));
    expect(await world.store.stat(key)).toBeUndefined();
    expect(await world.store.get(key)).toBeUndefined();
    await world.store.delete(key);
    expect(await fs.readFile(join(world.folder, 'x'), 'utf8')).toBe('outside');
    expect(existsSync(join(world.root, '.tmp', 'x'))).toBe(true);
    expect(await world.contents()).toEqual(['.tmp/x']);
  });
});

describe('a symbolic link in the root', () => {
  beforeEach(async () => {
    await fs.mkdir(join(world.folder, 'outside'));
    await fs.writeFile(join(world.folder, 'outside', 'file'), 'outside');
    await fs.symlink(join(world.folder, 'outside'), join(world.root, 'folder'));
    await fs.symlink(join(world.folder, 'outside', 'file'), join(world.root, 'link'));
  });

  test.each(['link', 'folder/file', 'folder'])('is not followed by reads: %s', async (key) => {
    expect(await world.store.stat(key)).toBeUndefined();
    expect(await world.store.get(key)).toBeUndefined();
  });

  test('is not followed by writes and deletes', async () => {
    await rejectsWith('dependency_unavailable', world.put('folder/new'));
    await rejectsWith('dependency_unavailable', world.put('folder/deep/new'));
    await rejectsWith('id_taken', world.put('link'));
    for (const key of ['link', 'folder/file', 'folder']) await world.store.delete(key);
    expect(await fs.readdir(join(world.folder, 'outside'))).toEqual(['file']);
    expect(await fs.readFile(join(world.folder, 'outside', 'file'), 'utf8')).toBe('outside');
  });

  test('that replaces the temporary folder is removed, not followed', async () => {
    await fs.rm(join(world.root, '.tmp'), { recursive: true });
    await fs.symlink(join(world.folder, 'outside'), join(world.root, '.tmp'));
    await FilesystemBlobStore.open(world.root);
    expect(await fs.readdir(join(world.folder, 'outside'))).toEqual(['file']);
    expect((await fs.lstat(join(world.root, '.tmp'))).isDirectory()).toBe(true);
  });
});

test('the path of the root may contain a symbolic link', async () => {
  await world.put('a/key');
  await fs.symlink(world.root, join(world.folder, 'alias'));
  const alias = await FilesystemBlobStore.open(join(world.folder, 'alias'));
  expect(await alias.stat('a/key')).toEqual({ size: 10 });
});

test('a key that is a folder of another key, or the reverse, is taken', async () => {
  await world.put('a/key');
  await world.put('b');
  await rejectsWith('id_taken', world.put('a'));
  await rejectsWith('id_taken', world.put('b/key'));
  expect(await world.store.stat('a')).toBeUndefined();
  expect(await world.store.get('b/key')).toBeUndefined();
  await world.store.delete('a');
  expect(await world.contents()).toEqual(['a', 'a/key', 'b']);
});
