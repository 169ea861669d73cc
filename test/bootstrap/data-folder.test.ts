import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inDataFolder } from '../../bootstrap/data-folder.ts';
import { withDatabase } from '../../bootstrap/service.ts';
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

/** What a start says that cannot be. */
const start = async (): Promise<string> => {
  try {
    await withDatabase(readConfig({ DATA_DIR: dataDir }), { holder: 'a test' }, async () => 0);
    return 'started';
  } catch (error) {
    return explainFailure(error);
  }
};

const sentence = (reason: string): unknown =>
  expect.stringMatching(
    new RegExp(
      `^The folder in DATA_DIR, .*data, cannot be used \\(${reason}.*\\): it must be [^\\n]*$`,
    ),
  );

test('a data folder that is a file is told in a sentence', async () => {
  await writeFile(dataDir, '');
  expect(await start()).toEqual(sentence('EEXIST'));
});

test('a data folder in which the lock cannot be made is', async () => {
  await mkdir(join(dataDir, 'lock'), { recursive: true });
  expect(await start()).toEqual(sentence('unable to open'));
});

test('a data folder in which the database cannot be made is', async () => {
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'database'), '');
  expect(await start()).toEqual(sentence('EEXIST'));
});

test('a secret that is damaged is', async () => {
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'secret'), 'short');
  expect(await start()).toBe(
    `The file ${join(dataDir, 'secret')} in DATA_DIR is damaged: remove it, and everybody has to sign in again`,
  );
});

test('what the embedded database throws without room for its files is a sentence, too', async () => {
  const noError: unknown = { name: 'ErrnoError', errno: 51 };
  const work = (): never => {
    throw noError;
  };
  const refusal = await inDataFolder(dataDir, work).catch(explainFailure);
  expect(refusal).toEqual(sentence('the embedded database cannot write to it'));
});
