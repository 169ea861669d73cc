import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { GcsBlobStore } from '../../../adapters/gcs/gcs-blob-store.ts';
import { GcsBucket } from '../../../adapters/gcs/gcs-bucket.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { blobStoreSuite } from '../../conformance/media/blob-store.ts';
import { collect, inChunks, sampleBytes } from '../../conformance/bytes.ts';
import { registerSuite } from '../../conformance/suite.ts';
import { makeBucket, startGcsEmulator } from '../../support/gcs/gcs-emulator.ts';
import { startGcsServer } from '../../support/gcs/gcs-server.ts';
import { gcsWorld, type GcsWorld } from '../../support/gcs/gcs-world.ts';
import { largeSize, madeBody } from '../../support/media/made-body.ts';
import { ConfigError } from '../../../bootstrap/config.ts';
import { explainFailure } from '../../../bootstrap/explain-failure.ts';
import { bindTable } from '../../../bootstrap/container.ts';
import type { Bindings } from '../../../bootstrap/bindings.ts';
import { gcsBucket } from '../../../bootstrap/wiring.ts';
import { projectRoot } from '../../architecture/sources.ts';

const type = 'image/png';

const put = ({ store }: GcsWorld, key: string, size = 10) => store.put(key, madeBody(size), type);

const get = async ({ store }: GcsWorld, key: string) =>
  (await store.get(key)) ?? expect.unreachable('There is no object');

const steps = ({ server }: GcsWorld) => server.seen.map(({ step }) => step);

describe('an object in the bucket', () => {
  test.each([10, largeSize])(
    'of %i bytes has its content type and a permanent Cache-Control',
    async (size) => {
      await using world = await gcsWorld();
      await put(world, 'a/key', size);
      expect(world.server.bucket.find('a/key')).toMatchObject({
        contentType: type,
        cacheControl: 'public, max-age=31536000, immutable, no-transform',
      });
    },
  );

  test('is sent with one request if small, else with a resumable upload', async () => {
    await using world = await gcsWorld();
    await put(world, 'small');
    expect(steps(world)).toEqual(['insert']);
    expect(await put(world, 'large', largeSize)).toEqual({ size: largeSize });
    expect(steps(world).slice(1)).toEqual(['session', 'part', 'part', 'part']);
  });

  test.each([10, largeSize])('of %i bytes is created with a precondition', async (size) => {
    await using world = await gcsWorld();
    await put(world, 'key', size);
    expect(world.server.seen[0]?.url.searchParams.get('ifGenerationMatch')).toBe('0');
  });

  test.each([8, 16, 16.5])('of %d MiB is returned unchanged', async (mebibytes) => {
    await using world = await gcsWorld();
    const size = mebibytes * 1024 * 1024;
    expect(await put(world, 'key', size)).toEqual({ size });
    const got = await collect(await get(world, 'key'));
    expect(Buffer.compare(got, await collect(madeBody(size)))).toBe(0);
  });

  test('is not requested before the first read', async () => {
    await using world = await gcsWorld();
    await put(world, 'key');
    await world.store.get('key');
    expect(steps(world)).toEqual(['insert', 'metadata']);
  });

  test.each(['deleted', 'replaced'])(
    'that is %s before the first read is not found',
    async (how) => {
      await using world = await gcsWorld();
      await put(world, 'key');
      const body = await get(world, 'key');
      await world.store.delete('key');
      if (how === 'replaced') await put(world, 'key', 20);
      await expect(collect(body)).rejects.toMatchObject({ code: 'not_found' });
    },
  );
});

describe('a list', () => {
  const keysOf = async ({ store }: GcsWorld, after: string | undefined, limit: number) =>
    (await store.list(after, limit)).map(({ key }) => key);

  test('reaches its limit when the bucket returns smaller pages', async () => {
    await using world = await gcsWorld();
    for (const key of ['a', 'b', 'c', 'd', 'e']) await put(world, key);
    world.server.bucket.pageMax = 2;
    expect(await keysOf(world, undefined, 4)).toEqual(['a', 'b', 'c', 'd']);
    expect(await keysOf(world, 'b', 10)).toEqual(['c', 'd', 'e']);
  });

  test('requests at most one object above its limit', async () => {
    await using world = await gcsWorld();
    for (const key of ['a', 'b', 'c', 'd', 'e']) await put(world, key);
    await keysOf(world, 'a', 2);
    expect(steps(world).filter((step) => step === 'list')).toHaveLength(1);
    expect(world.server.seen.at(-1)?.url.searchParams.get('maxResults')).toBe('3');
  });

  test('skips objects with malformed keys', async () => {
    await using world = await gcsWorld();
    await put(world, 'key');
    for (const name of ['folder/', '.hidden', 'a b', 'ü']) {
      world.server.bucket.create(name, sampleBytes(1));
    }
    expect(await keysOf(world, undefined, 10)).toEqual(['key']);
  });
});

