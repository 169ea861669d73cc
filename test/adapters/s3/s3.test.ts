import { describe, expect, test, vi } from 'vitest';
import { S3BlobStore } from '../../../adapters/s3/s3-blob-store.ts';
import { S3Bucket, type S3Options } from '../../../adapters/s3/s3-bucket.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { failingAfter } from '../../conformance/bytes.ts';
import { blobStoreSuite } from '../../conformance/media/blob-store.ts';
import { blobStoreInstancesSuite } from '../../conformance/media/blob-store-instances.ts';
import { registerSuite } from '../../conformance/suite.ts';
import {
  expectUnavailable,
  mebibyte,
  put,
  smallSize,
  unavailable,
} from '../../support/buckets/bucket-calls.ts';
import { largeSize } from '../../support/buckets/made-body.ts';
import { s3Options } from '../../support/s3/s3-options.ts';
import { startS3Server } from '../../support/s3/s3-server.ts';
import { openS3Service } from '../../support/s3/s3-service.ts';
import { openS3, s3World } from '../../support/s3/s3-world.ts';

test.each([
  [smallSize, 'put'],
  [largeSize, 'complete'],
])('an object of %i bytes is created with a condition', async (size, step) => {
  await using world = await s3World();
  await put(world, size);
  const creating = world.server.seen.find((request) => request.step === step);
  expect(creating?.headers['if-none-match']).toBe('*');
});

describe.each(['ignored', 'rejected'] as const)(
  'on a server where conditions are %s',
  (conditions) => {
    test.each([10, largeSize])(
      'an object of %i bytes is stored, and not overwritten',
      async (size) => {
        await using world = await s3World();
        world.server.bucket.conditions = conditions;
        expect(await put(world, size)).toEqual({ size });
        await expect(put(world, size + 1)).rejects.toMatchObject({ code: 'id_taken' });
        expect(await world.store.stat('key')).toEqual({ size });
        expect(world.server.bucket.unfinished).toEqual([]);
      },
    );
  },
);

test('a body that throws keeps its error when the bucket cannot abort the upload', async () => {
  await using world = await s3World();
  const error = new Error('the sender disconnected');
  world.server.trouble.plan({ kind: 'status', status: 403 }, { step: 'abort' });
  const body = failingAfter(9 * mebibyte, error, mebibyte);
  await expect(world.store.put('key', body, 'image/png')).rejects.toBe(error);
  expect(world.server.bucket.unfinished).toEqual(['key']);
});

test('an object is absent only if its bucket exists', async () => {
  await using world = await s3World();
  expect(await world.store.stat('other')).toBeUndefined();
  world.server.trouble.plan({ kind: 'status', status: 404 }, { step: 'list' });
  await expectUnavailable(world.store.stat('other'));
});

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
    const { keys } = s3Options(server.url);
    const open = (sessionToken?: string) =>
      openS3({ endpoint: server.url, keys: { ...keys, sessionToken } });
    expect(await put(open('token'), 10)).toEqual({ size: 10 });
    await expect(open().store.stat('key')).rejects.toMatchObject(unavailable);
  });

  test('has the keys that the library finds, if there are none in the settings', async () => {
    await using server = await startS3Server();
    vi.stubEnv('AWS_ACCESS_KEY_ID', server.expected.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', server.expected.secretAccessKey);
    expect(await put(openS3({ endpoint: server.url, keys: undefined }), 10)).toEqual({ size: 10 });
  });
});

const { TEST_S3_URL: address } = process.env;

if (address === undefined) {
  console.warn(
    'Not tested: a server with the API of S3. TEST_S3_URL is not set; the double is tested.',
  );
} else {
  describe('on the server in TEST_S3_URL', () => {
    registerSuite(blobStoreSuite, () => openS3Service(address), test);
    registerSuite(blobStoreInstancesSuite, () => openS3Service(address), test);
  });
}
