/** Runs before `npm run mutants`. Installs Stryker if it is missing. */
import { fileURLToPath } from 'node:url';
import { installIfMissing } from '../../bootstrap/tools/packages.mjs';

await installIfMissing(fileURLToPath(new URL('.', import.meta.url)), 'Stryker');
