/** Installs Deno, Bun and workerd if they are missing. Without them, tests in test/runtimes are skipped. */
import { fileURLToPath } from 'node:url';
import { installIfMissing } from '../../../bootstrap/tools/packages.mjs';

await installIfMissing(fileURLToPath(new URL('.', import.meta.url)), 'Deno, Bun and workerd');
