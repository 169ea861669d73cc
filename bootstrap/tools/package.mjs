/**
 * Builds the package to publish in `dist`: the compiled sources and their own manifest, without the tools
 * and the pinned Node of a checkout. Then run `npm pack ./dist` or `npm publish ./dist`.
 *
 * With a folder as argument, compiles only what has changed, and puts the code of the package there, without its types and
 * the admin: for tests.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const run = (script, ...args) => {
  const { status } = spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
};

const [folder] = process.argv.slice(2);
const target = folder ?? root('dist');

if (folder === undefined) {
  rmSync(root('dist'), { recursive: true, force: true });
  run(root('bootstrap/tools/build-admin.mjs'), '--dev');
}
run(root('node_modules/typescript/bin/tsc'), '-b', root(''));

const manifest = JSON.parse(readFileSync(root('package.json'), 'utf8'));
const checkoutOnly = new Set([
  'allowScripts',
  'devDependencies',
  'overrides',
  'private',
  'publishConfig',
  'scripts',
]);
const members = Object.entries(manifest).filter(([name]) => !checkoutOnly.has(name));
const published = JSON.stringify(
  { ...Object.fromEntries(members), ...manifest.publishConfig },
  undefined,
  2,
);
if (folder !== undefined) {
  const isCode = (path) => !/\.(?:d\.ts|tsbuildinfo)$/.test(path);
  for (const path of manifest.publishConfig.files.filter((path) => !path.startsWith('!'))) {
    cpSync(root(`dist/${path}`), join(folder, path), { recursive: true, filter: isCode });
  }
}
writeFileSync(join(target, 'package.json'), `${published}\n`);
for (const path of ['LICENSE', 'README.md', 'adapters/pglite/empty-database.tar.br']) {
  copyFileSync(root(path), join(target, path));
}
if (folder === undefined) {
  cpSync(root('adapters/admin/dist'), root('dist/adapters/admin/dist'), { recursive: true });
}
