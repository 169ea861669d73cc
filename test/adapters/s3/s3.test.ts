import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { S3BlobStore } from '../../../adapters/s3/s3-blob-store.ts';
import { S3Bucket, type S3Options } from '../../../adapters/s3/s3-bucket.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { bindTable } from '../../../bootstrap/container.ts';
import type { Bindings } from '../../../bootstrap/bindings.ts';
import { s3Bucket } from '../../../bootstrap/wiring.ts';
import { projectRoot } from '../../architecture/sources.ts';
import { collect, inChunks, sampleBytes } from '../../conformance/bytes.ts';
import { largeSize, madeBody } from '../../support/media/made-body.ts';
import { s3Options } from '../../support/s3/s3-options.ts';
import { startS3Server } from '../../support/s3/s3-server.ts';
import { s3World, type S3World } from '../../support/s3/s3-world.ts';

const type = 'image/png';
const mebibyte = 1024 * 1024;

const put = ({ store }: S3World, key: string, size = 10) => store.put(key, madeBody(size), type);

const get = async ({ store }: S3World, key: string) =>
  (await store.get(key)) ?? expect.unreachable('There is no object');

const steps = ({ server }: S3World) => server.seen.map(({ step }) => step);

describe('an object in the bucket', () => {
  test.each([10, largeSize])(
    'of %i bytes has its content type and a permanent Cache-Control',
    async (size) => {
      await using world = await s3World();
      await put(world, 'a/key', size);
      expect(world.server.bucket.find('a/key')?.headers).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable, no-transform',
      });
    },
  );

  test('is sent with one request if small, else in parts', async () => {
    await using world = await s3World();
    await put(world, 'small');
    expect(steps(world)).toEqual(['head', 'list', 'put']);
    expect(await put(world, 'large', largeSize)).toEqual({ size: largeSize });
    const large = ['start', 'part', 'part', 'part', 'head', 'list', 'complete'];
    expect(steps(world).slice(3)).toEqual(large);
  });

  test.each([
    [10, 'put'],
    [largeSize, 'complete'],
  ])('of %i bytes is created with a precondition', async (size, step) => {
    await using world = await s3World();
    await put(world, 'key', size);
    const creating = world.server.seen.find((request) => request.step === step);
    expect(creating?.headers['if-none-match']).toBe('*');
  });

  test.each([8, 16, 16.5])('of %d MiB is returned unchanged', async (mebibytes) => {
    await using world = await s3World();
    const size = mebibytes * mebibyte;
    expect(await put(world, 'key', size)).toEqual({ size });
    const got = await collect(await get(world, 'key'));
    expect(Buffer.compare(got, await collect(madeBody(size)))).toBe(0);
  });

  test('is not requested before the first read', async () => {
    await using world = await s3World();
    world.server.bucket.create('key', sampleBytes(10));
    await world.store.get('key');
    expect(steps(world)).toEqual(['head']);
  });

  test.each(['deleted', 'replaced'])(
    'that is %s before the first read is not found',
    async (how) => {
      await using world = await s3World();
      await put(world, 'key');
      const body = await get(world, 'key');
      await world.store.delete('key');
      if (how === 'replaced') await put(world, 'key', 20);
      await expect(collect(body)).rejects.toMatchObject({ code: 'not_found' });
    },
  );
});

describe.each(['ignored', 'rejected'] as const)(
  'on a server where conditions are %s',
  (conditions) => {
    test.each([10, largeSize])(
      'an object of %i bytes is stored, and not overwritten',
      async (size) => {
        await using world = await s3World();
        world.server.bucket.conditions = conditions;
        expect(await put(world, 'key', size)).toEqual({ size });
        await expect(put(world, 'key', size + 1)).rejects.toMatchObject({ code: 'id_taken' });
        expect(await world.store.stat('key')).toEqual({ size });
        expect(world.server.bucket.unfinished).toEqual([]);
      },
    );
  },
);

describe('a list', () => {
  const keysOf = async ({ store }: S3World, after: string | undefined, limit: number) =>
    (await store.list(after, limit)).map(({ key }) => key);

  test('reaches its limit when the bucket returns smaller pages', async () => {
    await using world = await s3World();
    for (const key of ['a', 'b', 'c', 'd', 'e']) world.server.bucket.create(key, sampleBytes(1));
    world.server.bucket.pageMax = 2;
    expect(await keysOf(world, undefined, 4)).toEqual(['a', 'b', 'c', 'd']);
    expect(await keysOf(world, 'b', 10)).toEqual(['c', 'd', 'e']);
  });

  test('requests no more objects than its limit', async () => {
    await using world = await s3World();
    for (const key of ['a', 'b', 'c', 'd', 'e']) world.server.bucket.create(key, sampleBytes(1));
    await keysOf(world, 'a', 2);
    expect(steps(world)).toEqual(['list']);
    expect(world.server.seen.at(-1)?.url.searchParams.get('max-keys')).toBe('2');
  });

  test('skips objects with malformed keys', async () => {
    await using world = await s3World();
    for (const name of ['folder/', '.hidden', 'a b', 'key', 'ü']) {
      world.server.bucket.create(name, sampleBytes(1));
    }
    expect(await keysOf(world, undefined, 1)).toEqual(['key']);
    expect(await keysOf(world, undefined, 10)).toEqual(['key']);
  });
});

