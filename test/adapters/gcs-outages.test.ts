import { createServer } from 'node:http';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { GcsBlobStore } from '../../adapters/gcs/gcs-blob-store.ts';
import { GcsBucket } from '../../adapters/gcs/gcs-bucket.ts';
import { GcsHealthProbe } from '../../adapters/gcs/gcs-health-probe.ts';
import type { GcsOptions } from '../../adapters/gcs/gcs-options.ts';
import type { DomainError } from '../../core/index.ts';
import { collect, inChunks, sampleBytes } from '../conformance/bytes.ts';
import { gcsWorld, largeSize, madeBody, type GcsWorld } from '../support/gcs-world.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const deadlines = { metadataMs: 400, progressMs: 600 };
const patient = { metadataMs: 20_000, progressMs: 20_000 };

let world: GcsWorld;
beforeEach(async () => {
  world = await gcsWorld();
  await world.store.put('key', inChunks(sampleBytes(10)), 'image/png');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await world.close();
});

/** Everything that may be asked of a bucket. */
const uses = (options: GcsOptions) => {
  const gcs = new GcsBucket({ deadlines, ...options });
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
    () => expect.unreachable('it went well'),
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

describe.each(names)('%s', (name) => {
  const use = (options: Partial<GcsOptions> = {}) =>
    uses({ bucket: 'bucket', endpoint: world.server.url, ...options })[name]();

  test.each([400, 401, 403, 408, 429, 500, 502, 503, 504])(
    'says unavailable for %i',
    async (status) => {
      world.server.trouble.plan({ kind: 'status', status }, { times: 1_000 });
      await expectUnavailable(use());
    },
  );

  test('says unavailable for a bucket that does not exist', async () => {
    await expectUnavailable(use({ bucket: 'nowhere' }));
  });

  test('says unavailable when the bucket hangs, and hangs up', async () => {
    world.server.trouble.plan({ kind: 'hang' }, { times: 1_000 });
    await expectUnavailable(use());
    await vi.waitFor(() => expect(world.server.open()).toBe(0));
  });

  test('says unavailable when connections end', async () => {
    world.server.trouble.plan({ kind: 'cut' }, { times: 1_000 });
    await expectUnavailable(use());
  });

  test.each([
    ['nobody listens', 'http://127.0.0.1:1'],
    ['the name is unknown', 'http://nowhere.invalid'],
  ])('says unavailable when %s', async (_reason, endpoint) => {
    await expectUnavailable(use({ endpoint }));
  });

  test('says unavailable when there is no safe connection', async () => {
    await expectUnavailable(use({ endpoint: world.server.url.replace('http:', 'https:') }));
  });

  test('never asks for more time than it has', async () => {
    world.server.trouble.plan({ kind: 'status', status: 503 }, { times: 1_000 });
    const begun = performance.now();
    await expectUnavailable(use());
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});

describe('a bucket that is busy for a moment is asked again to', () => {
  test.each(names)('%s', async (name) => {
    const options = {
      bucket: 'bucket',
      endpoint: world.server.url,
      deadlines: patient,
    };
    world.server.trouble.plan({ kind: 'status', status: 503 });
    await uses(options)[name]();
    world.server.trouble.plan({ kind: 'status', status: 429 });
    if (!name.startsWith('put')) await uses(options)[name]();
  });
});

describe('an object that is not there', () => {
  test('is told from a bucket that is not, whatever the words', async () => {
    world.server.bucket.wordsForAbsence = 'Not Found';
    expect(await world.store.stat('other')).toBeUndefined();
    await world.store.delete('other');
    expect(world.server.seen.filter(({ step }) => step === 'list')).toHaveLength(2);
  });
});

/** Answers everything with a refusal, and remembers what it was asked. */
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

describe('credentials', () => {
  test('are not looked for when there is an endpoint, and nothing goes elsewhere', async () => {
    await using trap = await startTrap();
    vi.stubEnv('GCE_METADATA_HOST', trap.host);
    vi.stubEnv('STORAGE_EMULATOR_HOST', `http://${trap.host}`);
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '/nowhere/credentials.json');
    const all = uses({ bucket: 'bucket', endpoint: world.server.url, deadlines: patient });
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

  test.each(names)('that nobody accepts make the bucket unavailable to %s', async (name) => {
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
    // Otherwise the library looks for one on this machine first.
    vi.stubEnv('GOOGLE_CLOUD_PROJECT', 'project');
    await expectUnavailable(uses({ bucket: 'bucket' })[name]());
    expect(trap.asked).toContain('POST /token');
  });

  test.each(names)('that are missing make the bucket unavailable to %s', async (name) => {
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '/nowhere/credentials.json');
    await expectUnavailable(uses({ bucket: 'bucket' })[name]());
  });
});
