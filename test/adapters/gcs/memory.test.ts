import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startGcsServer } from '../../support/gcs-server.ts';

const transfer = join(import.meta.dirname, '..', '..', 'support', 'gcs-transfer.ts');
const mebibyte = 1024 * 1024;

test('200 MB are uploaded and downloaded in constant memory', async () => {
  await using server = await startGcsServer();
  const words = [transfer, server.url, '200000000'];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  const { upload, download } = JSON.parse(stdout);
  expect([upload.bytes, download.bytes]).toEqual([200_000_000, 200_000_000]);
  expect(upload.most - upload.before).toBeLessThan(120 * mebibyte);
  expect(download.most - download.before).toBeLessThan(120 * mebibyte);
});
