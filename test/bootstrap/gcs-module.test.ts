import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Container } from 'inversify';
import { expect, test } from 'vitest';
import { ConfigError } from '../../bootstrap/config.ts';
import { explainFailure } from '../../bootstrap/explain-failure.ts';
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

test('a key file that cannot be read ends the start, and one that can does not', async () => {
  const openWith = (keyFile: string) => {
    const container = new Container({ defaultScope: 'Singleton' });
    container.load(gcsModule({ bucket: 'bucket', endpoint: 'http://127.0.0.1:1', keyFile }));
    return container.getAsync(tokens.blobs);
  };
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
