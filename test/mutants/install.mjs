/** Runs before `npm run mutants`. Installs Stryker if it is missing. */
import { fileURLToPath } from 'node:url';
import { hasLockedPackages, install } from '../../bootstrap/tools/packages.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));

if (!hasLockedPackages(folder)) {
  console.error('Installing Stryker …');
  await install(folder);
}
