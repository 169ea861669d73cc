/**
 * Adds what vitest reported to the checks that ran before, prints `N passed, N failed` as the last
 * line and exits accordingly. A skipped test counts as failed; so does a file that did not load.
 */
import { readFileSync } from 'node:fs';

const [report, exitCode, ...checks] = process.argv.slice(2);
let [passed, failed] = checks.map(Number);

const count = (what) => {
  failed += 1;
  console.log(`FAILED ${what}`);
};

const readFiles = () => {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults;
  } catch {
    return [];
  }
};

const failedChecks = failed;
const files = readFiles();
for (const { name, status, message, assertionResults } of files) {
  const before = failed;
  for (const test of assertionResults) {
    if (test.status === 'passed') passed += 1;
    else count(`${name}: ${test.fullName} (${test.status})`);
  }
  if (status !== 'passed' && failed === before) count(`${name}: ${message}`);
}
if (files.length === 0) count('vitest: no test was reported');
if (exitCode !== '0' && failed === failedChecks) count(`vitest: exit code ${exitCode}`);

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
