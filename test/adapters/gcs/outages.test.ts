import { createServer } from 'node:http';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { GcsBlobStore } from '../../../adapters/gcs/gcs-blob-store.ts';
import { GcsBucket, type GcsOptions } from '../../../adapters/gcs/gcs-bucket.ts';
import { GcsHealthProbe } from '../../../adapters/gcs/gcs-health-probe.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import type { DomainError } from '../../../core/index.ts';
import { collect, inChunks, sampleBytes } from '../../conformance/bytes.ts';
import { gcsWorld, type GcsWorld } from '../../support/gcs/gcs-world.ts';
import { largeSize, madeBody } from '../../support/media/made-body.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const timeouts = { metadataMs: 400, transferMs: 600 };
const longTimeouts = { metadataMs: 20_000, transferMs: 20_000 };

// Concurrent tests: each has a bucket of its own and mostly waits for retries and timeouts.

const worldWithObject = async (): Promise<GcsWorld> => {
  const world = await gcsWorld();
  world.server.bucket.create('key', sampleBytes(10));
  return world;
};

/** Every call of the adapter. */
const uses = (options: GcsOptions) => {
  const gcs = new GcsBucket({ timeouts, ...options }, new SystemTimer());
  const store = new GcsBlobStore(gcs);
  return {
    stat: () => store.stat('key'),
    get: async () => collect((await store.get('key')) ?? inChunks(sampleBytes(0))),
    delete: () => store.delete('key'),
    list: () => store.list(undefined, 10),
    'put a little': () => store.put('new', inChunks(sampleBytes(10)), 'image/png'),
    'put a lot': () => store.put('new', madeBody(largeSize), 'image/png'),
    ping: () => new GcsHealthProbe(gcs).ping(),
  };
};
const names = Object.keys(
  uses({ bucket: 'bucket', endpoint: 'http://127.0.0.1:1' }),
) as (keyof ReturnType<typeof uses>)[];

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
  const use = ({ server }: GcsWorld, options: Partial<GcsOptions> = {}) =>
    uses({ bucket: 'bucket', endpoint: server.url, ...options })[name]();

  test.each([400, 401, 403, 408, 429, 500, 502, 503, 504])(
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
  });

  test('throws dependency_unavailable when connections are closed', async () => {
    await using world = await worldWithObject();
    world.server.trouble.plan({ kind: 'cut' }, { times: 1_000 });
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
  // Resumable uploads are not retried.
  test.each(names.filter((name) => name !== 'put a lot'))('%s', async (name) => {
    await using world = await worldWithObject();
    const options = {
      bucket: 'bucket',
      endpoint: world.server.url,
      timeouts: longTimeouts,
    };
    world.server.trouble.plan({ kind: 'status', status: 503 });
    await uses(options)[name]();
    world.server.trouble.plan({ kind: 'status', status: 429 });
    if (!name.startsWith('put')) await uses(options)[name]();
  });
});

test.each(names)('%s ends within its timeouts', async (name) => {
  await using world = await worldWithObject();
  world.server.trouble.plan({ kind: 'status', status: 503 }, { times: 1_000 });
  const begun = performance.now();
  const options = { bucket: 'bucket', endpoint: world.server.url };
  await expectUnavailable(uses(options)[name]());
  expect(performance.now() - begun).toBeLessThan(3_000);
});

describe.concurrent('a missing object', () => {
  test('is distinguished from a missing bucket, for any error message', async () => {
    await using world = await worldWithObject();
    world.server.bucket.notFoundMessage = 'Not Found';
    expect(await world.store.stat('other')).toBeUndefined();
    await world.store.delete('other');
    expect(world.server.seen.filter(({ step }) => step === 'list')).toHaveLength(2);
  });
});

/** Rejects all requests, and records them. */
const startTrap = async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume();
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end('{"error":"invalid_grant"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

// One after the other: they change the environment of the process.
describe('credentials', () => {
  test('are not used with an endpoint, and all requests go to it', async () => {
    await using world = await worldWithObject();
    await using trap = await startTrap();
    vi.stubEnv('GCE_METADATA_HOST', trap.host);
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '/nowhere/credentials.json');
    const all = uses({ bucket: 'bucket', endpoint: world.server.url, timeouts: longTimeouts });
    const before = world.server.seen.length;
    await all.stat();
    await all.get();
    await all.list();
    await all.ping();
    await all['put a little']();
    await all.delete();
    await reasonOf(all['put a lot']());
    expect(trap.asked).toEqual([]);
    const asked = world.server.seen.slice(before);
    expect(asked.length).toBeGreaterThan(6);
    expect(asked.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  });

  test.each(names)('that are rejected make the bucket unavailable to %s', async (name) => {
    await using trap = await startTrap();
    await using folder = await temporaryFolder();
    const credentialsFile = join(folder.path, 'credentials.json');
    const subject = join(folder.path, 'subject');
    await writeFile(subject, 'somebody');
    await writeFile(
      credentialsFile,
      JSON.stringify({
        type: 'external_account',
        audience: 'nobody',
        subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
        token_url: `http://${trap.host}/token`,
        credential_source: { file: subject },
      }),
    );
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', credentialsFile);
    // Otherwise the library tries to detect the project first.
    vi.stubEnv('GOOGLE_CLOUD_PROJECT', 'project');
    await expectUnavailable(uses({ bucket: 'bucket', timeouts: longTimeouts })[name]());
    expect(trap.asked).toContain('POST /token');
  });

  test.each(names)('that are missing make the bucket unavailable to %s', async (name) => {
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '/nowhere/credentials.json');
    await expectUnavailable(uses({ bucket: 'bucket' })[name]());
  });
});
