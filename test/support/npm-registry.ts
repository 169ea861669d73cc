import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test } from 'vitest';

export const run = promisify(execFile);

const ping = ['ping', '--fetch-retries=0', '--fetch-timeout=10000'];

/** Registers tests that install packages. If npm's registry does not answer, registers one skipped test with the reason. */
export const withNpmRegistry = async (registerTests: () => void): Promise<void> => {
  const error = await run('npm', ping).then(
    () => undefined,
    (failure: Error) => failure,
  );
  if (error === undefined) {
    registerTests();
    return;
  }
  const reason = `npm's registry does not answer: ${error.message}`;
  if (process.env['REQUIRE_SERVICES'] === '1') throw new Error(reason);
  test('this file needs the registry of npm', ({ skip }) => skip(reason));
};

/**
 * Like {@link withNpmRegistry}, for tests that install hundreds of megabytes and build sites: only with `REQUIRE_SERVICES=1`,
 * as in pipelines.
 */
export const withFrameworks = async (registerTests: () => void): Promise<void> => {
  if (process.env['REQUIRE_SERVICES'] === '1') return withNpmRegistry(registerTests);
  test('this file installs a framework', ({ skip }) =>
    skip('set REQUIRE_SERVICES=1 to build the sites'));
};

/** Installs packages into a folder, without their scripts and without messages. */
export const installPackages = (folder: string, ...packages: readonly string[]): Promise<unknown> =>
  run(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', ...packages],
    { cwd: folder },
  );
