import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { ConfigError } from '../../../bootstrap/config.ts';
import { explainFailure } from '../../../bootstrap/explain-failure.ts';
import { bindTable } from '../../../bootstrap/container.ts';
import type { Parts } from '../../../bootstrap/parts.ts';
import { gcsBucket } from '../../../bootstrap/wiring.ts';
import { projectRoot } from '../../architecture/sources.ts';
import { inChunks, sampleBytes } from '../../conformance/bytes.ts';
import { startGcsServer } from '../../support/gcs/gcs-server.ts';

/** Opens the bucket as the wiring does, without the rest of the service. */
const openBucket = (options: { readonly endpoint: string; readonly keyFile?: string }) => {
  const row = gcsBucket({ bucket: 'bucket', keyFile: undefined, ...options });
  return bindTable<Pick<Parts, 'files' | 'timer'>>({
    files: row,
    timer: () => new SystemTimer(),
  }).get('files');
};

test('the store and its probe use the configured bucket', async () => {
  await using server = await startGcsServer();
  const { blobs, probe } = await openBucket({ endpoint: server.url });
  await blobs.put('key', inChunks(sampleBytes(10)), 'image/png');
  expect(server.bucket.names).toEqual(['key']);
  await probe.ping();
  server.trouble.plan({ kind: 'status', status: 403 });
  await expect(probe.ping()).rejects.toMatchObject({ code: 'dependency_unavailable' });
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