test.each(['', '../a', 'a b', 'a'.repeat(256)])(
  'the malformed key %j is not sent to the bucket',
  async (key) => {
    await using world = await gcsWorld();
    await expect(put(world, key)).rejects.toMatchObject({ code: 'invalid_input' });
    await world.store.stat(key);
    await world.store.get(key);
    await world.store.delete(key);
    expect(steps(world)).toEqual([]);
  },
);

test('the probe requests one object', async () => {
  await using world = await gcsWorld();
  await world.probe.ping();
  expect(steps(world)).toEqual(['metadata']);
});

test('150 MB are uploaded and downloaded in constant memory', async () => {
  await using server = await startGcsServer();
  const transfer = join(import.meta.dirname, '..', '..', 'support', 'media', 'bucket-transfer.ts');
  const words = [transfer, 'gcs', server.url, '150000000'];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  const { upload, download } = JSON.parse(stdout);
  expect([upload.bytes, download.bytes]).toEqual([150_000_000, 150_000_000]);
  const mebibyte = 1024 * 1024;
  expect(upload.most - upload.before).toBeLessThan(120 * mebibyte);
  expect(download.most - download.before).toBeLessThan(120 * mebibyte);
});

const emulator = await startGcsEmulator();

if (emulator === undefined) {
  console.warn(
    'Not tested: the emulator of a bucket. No container engine answers; the double does.',
  );
} else {
  describe('on an emulator', () => {
    const { url: endpoint } = emulator;
    afterAll(() => emulator.stop());
    const openStore = async () =>
      new GcsBlobStore(
        new GcsBucket({ bucket: await makeBucket(endpoint), endpoint }, new SystemTimer()),
      );

    registerSuite(blobStoreSuite, async () => ({ subject: { store: await openStore() } }), test);

    test('an object of several parts is stored', async () => {
      const store = await openStore();
      const info = { size: largeSize };
      expect(await store.put('large', madeBody(largeSize), type)).toEqual(info);
      expect(await store.stat('large')).toEqual(info);
      expect((await store.list(undefined, 10)).map(({ key }) => key)).toEqual(['large']);
    });
  });
}

/** Opens the bucket as the wiring does, without the rest of the service. */
const openBucket = (options: { readonly endpoint: string; readonly keyFile?: string }) => {
  const row = gcsBucket({ bucket: 'bucket', keyFile: undefined, ...options });
  return bindTable<Pick<Bindings, 'blobs' | 'timer'>>({
    blobs: row,
    timer: () => new SystemTimer(),
  }).get('blobs');
};

test('the store and its probe use the configured bucket', async () => {
  await using server = await startGcsServer();
  const blobs = await openBucket({ endpoint: server.url });
  await blobs.put('key', inChunks(sampleBytes(10)), 'image/png');
  expect(server.bucket.names).toEqual(['key']);
  await blobs.health?.ping();
  server.trouble.plan({ kind: 'status', status: 403 });
  await expect(blobs.health?.ping()).rejects.toMatchObject({ code: 'dependency_unavailable' });
});

test('a key file that cannot be read fails the start', async () => {
  const openWith = (keyFile: string) => openBucket({ endpoint: 'http://127.0.0.1:1', keyFile });
  for (const [keyFile, code] of [
    ['/nowhere/key.json', 'ENOENT'],
    [projectRoot, 'EISDIR'],
  ] as const) {
    const error = await openWith(keyFile).then(
      () => expect.fail('it opened'),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ConfigError);
    expect(explainFailure(error)).toBe(
      `The configuration has mistakes:\n  GOOGLE_APPLICATION_CREDENTIALS must name a key file that can be read (${code})`,
    );
  }
  await openWith(join(projectRoot, 'package.json'));
});

/** Loads the wiring, then opens the bucket; prints after each whether the library is loaded. */
const script = `
  import { registerHooks } from 'node:module';
  let isLoaded = false;
  registerHooks({
    resolve: (specifier, context, next) => {
      isLoaded ||= specifier === '@google-cloud/storage';
      return next(specifier, context);
    },
  });
  const { gcsBucket } = await import('./bootstrap/wiring.ts');
  const row = gcsBucket({ bucket: 'bucket', endpoint: 'http://127.0.0.1:1' });
  const before = isLoaded;
  await row(async () => undefined);
  console.log(JSON.stringify([before, isLoaded]));
`;

test('the library is not loaded before it is needed', async () => {
  const words = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: projectRoot });
  expect(JSON.parse(stdout)).toEqual([false, true]);
});
