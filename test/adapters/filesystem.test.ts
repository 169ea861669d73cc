import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FilesystemBlobStore } from '../../adapters/filesystem/filesystem-blob-store.ts';
import { FilesystemHealthProbe } from '../../adapters/filesystem/filesystem-health-probe.ts';
import type { DomainError } from '../../core/index.ts';
import { blobStoreSuite } from '../conformance/blob-store.ts';
import { collect, inChunks, sampleBytes } from '../conformance/bytes.ts';
import { registerSuite } from '../conformance/suite.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

const writer = join(import.meta.dirname, '..', 'support', 'blob-writer.ts');

let folder: TemporaryFolder;
let root = '';
let store: FilesystemBlobStore;

beforeEach(async () => {
  folder = await temporaryFolder();
  root = join(folder.path, 'root');
  store = await FilesystemBlobStore.open(root);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await folder[Symbol.asyncDispose]();
});

registerSuite(blobStoreSuite, async () => ({ subject: { store } }), test);

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

test('objects and folders are for the owner of the process alone', async () => {
  await put('a/key');
  const modes = await Promise.all(['a', 'a/key', '.tmp'].map((name) => fs.stat(join(root, name))));
  expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '600', '700']);
});

test('a body is written as it comes, one chunk at a time', async () => {
  const chunk = 256 * 1024;
  const onDisk: number[] = [];
  const body = async function* (): AsyncGenerator<Uint8Array> {
    for (let n = 0; n < 20; n += 1) {
      const [name = ''] = await fs.readdir(join(root, '.tmp'));
      onDisk.push((await fs.stat(join(root, '.tmp', name))).size);
      yield new Uint8Array(chunk);
    }
  };
  await store.put('key', body());
  expect(onDisk).toEqual(Array.from({ length: 20 }, (_, n) => n * chunk));
});

test('an interrupted write leaves no file and no folder', async () => {
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield sampleBytes(100_000);
    throw new Error('the sender went away');
  };
  await expect(store.put('a/b/key', body())).rejects.toThrow('the sender went away');
  expect(await contents()).toEqual([]);
});

test('a folder goes with the last object in it', async () => {
  for (const key of ['a/b/c/one', 'a/b/two', 'three']) await put(key);
  await store.delete('a/b/c/one');
  expect(await contents()).toEqual(['a', 'a/b', 'a/b/two', 'three']);
  await store.delete('a/b/two');
  await store.delete('three');
  expect(await contents()).toEqual([]);
});

test('a folder that goes while a write is on its way is made again', async () => {
  const writers = ['one', 'two', 'three', 'four'].map(async (name) => {
    for (let round = 0; round < 50; round += 1) {
      await put(`a/b/${name}`);
      await store.delete(`a/b/${name}`);
    }
  });
  await Promise.all(writers);
  expect(await contents()).toEqual([]);
});

test('an error of the system in the body comes out as it is', async () => {
  const reset = Object.assign(new Error('reset'), {
    code: 'ECONNRESET',
    syscall: 'read',
    errno: -1,
  });
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield sampleBytes(1);
    throw reset;
  };
  await expect(store.put('key', body())).rejects.toBe(reset);
});

/** Systems give a new file the lowest number that is free: it grows with the files left open. */
const nextFileNumber = async (): Promise<number> => {
  const file = await fs.open(join(root, 'key'));
  const { fd } = file;
  await file.close();
  return fd;
};

test('files are closed when readers leave early, and not opened for those who never read', async () => {
  await put('key', 500_000);
  const before = await nextFileNumber();
  for (let reader = 0; reader < 100; reader += 1) {
    await store.get('key');
    for await (const chunk of (await store.get('key')) ?? []) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
  }
  expect(await nextFileNumber()).toBeLessThan(before + 20);
});

test('an object that is deleted before its first byte is read is not found', async () => {
  await put('key');
  const body = (await store.get('key')) ?? inChunks(sampleBytes(0));
  await store.delete('key');
  expect(await codeOf(collect(body))).toBe('not_found');
});

