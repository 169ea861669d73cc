import { randomBytes } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../bootstrap/config.ts';
import { openService, type Service } from '../../bootstrap/start/open-service.ts';
import { operator, type MediaFile } from '../../core/index.ts';
import { quoin } from '../support/command-line.ts';
import { dataFolder } from '../support/data-folder.ts';
import { chunks, picture } from '../support/media-world.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { writeFiles } from '../support/write-files.ts';

let folder: TemporaryFolder;
let files = '';
beforeEach(async () => {
  folder = await dataFolder();
  files = join(folder.path, 'files');
});
afterEach(() => folder[Symbol.asyncDispose]());

const environment = () => ({ DATA_DIR: folder.path });

const check = (...options: readonly string[]) =>
  quoin(['media', 'check', ...options], { environment: environment() });

const withService = async <T>(work: (service: Service) => Promise<T>): Promise<T> => {
  const config = readConfig({ ...environment(), LOG_LEVEL: 'silent' });
  const service = await openService(config, { holder: 'a test' });
  try {
    return await work(service);
  } finally {
    await service.close();
  }
};

const upload = (): Promise<MediaFile> =>
  withService(({ cms }) =>
    cms.media.upload(operator, {
      originalName: 'a.png',
      body: chunks(picture),
      folder: () => undefined,
    }),
  );

/** Stores old objects without a record. */
const plantStrays = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) {
    const key = `${randomBytes(16).toString('hex')}/a.png`;
    await writeFiles(files, { [key]: 'bytes' });
    await utimes(join(files, key), 1_700_000_000, 1_700_000_000);
  }
};

/** The number of objects: each has a folder of its own. */
const objects = async (): Promise<number> =>
  (await readdir(files)).filter((name) => name !== '.tmp').length;

test('a check without findings reports that everything is in order', async () => {
  await upload();
  expect(await check()).toMatchObject({
    exitCode: 0,
    printed: ['Records: 1. Objects: 1.', 'Everything is in order.'],
  });
}, 60_000);

test('strays are reported, and removed with --remove', async () => {
  const { key } = await upload();
  await plantStrays(2);
  expect(await check()).toMatchObject({
    exitCode: 3,
    printed: [
      'Records: 1. Objects: 3.',
      'Strays (objects without a record): 2. --remove removes them.',
    ],
  });
  expect(await objects()).toBe(3);
  expect(await check('--remove')).toMatchObject({
    exitCode: 0,
    printed: ['Records: 1. Objects: 3.', 'Removed: 2 of 2 strays.'],
  });
  expect((await readdir(files)).toSorted()).toEqual(['.tmp', dirname(key)].toSorted());
  expect(await check()).toMatchObject({ exitCode: 0 });
}, 60_000);

test('many strays come with a warning, and are removed with --remove', async () => {
  await upload();
  await plantStrays(12);
  const { exitCode, printed } = await check();
  expect([exitCode, printed.length]).toEqual([3, 3]);
  expect(printed[2]).toMatch(/more than crashes leave.*database.*backup/);
  expect(await objects()).toBe(13);
  expect(await check('--remove')).toMatchObject({
    exitCode: 0,
    printed: [expect.any(String), 'Removed: 12 of 12 strays.'],
  });
  expect(await objects()).toBe(1);
}, 60_000);

test('a file without its object is reported; --remove does not change it', async () => {
  const { id, key } = await upload();
  await withService(async ({ get }) => {
    await (await get('files')).blobs.delete(key);
  });
  const found = {
    exitCode: 3,
    printed: ['Records: 1. Objects: 0.', `Files without their object: 1: ${id}`],
  };
  expect(await check()).toMatchObject(found);
  expect(await check('--remove')).toMatchObject(found);
}, 60_000);

test('an interrupted check has its own exit code and removes nothing', async () => {
  await upload();
  await plantStrays(1);
  const result = await quoin(['media', 'check', '--remove'], {
    environment: environment(),
    isInteractive: true,
    signal: AbortSignal.abort(),
  });
  expect(result.statusLines).toContain('Comparing records and objects …');
  expect(result.exitCode).toBe(130);
  expect(result.printed).toEqual(['Records: 0. Objects: 0.']);
  expect(await objects()).toBe(2);
}, 60_000);

test('while the service runs the check is rejected', async () => {
  await withService(async () => {
    const { exitCode, notices } = await check();
    expect(exitCode).toBe(1);
    expect(notices.join()).toContain('leave the check to the service');
  });
}, 60_000);
