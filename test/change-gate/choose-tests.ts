import { matchesGlob } from 'node:path';

/** Tests that take too long for every run, and the changes that they are for. */
export interface TestGroup {
  /** What only these tests find, in words. */
  readonly finds: string;
  /** Globs from the root of the project, as in the other members. */
  readonly tests: readonly string[];
  /** Tests of these globs that every run has, as examples of the group. */
  readonly always: readonly string[];
  /** The files of which a change chooses the whole group. */
  readonly sources: readonly string[];
}

export const matches = (path: string, globs: readonly string[]): boolean =>
  globs.some((glob) => matchesGlob(path, glob));

/** Whether a run may leave out a test of the group. */
export const mayBeLeftOut = (test: string, { tests, always }: TestGroup): boolean =>
  matches(test, tests) && !matches(test, always);

/** The folders of the sources and helpers that have the name of the test's folder. */
const subjectsOf = (test: string): readonly string[] => {
  const [, first = '', second = ''] = test.split('/');
  const name = first === 'adapters' ? second.replace('.test.ts', '') : first;
  const parents = ['adapters', 'test/support', 'test/conformance'];
  return [...parents, ...(name === first ? ['core'] : [])].map((parent) => `${parent}/${name}/`);
};

/**
 * The tests that a change can break: those in no group, those that have changed, those of a subject that has changed, and
 * the groups that a changed file chooses.
 *
 * @param tests all test files.
 * @param changed the changed files; undefined if nobody knows, which chooses everything.
 */
export const chooseTests = (
  groups: readonly TestGroup[],
  tests: readonly string[],
  changed: readonly string[] | undefined,
): readonly string[] => {
  if (changed === undefined) return tests;
  const isChosen = (group: TestGroup): boolean =>
    changed.some((path) => matches(path, group.sources));
  const chosen = new Set(groups.filter(isChosen));
  return tests.filter((test) => {
    const own = groups.filter((group) => mayBeLeftOut(test, group));
    if (own.length === 0 || own.some((group) => chosen.has(group))) return true;
    const subjects = subjectsOf(test);
    return changed.some((path) => path === test || subjects.some((each) => path.startsWith(each)));
  });
};
