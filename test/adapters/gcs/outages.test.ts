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
import { gcsWorld } from '../../support/gcs/gcs-world.ts';
import {
  callNames,
  callsOf,
  expectUnavailable,
  longTimeouts,
  reasonOf,
  testOutages,
  timeouts,
  withObject,
} from '../../support/media/bucket-outages.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const worldWithObject = () => withObject(gcsWorld);

const uses = (options: GcsOptions) => {
  const gcs = new GcsBucket({ timeouts, ...options }, new SystemTimer());
  return callsOf(new GcsBlobStore(gcs), new GcsHealthProbe(gcs));
};

testOutages({
  openWorld: gcsWorld,
  openCalls: (options) => uses({ bucket: 'bucket', ...options }),
  statuses: [400, 401, 403, 408, 429, 500, 502, 503, 504],
  closesLate: false,
});

describe.concurrent('a temporary error is retried by', () => {
  // Resumable uploads are not retried.
  test.each(callNames.filter((name) => name !== 'put a lot'))('%s', async (name) => {
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

test.each(callNames)('%s ends within its timeouts', async (name) => {
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

  test.each(callNames)('that are rejected make the bucket unavailable to %s', async (name) => {
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

  test.each(callNames)('that are missing make the bucket unavailable to %s', async (name) => {
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '/nowhere/credentials.json');
    await expectUnavailable(uses({ bucket: 'bucket' })[name]());
  });
});
