/**
 * Fills `dist` with the package to publish: the compiled sources and a manifest of their own, so
 * that a consumer gets neither the tools nor the pinned Node of a checkout. `npm pack ./dist` and
 * `npm publish ./dist` take it from there.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

rmSync(root('dist'), { recursive: true, force: true });
const compiler = root('node_modules/typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [compiler, '-b', root('')], { stdio: 'inherit' });
if (status !== 0) process.exit(1);

const manifest = JSON.parse(readFileSync(root('package.json'), 'utf8'));
const ofTheCheckout = new Set([
  'allowScripts',
  'devDependencies',
  'optionalDependencies',
  'private',
  'publishConfig',
  'scripts',
]);
const members = Object.entries(manifest).filter(([name]) => !ofTheCheckout.has(name));
const published = JSON.stringify(
  { ...Object.fromEntries(members), ...manifest.publishConfig },
  undefined,
  2,
);
writeFileSync(root('dist/package.json'), `${published}\n`);
for (const name of ['LICENSE', 'README.md']) copyFileSync(root(name), root(`dist/${name}`));
