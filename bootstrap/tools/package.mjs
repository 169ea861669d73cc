/**
 * Builds the package to publish in `dist/package`, or in the folder that it gets as argument: the compiled sources, the
 * admin, the documentation and a manifest without the tools and the pinned Node of a checkout. Then run
 * `npm publish ./dist/package`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { readCommit } from '../version.ts';
import { exportedDeclarations } from './declarations.mjs';
import { clearFolder, writeManifest } from './package-folder.mjs';
import { root } from './sources.mjs';

const folder = resolve(process.argv[2] ?? join(root, 'dist', 'package'));

const withSlashes = (path) => path.replaceAll(sep, '/');

const run = (script, ...args) => {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
};

clearFolder(folder, 'quoin');
run('bootstrap/tools/build-admin.mjs', '--dev');
const project = join(root, 'bootstrap/tools/package.tsconfig.json');
const compile = (...options) =>
  run('node_modules/typescript/bin/tsc', '--project', project, '--outDir', folder, ...options);
// The declarations have the comments; twice, they would be a twentieth of the package.
compile('--declaration', 'false', '--removeComments');
compile('--emitDeclarationOnly');

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
writeManifest(folder, { ...Object.fromEntries(members), ...manifest.publishConfig, gitHead });

// Nobody can import the others, and they would be a twentieth of the package.
const declarations = new Set(exportedDeclarations(folder));
for (const path of readdirSync(folder, { recursive: true }).map(withSlashes)) {
  if (path.endsWith('.d.ts') && !declarations.has(path)) rmSync(join(folder, path));
}

// Lock files of the sites in docs/examples are for their tests.
const isNoLock = (path) => !path.endsWith('package-lock.json');

for (const path of [
  'LICENSE',
  'README.md',
  'docs',
  'adapters/admin/dist',
  'adapters/koa/pages/swagger-ui',
  'adapters/pglite/empty-database.tar.br',
]) {
  cpSync(join(root, path), join(folder, path), { recursive: true, filter: isNoLock });
}
