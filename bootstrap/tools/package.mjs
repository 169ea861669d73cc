/**
 * Builds the package to publish in `dist`: the compiled sources and their own manifest, without the tools
 * and the pinned Node of a checkout. Then run `npm pack ./dist` or `npm publish ./dist`.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

rmSync(root('dist'), { recursive: true, force: true });
const compiler = root('node_modules/typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [compiler, '-b', root('')], { stdio: 'inherit' });
if (status !== 0) process.exit(1);

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
writeFileSync(root('dist/package.json'), `${published}\n`);
for (const path of ['LICENSE', 'README.md', 'adapters/pglite/empty-database.tar.br']) {
  copyFileSync(root(path), root(`dist/${path}`));
}
