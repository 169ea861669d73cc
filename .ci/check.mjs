/**
 * Runs all checks at once: types, lint, format, unused code. Prints what each reports, then, as the
 * last line, `N passed, N failed`. Exits with 1 when a check fails.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';

// Half of the cores, because the compiler and the type-aware linter run side by side. Each of their
// type checkers checks again what the others have checked: four instead of one cost twice the work.
const cores = Math.max(1, Math.floor(availableParallelism() / 2));

const checks = [`tsc -b --checkers ${Math.min(4, cores)}`, 'oxlint', 'oxfmt --check', 'knip'];

// Both are Go programs that spend a third of their time on garbage collection. With these settings they
// collect only above 1 GiB.
const env = {
  GOMAXPROCS: String(cores),
  GOGC: 'off',
  GOMEMLIMIT: '1GiB',
  FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
  ...process.env,
};

const startedAt = performance.now();
const results = await Promise.all(
  checks.map(async (check) => {
    const child = spawn(check, { shell: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, errors, [exitCode]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    const passed = exitCode === 0;
    console.log(`--- ${check}: ${passed ? 'passed' : 'FAILED'} (${seconds} s)`);
    process.stdout.write(passed ? errors : out + errors);
    return passed;
  }),
);

const passed = results.filter(Boolean).length;
console.log(`${passed} passed, ${checks.length - passed} failed`);
process.exitCode = passed === checks.length ? 0 : 1;
