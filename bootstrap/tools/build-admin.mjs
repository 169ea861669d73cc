/**
 * Runs before `npm start` and `npm test`. Builds the admin if it is missing or older than its sources,
 * and installs the build tool only for that; otherwise prints nothing and takes some milliseconds. With
 * `--dev`, also installs the packages that the type check of the admin needs.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasLockedPackages, install } from './packages.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const admin = join(root, 'adapters', 'admin');
const stamp = join(admin, 'dist', '.sources');

const isSource = (path) =>
  !/(?:^|[\\/])(?:node_modules|dist)(?:[\\/]|$)/.test(path) &&
  /\.(?:tsx?|css|html|json)$/.test(path);

/** A digest of everything that the build reads: the admin, and the contracts and core that it imports. */
const digestSources = () => {
  const digest = createHash('sha256');
  for (const folder of [admin, join(root, 'contracts'), join(root, 'core')]) {
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(isSource)
      .toSorted();
    for (const path of paths) digest.update(`${path}\0`).update(readFileSync(join(folder, path)));
  }
  return digest.digest('hex');
};

const readStamp = () => {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return undefined;
  }
};

const sources = digestSources();
const isBuilt = readStamp() === sources;

if ((!isBuilt || process.argv.includes('--dev')) && !hasLockedPackages(admin)) {
  console.error('Installing the build tool of the admin …');
  install(admin);
}
if (!isBuilt) {
  console.error('Building the admin …');
  const vite = join(admin, 'node_modules', 'vite', 'bin', 'vite.js');
  const options = { cwd: admin, stdio: ['ignore', 'ignore', 'inherit'] };
  const { status } = spawnSync(process.execPath, [vite, 'build'], options);
  if (status !== 0) {
    console.error('The admin could not be built: see the output above.');
    process.exit(1);
  }
  writeFileSync(stamp, sources);
}
