import { describe, expect, test, vi } from 'vitest';
import { S3BlobStore } from '../../../adapters/s3/s3-blob-store.ts';
import { S3Bucket, type S3Options } from '../../../adapters/s3/s3-bucket.ts';
import { S3HealthProbe } from '../../../adapters/s3/s3-health-probe.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import {
  callNames,
  callsOf,
  expectUnavailable,
  longTimeouts,
  reasonOf,
  testOutages,
  withObject,
} from '../../support/media/bucket-outages.ts';
import { s3Options } from '../../support/s3/s3-options.ts';
import { s3World } from '../../support/s3/s3-world.ts';

const worldWithObject = () => withObject(s3World);

const uses = (options: S3Options) => {
  const s3 = new S3Bucket(options, new SystemTimer());
  return callsOf(new S3BlobStore(s3), new S3HealthProbe(s3));
};

testOutages({
  openWorld: s3World,
  openCalls: (options) => uses({ ...s3Options(options.endpoint), ...options }),
  statuses: [301, 400, 401, 403, 408, 409, 429, 500, 502, 503, 504],
  closesLate: true,
});

describe.concurrent('a temporary error is retried by', () => {
  test.each(callNames)('%s', async (name) => {
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
