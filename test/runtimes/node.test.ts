import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { builtPackage } from '../support/runtimes/built-package.ts';
import { testClientAddresses } from '../support/runtimes/client-addresses.ts';
import { startRuntime } from '../support/runtimes/runtime-process.ts';
import { expectPortable } from '../support/runtimes/runtime-tests.ts';

test('the core on the memory adapters keeps its promises', async () => {
  const cwd = await builtPackage();
  const program = 'test/runtimes/programs/report.js';
  const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd });
  expectPortable(JSON.parse(stdout), /^Node\.js/);
});

testClientAddresses((folder) =>
  startRuntime(process.execPath, ['docs/examples/runtimes/node.js'], folder),
);
