import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './support/slowest-first.ts';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  plugins: [
    {
      name: 'production-conditions',
      // Vitest adds `development`, for which some packages export a slower build with checks. The service
      // does not run those.
      configResolved: ({ ssr }) => {
        Object.assign(ssr.resolve ?? {}, { conditions: ['node'] });
      },
    },
  ],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**'],
    // Node loads the sources itself, as it does for the service: Vite's form of them runs slower.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: ['test/support/global-setup.ts'],
    // Workers run one file after the other and keep the modules they have loaded, which halves the
    // time. A test that changes a global must restore it; mocks and stubs are restored here.
    isolate: false,
    // Less work for the garbage collector. Most objects of a request are gone before the young generation is
    // full, and those that are not say nothing about others (ADR 0047). The whole heap is collected at half a
    // gigabyte, buffers included: otherwise whenever a test has allocated some buffers, although few objects
    // are garbage. The other workers need the cores on which threads of the collector would run.
    execArgv: [
      '--min-semi-space-size=64',
      '--max-semi-space-size=64',
      '--no-allocation-site-pretenuring',
      '--single-threaded-gc',
      '--initial-heap-size=512',
      '--external-memory-accounted-in-global-limit',
    ],
    sequence: { sequencer: SlowestFirst },
    restoreMocks: true,
    unstubEnvs: true,
    // Tests that are marked as concurrent mostly wait.
    maxConcurrency: 20,
    // More than there are cores: many tests wait for servers and timeouts.
    maxWorkers: 4,
    // How long a poll waits for an event does not matter, and a second is too short on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