test.each(['', '../a', 'a b', 'a'.repeat(256)])(
  'the malformed key %j is not sent to the bucket',
  async (key) => {
    await using world = await s3World();
    await expect(put(world, key)).rejects.toMatchObject({ code: 'invalid_input' });
    await world.store.stat(key);
    await world.store.get(key);
    await world.store.delete(key);
    expect(steps(world)).toEqual([]);
  },
);

describe('a request', () => {
  /** The address that the library would send a request to. */
  const addressOf = async (options: Partial<S3Options>): Promise<string> => {
    const { endpoint: _, ...amazon } = s3Options('');
    const s3 = new S3Bucket({ ...amazon, ...options }, new SystemTimer());
    let address = '';
    s3.client.middlewareStack.add(
      () => async (args) => {
        const { protocol, hostname, path } = (args as { readonly request: URL & { path: string } })
          .request;
        address = `${protocol}//${hostname}${path}`;
        throw new Error('not sent');
      },
      { step: 'build' },
    );
    await expect(new S3BlobStore(s3).stat('a/key')).rejects.toThrow();
    return address;
  };

  test.each([
    [{ isPathStyle: false }, 'https://bucket.s3.eu-west-1.amazonaws.com/a/key'],
    [{ isPathStyle: true }, 'https://s3.eu-west-1.amazonaws.com/bucket/a/key'],
    [
      { isPathStyle: true, endpoint: 'https://account.r2.cloudflarestorage.com' },
      'https://account.r2.cloudflarestorage.com/bucket/a/key',
    ],
    [
      { isPathStyle: false, endpoint: 'https://account.r2.cloudflarestorage.com' },
      'https://bucket.account.r2.cloudflarestorage.com/a/key',
    ],
  ])('with %j goes to %s', async (options, address) => {
    expect(await addressOf(options)).toBe(address);
  });

  test('has the session token of temporary keys', async () => {
    await using server = await startS3Server({ sessionToken: 'token' });
    const options = s3Options(server.url);
    const open = (sessionToken?: string) =>
      new S3BlobStore(
        new S3Bucket({ ...options, keys: { ...options.keys, sessionToken } }, new SystemTimer()),
      );
    expect(await open('token').put('key', madeBody(10), type)).toEqual({ size: 10 });
    await expect(open().stat('key')).rejects.toMatchObject({ code: 'dependency_unavailable' });
  });

  test('has the keys that the library finds, if there are none in the settings', async () => {
    await using server = await startS3Server();
    vi.stubEnv('AWS_ACCESS_KEY_ID', server.expected.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', server.expected.secretAccessKey);
    const { keys: _, ...options } = s3Options(server.url);
    const store = new S3BlobStore(new S3Bucket(options, new SystemTimer()));
    expect(await store.put('key', madeBody(10), type)).toEqual({ size: 10 });
  });
});

test('200 MB are uploaded and downloaded in constant memory', async () => {
  await using server = await startS3Server();
  const transfer = join(import.meta.dirname, '..', '..', 'support', 'media', 'bucket-transfer.ts');
  const words = [transfer, 's3', server.url, '200000000'];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  const { upload, download } = JSON.parse(stdout);
  expect([upload.bytes, download.bytes]).toEqual([200_000_000, 200_000_000]);
  expect(upload.most - upload.before).toBeLessThan(120 * mebibyte);
  expect(download.most - download.before).toBeLessThan(120 * mebibyte);
});

test('the store and its probe use the configured bucket', async () => {
  await using server = await startS3Server();
  const blobs = await bindTable<Pick<Bindings, 'blobs' | 'timer'>>({
    blobs: s3Bucket(s3Options(server.url)),
    timer: () => new SystemTimer(),
  }).get('blobs');
  await blobs.put('key', inChunks(sampleBytes(10)), type);
  expect(server.bucket.keys).toEqual(['key']);
  const before = server.seen.length;
  await blobs.health?.ping();
  expect(server.seen.slice(before).map(({ step }) => step)).toEqual(['head', 'list']);
  server.trouble.plan({ kind: 'status', status: 403 });
  await expect(blobs.health?.ping()).rejects.toMatchObject({ code: 'dependency_unavailable' });
});

/** Loads the wiring, then opens the bucket; prints after each whether the library is loaded. */
const script = `
  import { registerHooks } from 'node:module';
  let isLoaded = false;
  registerHooks({
    resolve: (specifier, context, next) => {
      isLoaded ||= specifier.startsWith('@aws-sdk/');
      return next(specifier, context);
    },
  });
  const { s3Bucket } = await import('./bootstrap/wiring.ts');
  const row = s3Bucket({ bucket: 'bucket', region: 'eu-west-1', isPathStyle: false });
  const before = isLoaded;
  await row(async () => undefined);
  console.log(JSON.stringify([before, isLoaded]));
`;

test('the library is not loaded before it is needed', async () => {
  const words = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: projectRoot });
  expect(JSON.parse(stdout)).toEqual([false, true]);
});
