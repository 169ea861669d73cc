import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FilesystemBlobStore } from '../../adapters/filesystem/filesystem-blob-store.ts';
import { listenOn } from '../../adapters/node-server/listener.ts';
import { explainFailure } from '../../bootstrap/explain-failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const listenAt = (host: string): Promise<unknown> =>
  listenOn(createServer(), 8787, host).then(
    () => expect.fail('it listens'),
    (reason: unknown) => reason,
  );

test('a folder that cannot be made is reported with its path and the reason', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'file');
  await writeFile(file, '');
  const error = await FilesystemBlobStore.open(join(file, 'media')).catch((reason) => reason);
  expect(explainFailure(error)).toBe(
    `The file storage cannot be used. ENOTDIR: not a directory, mkdir '${file}/media'`,
  );
});

test('an unknown host is reported in one sentence', async () => {
  expect(explainFailure(await listenAt('nosuch.invalid'))).toMatch(
    /^Cannot listen on nosuch\.invalid \((ENOTFOUND|EAI_AGAIN)\): check HOST$/,
  );
});

test('an address of another machine is reported in one sentence', async () => {
  expect(explainFailure(await listenAt('192.0.2.1'))).toMatch(
    /^Cannot listen on 192\.0\.2\.1:8787 \(EADDRNOTAVAIL\): check HOST and PORT$/,
  );
});
