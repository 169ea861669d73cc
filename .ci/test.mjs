/**
 * `npm test` runs the checks, and at the same time the tests that the changes can break: see `test/change-gate`. With
 * `--all`, as in `npm run test:all`, it runs all tests. With other arguments, for example
 * `npm test -- test/accounts/login.test.ts`, it passes them to vitest and skips the checks.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { testsToRun } from '../test/change-gate/tests-to-run.ts';

const given = process.argv.slice(2);
const isWhole = given.length === 0 || given[0] === '--all';
const args = isWhole ? given.slice(1) : given;

// The workers of vitest load a thousand modules each: from the second run on without compiling them.
const env = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/quoin'), ...process.env };

const start = (stdout, script, ...rest) =>
  spawn(process.execPath, [script, ...rest], { stdio: ['inherit', stdout, 'inherit'], env });

const runTests = async () => {
  const files = given.length === 0 ? await testsToRun() : [];
  const vitest = 'node_modules/vitest/vitest.mjs';
  const tests = start(
    'inherit',
    vitest,
    'run',
    '--config',
    'test/vitest.config.ts',
    ...args,
    ...files,
  );
  return (await once(tests, 'close'))[0];
};

/** Returns what the checks print, to be shown below the results of the tests. */
const runChecks = async () => {
  const checks = start('pipe', '.ci/check.mjs');
  const [output, [exitCode]] = await Promise.all([text(checks.stdout), once(checks, 'close')]);
  return { output, exitCode };
};

const [testsExitCode, checks] = await Promise.all([
  runTests(),
  isWhole ? runChecks() : { output: '', exitCode: 0 },
]);
process.stdout.write(checks.output);
process.exitCode = testsExitCode || checks.exitCode;
