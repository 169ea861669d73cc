/**
 * Runs at the beginning of `npm start` and `npm test`. Builds the admin if it is missing or older than its sources,
 * and installs the build tool only for that; otherwise prints nothing and takes some milliseconds. With
 * `--dev`, also installs the packages that the type check of the admin needs.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, installIfMissing } from './packages.mjs';
import { digestOf, isStamped, root } from './sources.mjs';

const admin = join(root, 'adapters', 'admin');
const stamp = join(admin, 'dist', '.sources');

// Everything that the build reads: the admin, and the contracts and core that it imports.
const sources = digestOf([join('adapters', 'admin'), 'contracts', 'core'], (path) =>
  /\.(?:tsx?|css|html|json)$/.test(path),
);
const isBuilt = isStamped(stamp, sources);

if (!isBuilt || process.argv.includes('--dev')) {
  await installIfMissing(admin, 'the build tool of the admin');
}
if (!isBuilt) {
  console.error('Building the admin …');
  const vite = join(admin, 'node_modules', 'vite', 'bin', 'vite.js');
  const options = { cwd: admin, stdio: ['ignore', 'ignore', 'inherit'] };
  const { status } = spawnSync(process.execPath, [vite, 'build'], options);
  if (status !== 0) fail('The admin could not be built: see the output above.');
  writeFileSync(stamp, sources);
}
