import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take the longest: they try thousands of requests, run a compiler, or start browsers,
 * processes and databases.
 */
const slow =
  /\/(?:hostile-[^/]+|sql|sqlite|matrix-[^/]+|unique-words|stable-pages|never-stale|doc-examples|postgres|crashes|sharp|gcs|(?:[^/]+-)?plans|instances[^/]*|process[^/]*)\.test\.ts$|\/(?:admin|buckets|operations|command-line|pglite|runtimes)\//;

/**
 * Runs the slowest files first, so that no worker still runs one when the others have finished. Vitest
 * itself knows which are slow only after the first run, and takes the largest until then.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [
      ...sorted.filter(({ moduleId }) => slow.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !slow.test(moduleId)),
    ];
  }
}
