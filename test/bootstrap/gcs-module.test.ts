import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Container } from 'inversify';
import { expect, test } from 'vitest';
import { gcsModule } from '../../bootstrap/modules/gcs.ts';
import { tokens } from '../../bootstrap/tokens.ts';
import { projectRoot } from '../architecture/sources.ts';
import { inChunks, sampleBytes } from '../conformance/bytes.ts';
import { startGcsServer } from '../support/gcs-server.ts';

test('the store and its probe are those of the bucket that is configured', async () => {
  await using server = await startGcsServer();
  const container = new Container({ defaultScope: 'Singleton' });
  container.load(gcsModule({ bucket: 'bucket', endpoint: server.url }));
  const blobs = await container.getAsync(tokens.blobs);
  await blobs.put('key', inChunks(sampleBytes(10)), 'image/png');
  expect(server.bucket.names).toEqual(['key']);
  await (await container.getAsync(tokens.storageProbe)).ping();
  server.trouble.plan({ kind: 'status', status: 403 });
  const probe = await container.getAsync(tokens.storageProbe);
  await expect(probe.ping()).rejects.toMatchObject({ code: 'dependency_unavailable' });
});

/** Loads the container, then what it has for files; says after each whether the library is there. */
const script = `
  import { registerHooks } from 'node:module';
  let isThere = false;
  registerHooks({
    resolve: (specifier, context, next) => {
      isThere ||= specifier === '@google-cloud/storage';
      return next(specifier, context);
    },
  });
  const { Container } = await import('inversify');
  const { gcsModule } = await import('./bootstrap/modules/gcs.ts');
  const { tokens } = await import('./bootstrap/tokens.ts');
  const container = new Container();
  container.load(gcsModule({ bucket: 'bucket', endpoint: 'http://127.0.0.1:1' }));
  const before = isThere;
  await container.getAsync(tokens.blobs);
  console.log(JSON.stringify([before, isThere]));
`;

test('the library is not loaded before it is needed', async () => {
  const words = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: projectRoot });
  expect(JSON.parse(stdout)).toEqual([false, true]);
});
