import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**'],
    globalSetup: ['test/support/global-setup.ts'],
    // Much of it waits for servers and deadlines.
    maxWorkers: '150%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
