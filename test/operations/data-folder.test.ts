import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inDataFolder } from '../../bootstrap/start/data-folder.ts';
import { withStore } from '../../bootstrap/start/open-service.ts';
import { readConfig } from '../../bootstrap/config.ts';
import { explainFailure } from '../../bootstrap/explain-failure.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
let dataDir: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder.path, 'data');
});
afterEach(() => folder[Symbol.asyncDispose]());

/** @returns the explanation of a failed start. */
const start = async (): Promise<string> => {
  try {
    await withStore(readConfig({ DATA_DIR: dataDir }), { holder: 'a test' }, async () => 0);
    return 'started';
  } catch (error) {
    return explainFailure(error);
  }
};

const sentence = (reason: string): unknown =>
  expect.stringMatching(
    new RegExp(`^Cannot use the folder .*data in DATA_DIR \\(${reason}.*\\): the account [^\\n]*$`),
  );

test('a data folder that is a file is reported in one sentence', async () => {
  await writeFile(dataDir, '');
  expect(await start()).toEqual(sentence('EEXIST'));
});

test('a lock file that cannot be created is reported', async () => {
  await mkdir(join(dataDir, 'lock'), { recursive: true });
  expect(await start()).toEqual(sentence('unable to open'));
});

test('a database folder that cannot be created is reported', async () => {
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'database'), '');
  expect(await start()).toEqual(sentence('EEXIST'));
});

test('a damaged secret is reported', async () => {
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'secret'), 'short');
  expect(await start()).toBe(
    `The file ${join(dataDir, 'secret')} in DATA_DIR is damaged. Remove it to generate a new secret; all users must then sign in again`,
  );
});

test('a full disk under the embedded database is reported', async () => {
  const notAnError: unknown = { name: 'ErrnoError', errno: 51 };
  const work = (): never => {
    throw notAnError;
  };
  const message = await inDataFolder(dataDir, work).catch(explainFailure);
  expect(message).toEqual(sentence('the embedded database cannot write to it'));
});
