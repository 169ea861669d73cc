import * as fs from 'node:fs/promises';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FilesystemBlobStore } from '../../adapters/filesystem/filesystem-blob-store.ts';
import { FilesystemHealthProbe } from '../../adapters/filesystem/filesystem-health-probe.ts';
import type { DomainError, StoredBlob } from '../../core/index.ts';
import { rejectsWith } from '../conformance/assert.ts';
import { blobStoreSuite } from '../conformance/media/blob-store.ts';
import { blobStoreInstancesSuite } from '../conformance/media/blob-store-instances.ts';
import { blobStoreOutageSuite } from '../conformance/media/blob-store-outages.ts';
import { collect, inChunks, sampleBytes } from '../conformance/bytes.ts';
import { registerSuite } from '../conformance/suite.ts';
import { filesystemWorld, type FilesystemWorld } from '../support/media/filesystem-world.ts';
import { writeFiles } from '../support/write-files.ts';

let world: FilesystemWorld;

beforeEach(async () => {
  world = await filesystemWorld();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await world[Symbol.asyncDispose]();
});

const writer = join(import.meta.dirname, '..', 'support', 'media', 'blob-writer.ts');

/** Files and folders, with temporary ones. */
const usage = async () => (await fs.readdir(world.root, { recursive: true })).length;

registerSuite(blobStoreSuite, async () => ({ subject: { store: world.store, usage } }), test);

registerSuite(
  blobStoreInstancesSuite,
  async () => {
    const other = await FilesystemBlobStore.open(world.root);
    return { subject: { store: world.store, other } };
  },
  test,
);

registerSuite(
  blobStoreOutageSuite,
  async () => {
    // As if a network drive were not mounted.
    const elsewhere = join(world.folder, 'elsewhere');
    const cut = () => fs.rename(world.root, elsewhere);
    const restore = () => fs.rename(elsewhere, world.root);
    return { subject: { store: world.store, cut, restore } };
  },
  test,
);

test('only the owner of the process can access objects and folders', async () => {
  await world.put('a/key');
  const modes = await Promise.all(
    ['a', 'a/key', '.tmp'].map((name) => fs.stat(join(world.root, name))),
  );
  expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '600', '700']);
});

test('processes that start at the same time can all open a new root', async () => {
  for (let round = 0; round < 20; round += 1) {
    const root = join(world.folder, `root-${round}`);
    await Promise.all(Array.from({ length: 8 }, () => FilesystemBlobStore.open(root)));
  }
});

test('put writes each chunk before it reads the next', async () => {
  const chunk = 256 * 1024;
  const onDisk: number[] = [];
  const body = async function* (): AsyncGenerator<Uint8Array> {
    for (let n = 0; n < 20; n += 1) {
      const [name = ''] = await fs.readdir(join(world.root, '.tmp'));
      onDisk.push((await fs.stat(join(world.root, '.tmp', name))).size);
      yield new Uint8Array(chunk);
    }
  };
  await world.store.put('key', body());
  expect(onDisk).toEqual(Array.from({ length: 20 }, (_, n) => n * chunk));
});

test('a failed write leaves no file and no folder behind', async () => {
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield sampleBytes(100_000);
    throw new Error('the sender disconnected');
  };
  await expect(world.store.put('a/b/key', body())).rejects.toThrow('the sender disconnected');
  expect(await world.contents()).toEqual([]);
});

test('delete removes folders that become empty', async () => {
  for (const key of ['a/b/c/one', 'a/b/two', 'three']) await world.put(key);
  await world.store.delete('a/b/c/one');
  expect(await world.contents()).toEqual(['a', 'a/b', 'a/b/two', 'three']);
  await world.store.delete('a/b/two');
  await world.store.delete('three');
  expect(await world.contents()).toEqual([]);
});

test('a write succeeds while a concurrent delete removes its folder', async () => {
  const writers = ['one', 'two', 'three', 'four'].map(async (name) => {
    for (let round = 0; round < 50; round += 1) {
      await world.put(`a/b/${name}`);
      await world.store.delete(`a/b/${name}`);
    }
  });
  await Promise.all(writers);
  expect(await world.contents()).toEqual([]);
});

test('put does not convert a system error of its body', async () => {
  const reset = Object.assign(new Error('reset'), {
    code: 'ECONNRESET',
    syscall: 'read',
    errno: -1,
  });
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield sampleBytes(1);
    throw reset;
  };
  await expect(world.store.put('key', body())).rejects.toBe(reset);
});

/** The lowest free file descriptor: it grows with the number of open files. */
const nextFileNumber = async (): Promise<number> => {
  const file = await fs.open(join(world.root, 'key'));
  const { fd } = file;
  await file.close();
  return fd;
};

