/**
 * Adds the results of vitest to those of the checks. Prints `N passed, N failed` as the last line and
 * exits with 1 if something failed. A skipped test and a file that does not load count as failed.
 */
import { readFileSync } from 'node:fs';

const [report, exitCode, ...checks] = process.argv.slice(2);
let [passed, failed] = checks.map(Number);

const reportFailure = (what) => {
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
    else reportFailure(`${name}: ${test.fullName} (${test.status})`);
  }
  if (status !== 'passed' && failed === before) reportFailure(`${name}: ${message}`);
}
if (files.length === 0) reportFailure('vitest: no test was reported');
if (exitCode !== '0' && failed === failedChecks) reportFailure(`vitest: exit code ${exitCode}`);

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
