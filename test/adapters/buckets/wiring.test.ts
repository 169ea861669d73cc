import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import type { Bindings } from '../../../bootstrap/bindings.ts';
import { bindTable } from '../../../bootstrap/container.ts';
import { gcsBucket, s3Bucket } from '../../../bootstrap/wiring.ts';
import { projectRoot } from '../../architecture/sources.ts';
import { steps, unavailable } from '../../support/buckets/bucket-calls.ts';
import { madeBody } from '../../support/buckets/made-body.ts';
import { gcs } from '../../support/gcs/gcs-world.ts';
import { s3Options } from '../../support/s3/s3-options.ts';
import { s3 } from '../../support/s3/s3-world.ts';

/** Each service with its row of the wiring, also as a program would write it, and with its library. */
const rows = [
  {
    ...gcs,
    row: (endpoint: string) => gcsBucket({ bucket: 'bucket', keyFile: undefined, endpoint }),
    code: "gcsBucket({ bucket: 'bucket', endpoint: 'http://127.0.0.1:1' })",
    library: '@google-cloud/storage',
  },
  {
    ...s3,
    row: (endpoint: string) => s3Bucket(s3Options(endpoint)),
    code: "s3Bucket({ bucket: 'bucket', region: 'eu-west-1', isPathStyle: false })",
    library: '@aws-sdk/client-s3',
  },
];

describe.each(rows)('$name', ({ openWorld, requests, row, code, library }) => {
  test('the store and its probe use the configured bucket', async () => {
    await using world = await openWorld();
    const { server } = world;
    const blobs = await bindTable<Pick<Bindings, 'blobs' | 'timer'>>({
      blobs: row(server.url),
      timer: () => new SystemTimer(),
    }).get('blobs');
    await blobs.put('key', madeBody(10), 'image/png');
    expect(server.bucket.keys).toEqual(['key']);
    const before = server.seen.length;
    await blobs.health?.ping();
    expect(steps(world).slice(before)).toEqual(requests.absent);
    server.trouble.plan({ kind: 'status', status: 403 });
    await expect(blobs.health?.ping()).rejects.toMatchObject(unavailable);
  });

  /** Loads the wiring, then opens the bucket; prints after each whether the library is loaded. */
  const script = `
    import { registerHooks } from 'node:module';
    let isLoaded = false;
    registerHooks({
      resolve: (specifier, context, next) => {
        isLoaded ||= specifier === '${library}';
        return next(specifier, context);
      },
    });
    const { gcsBucket, s3Bucket } = await import('./bootstrap/wiring.ts');
    const row = ${code};
    const before = isLoaded;
    await row(async () => undefined);
    console.log(JSON.stringify([before, isLoaded]));
  `;

  test('the library is not loaded before it is needed', async () => {
    const words = ['--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: projectRoot });
    expect(JSON.parse(stdout)).toEqual([false, true]);
  });
});
