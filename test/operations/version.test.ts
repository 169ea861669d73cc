import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readVersionIn } from '../../bootstrap/version.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folderWith = async (manifest: object): Promise<string> => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  await writeFile(join(folder.path, 'package.json'), JSON.stringify(manifest));
  return folder.path;
};

const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.test', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();

test('the version of a checkout has the commit, on a branch, packed, detached and in a second checkout', async () => {
  const folder = await folderWith({ version: '1.2.3' });
  git(folder, 'init', '--quiet', '--initial-branch=some/branch');
  git(folder, 'add', '.');
  expect(await readVersionIn(folder)).toBe('1.2.3');
  git(folder, 'commit', '--quiet', '--message=One');
  const expected = `1.2.3+${git(folder, 'rev-parse', 'HEAD').slice(0, 8)}`;
  expect(await readVersionIn(folder)).toBe(expected);
  git(folder, 'pack-refs', '--all');
  expect(await readVersionIn(folder)).toBe(expected);
  const second = join(folder, 'second');
  git(folder, 'worktree', 'add', '--quiet', '-b', 'other', second);
  expect(await readVersionIn(second)).toBe(expected);
  git(folder, 'checkout', '--quiet', '--detach');
  expect(await readVersionIn(folder)).toBe(expected);
});

test('the version of a package has the commit of its manifest', async () => {
  const gitHead = '4af9e314'.repeat(5);
  expect(await readVersionIn(await folderWith({ version: '1.2.3', gitHead }))).toBe(
    '1.2.3+4af9e314',
  );
});

test('without a commit, or with a repository that is not readable, the version stands alone', async () => {
  const folder = await folderWith({ version: '1.2.3' });
  expect(await readVersionIn(folder)).toBe('1.2.3');
  await mkdir(join(folder, '.git'));
  await writeFile(join(folder, '.git', 'HEAD'), 'ref: refs/heads/none\n');
  expect(await readVersionIn(folder)).toBe('1.2.3');
});
