import { globSync } from 'node:fs';
import { projectRoot } from '../architecture/sources.ts';
import { changedFiles } from './changed-files.ts';
import { chooseTests } from './choose-tests.ts';
import { testGroups } from './test-groups.ts';

/** Every test file, as a path from the root of the project. */
export const allTests = (): readonly string[] =>
  globSync('test/**/*.test.ts', { cwd: projectRoot, exclude: ['**/node_modules/**'] });

/** Chooses what `npm test` runs, and prints how much that is. @returns paths from the root of the project; none for all. */
export const testsToRun = async (): Promise<readonly string[]> => {
  const all = allTests();
  const changed = await changedFiles(projectRoot);
  const chosen = chooseTests(testGroups, all, changed);
  if (chosen.length === all.length) return [];
  const count = changed?.length ?? 0;
  const why =
    count === 0
      ? 'nothing has changed'
      : `those that ${count === 1 ? '1 changed file' : `${count} changed files`} can break`;
  console.log(`Runs ${chosen.length} of ${all.length} test files: ${why}. All: npm run test:all`);
  return chosen;
};