test('200 MB are stored in constant memory', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    writer,
    root,
    'large',
    '200000000',
  ]);
  const { stored, memoryGrowth } = JSON.parse(stdout.split('\n')[1] ?? '');
  expect(stored).toEqual({ size: 200_000_000 });
  expect(memoryGrowth).toBeLessThan(64 * 1024 * 1024);
});

test('a disk that refuses more bytes makes the store unavailable and keeps nothing', async () => {
  const limited = 'ulimit -f 200; exec "$0" "$@"';
  const words = ['-c', limited, process.execPath, writer, root, 'key', '5000000'];
  const { stdout } = await promisify(execFile)('sh', words);
  expect(JSON.parse(stdout.split('\n')[1] ?? '')).toEqual({ code: 'dependency_unavailable' });
  expect(await contents()).toEqual([]);
});

/** Watches how files and folders are synced; `fail` says at which sync the disk gives out. */
const watchSyncs = async (fail?: number) => {
  const handle = await fs.open(root);
  const prototype = Object.getPrototypeOf(handle) as fs.FileHandle;
  await handle.close();
  const sync = vi.spyOn(prototype, 'sync');
  const full = Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'fsync' });
  sync.mockImplementation(async () => {
    if (sync.mock.calls.length === fail) throw full;
  });
  return sync;
};

test('an object, its name and its folders are synced before put returns', async () => {
  const sync = await watchSyncs();
  await put('a/b/key');
  expect(sync).toHaveBeenCalledTimes(1 + 'a/b/key'.split('/').length);
  await store.delete('a/b/key');
  expect(sync).toHaveBeenCalledTimes(5);
});

test.each([1, 2, 3])('a disk that is full at sync %i keeps nothing', async (fail) => {
  await watchSyncs(fail);
  expect(await codeOf(put('a/key'))).toBe('dependency_unavailable');
  expect(await store.stat('a/key')).toBeUndefined();
  expect(await fs.readdir(join(root, '.tmp'))).toEqual([]);
});

test('a process that is killed while it writes leaves nothing once the store is opened an hour later', async () => {
  const child = spawn(process.execPath, [writer, root, 'key', 'Infinity'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const [left = ''] = await fs.readdir(join(root, '.tmp'));
  const anHourAgo = Date.now() / 1_000 - 3_601;
  await fs.utimes(join(root, '.tmp', left), anHourAgo, anHourAgo);
  const reopened = await FilesystemBlobStore.open(root);
  expect(await fs.readdir(join(root, '.tmp'))).toEqual([]);
  expect(await contents()).toEqual([]);
  expect(await reopened.stat('key')).toBeUndefined();
});

test('opening the store again, in another process say, does not disturb a write', async () => {
  async function* slowly(): AsyncGenerator<Uint8Array> {
    yield sampleBytes(1_000);
    await FilesystemBlobStore.open(root);
    yield sampleBytes(1_000);
  }
  expect(await store.put('a/key', slowly())).toEqual({ size: 2_000 });
});

test('opening the store again keeps what was stored', async () => {
  await put('a/key', 1_000);
  const body = await (await FilesystemBlobStore.open(root)).get('a/key');
  expect(body && (await collect(body))).toEqual(sampleBytes(1_000));
});

test('a root that has gone is unavailable, and its path is told to nobody but the log', async () => {
  await fs.rm(root, { recursive: true });
  const error = await put('key').catch((reason: DomainError) => reason);
  expect(error).toMatchObject({ code: 'dependency_unavailable', cause: { code: 'ENOENT' } });
  expect(
    JSON.stringify([(error as DomainError).message, (error as DomainError).details]),
  ).not.toContain(root);
});

test('the probe answers while a file can be written, and leaves none', async () => {
  const probe = new FilesystemHealthProbe(root);
  await probe.ping();
  expect(await fs.readdir(join(root, '.tmp'))).toEqual([]);
  await fs.rm(root, { recursive: true });
  expect(await codeOf(probe.ping())).toBe('dependency_unavailable');
});
