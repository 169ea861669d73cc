/**
 * Builds the package to publish in `dist/package`, or in the folder that it gets as argument: the compiled sources, the
 * admin, the documentation and a manifest without the tools and the pinned Node of a checkout. Then run
 * `npm publish ./dist/package`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readCommit } from '../version.ts';
import { root } from './sources.mjs';

const folder = resolve(process.argv[2] ?? join(root, 'dist', 'package'));

const run = (script, ...args) => {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
};

/** Whether nothing is lost with the folder: there is none, it is empty, or this program has built it. */
const isReplaceable = () => {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return true;
  const path = join(folder, 'package.json');
  const { name, scripts } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  return name === 'quoin' && scripts === undefined;
};

if (!isReplaceable()) {
  console.error(`${folder} has other files. Name a folder that is empty or does not exist.`);
  process.exit(1);
}
rmSync(folder, { recursive: true, force: true });
run('bootstrap/tools/build-admin.mjs', '--dev');
const project = join(root, 'bootstrap/tools/package.tsconfig.json');
run('node_modules/typescript/bin/tsc', '--project', project, '--outDir', folder);

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const checkoutOnly = new Set([
  'allowScripts',
  'devDependencies',
  'overrides',
  'private',
  'publishConfig',
  'scripts',
]);
const members = Object.entries(manifest).filter(([name]) => !checkoutOnly.has(name));
const gitHead = await readCommit(root);
const published = { ...Object.fromEntries(members), ...manifest.publishConfig, gitHead };
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`);

for (const path of [
  'LICENSE',
  'README.md',
  'docs',
  'adapters/admin/dist',
  'adapters/pglite/empty-database.tar.br',
]) {
  cpSync(join(root, path), join(folder, path), { recursive: true });
}
