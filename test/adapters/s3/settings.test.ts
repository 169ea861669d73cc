import { describe, expect, test, vi } from 'vitest';
import { callsOf, longTimeouts, reasonOf, withObject } from '../../support/buckets/bucket-calls.ts';
import { openS3, s3World } from '../../support/s3/s3-world.ts';

test('missing keys are reported with their setting', async () => {
  for (const name of ['AWS_PROFILE', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) {
    vi.stubEnv(name, undefined);
  }
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nowhere/credentials');
  vi.stubEnv('AWS_CONFIG_FILE', '/nowhere/config');
  const { store } = openS3({
    endpoint: 'http://127.0.0.1:1',
    keys: undefined,
    timeouts: longTimeouts,
  });
  expect(await explanationOf(store.stat('key'))).toContain('set AWS_ACCESS_KEY_ID');
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
    await using world = await withObject(s3World);
    const all = callsOf(openS3({ endpoint: world.server.url, timeouts: longTimeouts, ...changes }));
    for (const name of ['stat', 'list', 'put a little', 'put a lot', 'ping'] as const) {
      expect(await explanationOf(all[name]()), name).toContain(text);
    }
  });
});
