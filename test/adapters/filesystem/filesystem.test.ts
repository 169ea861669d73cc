import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FilesystemBlobStore } from '../../../adapters/filesystem/filesystem-blob-store.ts';
import { FilesystemHealthProbe } from '../../../adapters/filesystem/filesystem-health-probe.ts';
import type { DomainError } from '../../../core/index.ts';
import { rejectsWith } from '../../conformance/assert.ts';
import { blobStoreSuite } from '../../conformance/blob-store.ts';
import { collect, inChunks, sampleBytes } from '../../conformance/bytes.ts';
import { registerSuite } from '../../conformance/suite.ts';
import { filesystemWorld, type FilesystemWorld } from '../../support/media/filesystem-world.ts';

const writer = join(import.meta.dirname, '..', '..', 'support', 'media', 'blob-writer.ts');

let world: FilesystemWorld;
beforeEach(async () => {
  world = await filesystemWorld();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world[Symbol.asyncDispose]();
});

registerSuite(blobStoreSuite, async () => ({ subject: { store: world.store } }), test);

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
  expect(memoryGrowth).toBeLessThan(64 * 1024 * 1024);
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
