import { randomBytes } from 'node:crypto';
import { readdir, rename, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../bootstrap/config.ts';
import { openService, type Service } from '../../bootstrap/start/open-service.ts';
import { operator } from '../../core/index.ts';
import type { MediaFile } from '../../core/vocabulary.ts';
import { commandData, type CommandData } from '../support/service/command-data.ts';
import { quoin } from '../support/service/command-line.ts';
import { dataFolder } from '../support/service/data-folder.ts';
import { chunks, picture } from '../support/media/media-world.ts';
import { writeFiles } from '../support/write-files.ts';

/** Contains one file with its record. Each test leaves it like that. */
let folder: CommandData;
let files = '';
let uploaded: MediaFile;
beforeAll(async () => {
  folder = await commandData();
  files = join(folder.path, 'files');
  uploaded = await upload();
});
afterAll(() => folder[Symbol.asyncDispose]());

const environment = () => folder.environment;

const check = (...options: readonly string[]) =>
  quoin(['media', 'check', ...options], { environment: environment() });

const withService = async <T>(
  work: (service: Service) => Promise<T>,
  where: CommandData['environment'] = environment(),
): Promise<T> => {
  const config = readConfig({ ...where, LOG_LEVEL: 'silent' });
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

/** Stores old objects without a record. @returns their folders. */
const plantStrays = async (count: number): Promise<readonly string[]> => {
  const folders = Array.from({ length: count }, () => randomBytes(16).toString('hex'));
  for (const each of folders) {
    await writeFiles(files, { [`${each}/a.png`]: 'bytes' });
    await utimes(join(files, each, 'a.png'), 1_700_000_000, 1_700_000_000);
  }
  return folders;
};

/** The number of objects: each has a folder of its own. */
const objects = async (): Promise<number> =>
  (await readdir(files)).filter((name) => name !== '.tmp').length;

test('a check without findings reports that everything is in order', async () => {
  expect(await check()).toMatchObject({
    exitCode: 0,
    printed: ['Records: 1. Objects: 1.', 'Everything is in order.'],
  });
}, 60_000);

test('strays are reported, and removed with --remove', async () => {
  await plantStrays(2);
  expect(await check()).toMatchObject({
    exitCode: 3,
    printed: [
      'Records: 1. Objects: 3.',
      'Strays (objects without a record): 2. --list prints their keys, --remove removes them.',
    ],
  });
  expect(await objects()).toBe(3);
  expect(await check('--remove')).toMatchObject({
    exitCode: 0,
    printed: ['Records: 1. Objects: 3.', 'Removed: 2 of 2 strays.'],
  });
  expect((await readdir(files)).toSorted()).toEqual(['.tmp', dirname(uploaded.key)].toSorted());
  expect(await check()).toMatchObject({ exitCode: 0 });
}, 60_000);

test('--list prints the key of each stray, and of each newer object without a record', async () => {
  const [stray] = await plantStrays(1);
  const newer = randomBytes(16).toString('hex');
  await writeFiles(files, { [`${newer}/b.png`]: 'bytes' });
  const { exitCode, printed } = await check('--list');
  expect(exitCode).toBe(3);
  expect(printed).toContain(`${stray}/a.png\t2023-11-14T22:13:20.000Z\tstray`);
  expect(printed.filter((line) => line.startsWith(newer))).toEqual([
    expect.stringMatching(/^\w+\/b\.png\t\d{4}-[^\t]+\tnewer$/),
  ]);
  expect(printed.at(-1)).toMatch(/^Newer objects without a record: 1\./);
  expect(await check('--remove')).toMatchObject({ exitCode: 0 });
  expect(await objects()).toBe(2);
  await rm(join(files, newer), { recursive: true });
}, 60_000);

test('many strays come with a warning, and are removed with --remove', async () => {
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
  const object = join(files, dirname(uploaded.key));
  await rename(object, join(folder.path, 'elsewhere'));
  const found = {
    exitCode: 3,
    printed: ['Records: 1. Objects: 0.', `Files without their object: 1: ${uploaded.id}`],
  };
  expect(await check()).toMatchObject(found);
  expect(await check('--remove')).toMatchObject(found);
  await rename(join(folder.path, 'elsewhere'), object);
}, 60_000);

test('an interrupted check has its own exit code and removes nothing', async () => {
  const [stray] = await plantStrays(1);
  const result = await quoin(['media', 'check', '--remove'], {
    environment: environment(),
    isInteractive: true,
    signal: AbortSignal.abort(),
  });
  expect(result.statusLines).toContain('Comparing records and objects …');
  expect(result.exitCode).toBe(130);
  expect(result.printed).toEqual(['Records: 0. Objects: 0.']);
  expect(await objects()).toBe(2);
  await rm(join(files, stray ?? ''), { recursive: true });
}, 60_000);

test('while the service runs on an embedded database, the check is rejected', async () => {
  await using embedded = await dataFolder();
  const where = { DATA_DIR: embedded.path };
  await withService(async () => {
    const { exitCode, notices } = await quoin(['media', 'check'], { environment: where });
    expect(exitCode).toBe(1);
    expect(notices.join()).toContain('leave the check to the service');
  }, where);
}, 60_000);
