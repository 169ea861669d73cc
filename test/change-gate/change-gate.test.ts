import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../architecture/sources.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { writeFiles } from '../support/write-files.ts';
import { changedFiles } from './changed-files.ts';
import { chooseTests, matches, mayBeLeftOut, type TestGroup } from './choose-tests.ts';
import { testGroups } from './test-groups.ts';
import { allTests } from './tests-to-run.ts';

describe('the tests of a run', () => {
  const slow: TestGroup = {
    finds: 'a slow thing',
    tests: ['test/slow/**'],
    always: ['test/slow/first.test.ts'],
    sources: ['adapters/slow-parts/**'],
  };
  const quick = 'test/quick/a.test.ts';
  const first = 'test/slow/first.test.ts';
  const second = 'test/slow/second.test.ts';
  const third = 'test/slow/third.test.ts';
  const chosenBy = (...changed: readonly string[]) =>
    chooseTests([slow], [quick, first, second, third], changed);

  test('leave out a group that no change can break, but for its example', () => {
    expect(chosenBy()).toEqual([quick, first]);
    expect(chosenBy('adapters/other/a.ts', quick)).toEqual([quick, first]);
  });

  test('are all of a group if one of its sources has changed', () => {
    expect(chosenBy('adapters/slow-parts/deep/a.ts')).toEqual([quick, first, second, third]);
  });

  test('are those that have changed themselves', () => {
    expect(chosenBy(second)).toEqual([quick, first, second]);
  });

  test.each(['core/slow/a.ts', 'adapters/slow/a.ts', 'test/support/slow/a.ts'])(
    'are those in the folder of a subject that has changed: %s',
    (path) => {
      expect(chosenBy(path)).toEqual([quick, first, second, third]);
    },
  );

  test('are those of an adapter that has changed', () => {
    const gcs = 'test/adapters/gcs/a.test.ts';
    const group = { ...slow, tests: ['test/adapters/**'] };
    const chosen = (path: string) => chooseTests([group], [gcs], [path]);
    expect(chosen('adapters/gcs/a.ts')).toEqual([gcs]);
    expect(chosen('adapters/s3/a.ts')).toEqual([]);
    expect(chosen('core/gcs/a.ts')).toEqual([]);
  });

  test('are all if nobody knows what has changed', () => {
    expect(chooseTests([slow], [quick, second], undefined)).toEqual([quick, second]);
  });

  test('leave out a test of two groups only if neither was chosen', () => {
    const other: TestGroup = { ...slow, tests: [second], sources: ['core/**'] };
    const chosen = (changed: string) => chooseTests([slow, other], [second, third], [changed]);
    expect(chosen('core/a.ts')).toEqual([second]);
    expect(chosen('docs/a.md')).toEqual([]);
  });
});

describe('the changed files', () => {
  const git = (cwd: string, ...args: readonly string[]): void => {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    execFileSync('git', [...identity, ...args], { cwd, stdio: 'pipe' });
  };

  test('are those that the main branch of the origin does not have', async () => {
    await using folder = await temporaryFolder();
    const [origin, clone] = [join(folder.path, 'origin'), join(folder.path, 'clone')];
    await writeFiles(origin, { 'kept.ts': '1', 'edited.ts': '1', 'removed.ts': '1' });
    git(origin, 'init', '--quiet', '--initial-branch=trunk');
    git(origin, 'add', '.');
    git(origin, 'commit', '--quiet', '--message=Begin');
    git(folder.path, 'clone', '--quiet', origin, clone);
    expect(await changedFiles(clone)).toEqual([]);
    git(clone, 'rm', '--quiet', 'removed.ts');
    await writeFiles(clone, { 'committed.ts': '1' });
    git(clone, 'add', '.');
    git(clone, 'commit', '--quiet', '--message=Change');
    await writeFiles(clone, { 'edited.ts': '2', 'new ä.ts': '1' });
    const changed = (await changedFiles(clone)) ?? [];
    expect(changed.toSorted()).toEqual(['committed.ts', 'edited.ts', 'new ä.ts', 'removed.ts']);
  });

  test('are those that are not committed, without an origin', async () => {
    await using folder = await temporaryFolder();
    await writeFiles(folder.path, { 'kept.ts': '1', 'edited.ts': '1' });
    git(folder.path, 'init', '--quiet');
    git(folder.path, 'add', '.');
    git(folder.path, 'commit', '--quiet', '--message=Begin');
    await writeFiles(folder.path, { 'edited.ts': '2' });
    expect(await changedFiles(folder.path)).toEqual(['edited.ts']);
  });

  test('are unknown outside of a repository', async () => {
    await using folder = await temporaryFolder();
    expect(await changedFiles(folder.path)).toBeUndefined();
  });
});

describe.each(testGroups)('the group of tests that finds $finds', (group) => {
  const tests = allTests();
  const left = tests.filter((path) => mayBeLeftOut(path, group));

  test('has only globs that match a file', () => {
    const { tests: own, always, sources } = group;
    expect(left.length).toBeGreaterThan(0);
    for (const glob of [...own, ...always]) {
      expect([glob, tests.some((path) => matches(path, [glob]))]).toEqual([glob, true]);
    }
    for (const glob of sources) {
      expect([glob, globSync(glob, { cwd: projectRoot }).length > 0]).toEqual([glob, true]);
    }
  });

  test.each(['package-lock.json', 'test/vitest.config.ts', 'test/support/temporary-folder.ts'])(
    'is chosen by a change of %s',
    (path) => {
      expect(chooseTests([group], left, [path])).toEqual(left);
    },
  );
});
