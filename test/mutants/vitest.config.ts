import { defineConfig } from 'vitest/config';

/** The tests that `npm run mutants` runs against each mutant: those of the core alone. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    include: [
      'test/{access,accounts,cache,collections,concurrency,content,hooks,import-export,media,settings}/*.test.ts',
    ],
    // While it is counted what each test covers, some with large pages exceed the default of five seconds.
    testTimeout: 120_000,
    exclude: ['**/{http,security,matrix,instances,process,command,long-texts}*.test.ts'],
  },
});