test('get opens a file at the first read and closes it when the reader leaves', async () => {
  await world.put('key', 500_000);
  const before = await nextFileNumber();
  for (let reader = 0; reader < 100; reader += 1) {
    await world.store.get('key');
    for await (const chunk of (await world.store.get('key')) ?? []) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
  }
  expect(await nextFileNumber()).toBeLessThan(before + 20);
});

test('a read of an object deleted before the first chunk throws not_found', async () => {
  await world.put('key');
  const body = (await world.store.get('key')) ?? inChunks(sampleBytes(0));
  await world.store.delete('key');
  await rejectsWith('not_found', collect(body));
});

test('put stores 200 MB in constant memory', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    writer,
    world.root,
    'large',
    '200000000',
  ]);
  const { stored, memoryGrowth } = JSON.parse(stdout.split('\n')[1] ?? '');
  expect(stored).toEqual({ size: 200_000_000 });
  // V8 collects buffers only when they have grown by 64 MiB.
  expect(memoryGrowth).toBeLessThan(80 * 1024 * 1024);
});

test('a failed disk write makes the store unavailable and leaves nothing behind', async () => {
  const limited = 'ulimit -f 200; exec "$0" "$@"';
  const words = ['-c', limited, process.execPath, writer, world.root, 'key', '5000000'];
  const { stdout } = await promisify(execFile)('sh', words);
  expect(JSON.parse(stdout.split('\n')[1] ?? '')).toEqual({ code: 'dependency_unavailable' });
  expect(await world.contents()).toEqual([]);
});

/** Counts syncs. @param fail number of the sync that fails. */
const watchSyncs = async (fail?: number) => {
  const handle = await fs.open(world.root);
  const prototype = Object.getPrototypeOf(handle) as fs.FileHandle;
  await handle.close();
  const sync = vi.spyOn(prototype, 'sync');
  const full = Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'fsync' });
  sync.mockImplementation(async () => {
    if (sync.mock.calls.length === fail) throw full;
  });
  return sync;
};

test('put syncs the object and its folders before it returns', async () => {
  const sync = await watchSyncs();
  await world.put('a/b/key');
  expect(sync).toHaveBeenCalledTimes(1 + 'a/b/key'.split('/').length);
  await world.store.delete('a/b/key');
  expect(sync).toHaveBeenCalledTimes(5);
});

test.each([1, 2, 3])('a failure of sync %i leaves nothing behind', async (fail) => {
  await watchSyncs(fail);
  await rejectsWith('dependency_unavailable', world.put('a/key'));
  expect(await world.store.stat('a/key')).toBeUndefined();
  expect(await fs.readdir(join(world.root, '.tmp'))).toEqual([]);
});

test('open removes the file of a killed process after an hour', async () => {
  const child = spawn(process.execPath, [writer, world.root, 'key', 'Infinity'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const [left = ''] = await fs.readdir(join(world.root, '.tmp'));
  const anHourAgo = Date.now() / 1_000 - 3_601;
  await fs.utimes(join(world.root, '.tmp', left), anHourAgo, anHourAgo);
  const reopened = await FilesystemBlobStore.open(world.root);
  expect(await fs.readdir(join(world.root, '.tmp'))).toEqual([]);
  expect(await world.contents()).toEqual([]);
  expect(await reopened.stat('key')).toBeUndefined();
});

test('open does not interrupt a write of another process', async () => {
  async function* slowly(): AsyncGenerator<Uint8Array> {
    yield sampleBytes(1_000);
    await FilesystemBlobStore.open(world.root);
    yield sampleBytes(1_000);
  }
  expect(await world.store.put('a/key', slowly())).toEqual({ size: 2_000 });
});

test('open keeps stored objects', async () => {
  await world.put('a/key', 1_000);
  const body = await (await FilesystemBlobStore.open(world.root)).get('a/key');
  expect(body && (await collect(body))).toEqual(sampleBytes(1_000));
});

test('a missing root makes the store unavailable, and only the cause names its path', async () => {
  await fs.rm(world.root, { recursive: true });
  const error = await world.put('key').catch((reason: DomainError) => reason);
  expect(error).toMatchObject({ code: 'dependency_unavailable', cause: { code: 'ENOENT' } });
  expect(
    JSON.stringify([(error as DomainError).message, (error as DomainError).details]),
  ).not.toContain(world.root);
});

test('the probe succeeds while files can be written, and leaves none behind', async () => {
  const probe = new FilesystemHealthProbe(world.root);
  await probe.ping();
  expect(await fs.readdir(join(world.root, '.tmp'))).toEqual([]);
  await fs.rm(world.root, { recursive: true });
  await rejectsWith('dependency_unavailable', probe.ping());
});

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
