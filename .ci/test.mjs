/**
 * `npm test` runs the checks, then all tests. With arguments, for example
 * `npm test -- test/accounts/login.test.ts`, it passes them to vitest and skips the checks.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const args = process.argv.slice(2);

// The workers of vitest load a thousand modules each: from the second run on without compiling them.
const env = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/quoin'), ...process.env };

const run = (script, ...rest) => {
  const { status } = spawnSync(process.execPath, [script, ...rest], { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
};

if (args.length === 0) run('.ci/check.mjs');
run('node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', ...args);
