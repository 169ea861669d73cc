import { describe, expect, test, vi } from 'vitest';
import { S3BlobStore } from '../../../adapters/s3/s3-blob-store.ts';
import { S3Bucket, type S3Options } from '../../../adapters/s3/s3-bucket.ts';
import { S3HealthProbe } from '../../../adapters/s3/s3-health-probe.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import type { DomainError } from '../../../core/index.ts';
import { collect, inChunks, sampleBytes } from '../../conformance/bytes.ts';
import { largeSize, madeBody } from '../../support/media/made-body.ts';
import { s3Options } from '../../support/s3/s3-options.ts';
import { s3World, type S3World } from '../../support/s3/s3-world.ts';

const timeouts = { metadataMs: 400, transferMs: 600 };
const longTimeouts = { metadataMs: 20_000, transferMs: 20_000 };

// Concurrent tests: each has a bucket of its own and mostly waits for retries and timeouts.

const worldWithObject = async (): Promise<S3World> => {
  const world = await s3World();
  world.server.bucket.create('key', sampleBytes(10));
  return world;
};

/** Every call of the adapter. */
const uses = (options: S3Options) => {
  const s3 = new S3Bucket({ timeouts, ...options }, new SystemTimer());
  const store = new S3BlobStore(s3);
  return {
    stat: () => store.stat('key'),
    get: async () => collect((await store.get('key')) ?? inChunks(sampleBytes(0))),
    delete: () => store.delete('key'),
    list: () => store.list(undefined, 10),
    'put a little': () => store.put('new', inChunks(sampleBytes(10)), 'image/png'),
    'put a lot': () => store.put('new', madeBody(largeSize), 'image/png'),
    ping: () => new S3HealthProbe(s3).ping(),
  };
};
const names = Object.keys(uses(s3Options('http://127.0.0.1:1'))) as (keyof ReturnType<
  typeof uses
>)[];

const reasonOf = (work: Promise<unknown>): Promise<DomainError> =>
  work.then(
    () => expect.unreachable('it succeeded'),
    (error: DomainError) => error,
  );

const expectUnavailable = async (work: Promise<unknown>): Promise<void> => {
  const error = await reasonOf(work);
  expect(error).toMatchObject({
    name: 'DomainError',
    code: 'dependency_unavailable',
    message: 'The file storage cannot be used',
    details: undefined,
    issues: undefined,
  });
  expect(error.retryAfterMs).toBeGreaterThan(0);
  expect(error.cause).toBeInstanceOf(Error);
};

describe.concurrent.each(names)('%s', (name) => {
  const use = ({ server }: S3World, options: Partial<S3Options> = {}) =>
    uses({ ...s3Options(server.url), ...options })[name]();

  test.each([301, 400, 401, 403, 408, 409, 429, 500, 502, 503, 504])(
    'throws dependency_unavailable for %i',
    async (status) => {
      await using world = await worldWithObject();
      world.server.trouble.plan({ kind: 'status', status }, { times: 1_000 });
      await expectUnavailable(use(world));
    },
  );

  test('throws dependency_unavailable for a missing bucket', async () => {
    await using world = await worldWithObject();
    await expectUnavailable(use(world, { bucket: 'nowhere' }));
  });

  test('throws dependency_unavailable when the bucket hangs', async () => {
    await using world = await worldWithObject();
    world.server.trouble.plan({ kind: 'hang' }, { times: 1_000 });
    await expectUnavailable(use(world));
    await vi.waitFor(() => expect(world.server.open()).toBe(0), 5_000);
  });

  test('throws dependency_unavailable when connections are closed', async () => {
    await using world = await worldWithObject();
    world.server.cut();
    await expectUnavailable(use(world));
  });

  test.each([
    ['nothing listens at the address', 'http://127.0.0.1:1'],
    ['the host name is unknown', 'http://nowhere.invalid'],
  ])('throws dependency_unavailable when %s', async (_reason, endpoint) => {
    await using world = await worldWithObject();
    await expectUnavailable(use(world, { endpoint }));
  });

  test('throws dependency_unavailable when TLS fails', async () => {
    await using world = await worldWithObject();
    await expectUnavailable(use(world, { endpoint: world.server.url.replace('http:', 'https:') }));
  });
});

describe.concurrent('a temporary error is retried by', () => {
  test.each(names)('%s', async (name) => {
    await using world = await worldWithObject();
    const all = uses({ ...s3Options(world.server.url), timeouts: longTimeouts });
    world.server.trouble.plan({ kind: 'status', status: 503 });
    await all[name]();
    world.server.trouble.plan({ kind: 'cut' });
    if (!name.startsWith('put')) await all[name]();
  });
});

test('missing keys are reported with their setting', async () => {
  for (const name of ['AWS_PROFILE', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) {
    vi.stubEnv(name, undefined);
  }
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nowhere/credentials');
  vi.stubEnv('AWS_CONFIG_FILE', '/nowhere/config');
  const { keys: _, ...options } = s3Options('http://127.0.0.1:1');
  const all = uses({ ...options, timeouts: longTimeouts });
  expect(await explanationOf(all.stat())).toContain('set AWS_ACCESS_KEY_ID');
});

/** What the log says about a failed call, without the cause of the library. */
const explanationOf = async (work: Promise<unknown>): Promise<string> =>
  String(((await reasonOf(work)).cause as Error).message);

describe.concurrent('an error names the setting that is wrong:', () => {
  test.each([
    [
      'an unknown key',
      { keys: { accessKeyId: 'other', secretAccessKey: 'secret' } },
      'AWS_ACCESS_KEY_ID',
    ],
    [
      'a wrong secret',
      { keys: { accessKeyId: 'key', secretAccessKey: 'x' } },
      'AWS_SECRET_ACCESS_KEY',
    ],
    [
      'an invalid token',
      { keys: { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: 'x' } },
      'AWS_SESSION_TOKEN',
    ],
    ['a missing bucket', { bucket: 'nowhere' }, 'S3_BUCKET names a bucket that does not exist'],
    [
      'another region',
      { region: 'us-east-1' },
      'S3_REGION is not the region of the bucket, which is eu-west-1',
    ],
    ['an address where nothing listens', { endpoint: 'http://127.0.0.1:1' }, 'S3_ENDPOINT'],
    ['an unknown host', { endpoint: 'http://nowhere.invalid' }, 'S3_ENDPOINT'],
  ] as const)('%s', async (_mistake, changes, text) => {
    await using world = await worldWithObject();
    const all = uses({ ...s3Options(world.server.url), timeouts: longTimeouts, ...changes });
    for (const name of ['stat', 'list', 'put a little', 'put a lot', 'ping'] as const) {
      expect(await explanationOf(all[name]()), name).toContain(text);
    }
  });
});

test('an object is absent only if its bucket exists', async () => {
  await using world = await worldWithObject();
  expect(await world.store.stat('other')).toBeUndefined();
  world.server.trouble.plan({ kind: 'status', status: 404 }, { step: 'list' });
  await expectUnavailable(world.store.stat('other'));
});
