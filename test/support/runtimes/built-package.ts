import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { projectRoot } from '../../architecture/sources.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** The sources that import the package by its name. */
const programs = ['docs/examples/sqlite', 'docs/examples/runtimes', 'test/runtimes/programs'];

export interface InstalledPackage {
  /** Has the package in its `node_modules`, and the programs under their paths in the project, as JavaScript. */
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/** Builds the package and installs it into a folder of its own. */
export const installPackage = async (): Promise<InstalledPackage> => {
  const temporary = await temporaryFolder(tmpdir());
  const folder = temporary.path;
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'quoin'), { recursive: true });
  const build = join(projectRoot, 'bootstrap/tools/package.mjs');
  await promisify(execFile)(process.execPath, [build, join(modules, 'quoin')]);
  for (const name of readdirSync(join(projectRoot, 'node_modules'))) {
    if (name.startsWith('.')) continue;
    symlinkSync(join(projectRoot, 'node_modules', name), join(modules, name));
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  for (const source of programs) await writePrograms(folder, source);
  return { folder, remove: async () => temporary[Symbol.asyncDispose]() };
};

/** @returns the folder of the package that all test files of this run share. */
export const builtPackage = async (): Promise<string> => {
  const response = await fetch(inject('servicesUrl'), { method: 'PATCH' });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as InstalledPackage).folder;
};

const writePrograms = async (folder: string, source: string): Promise<void> => {
  const paths = readdirSync(join(projectRoot, source), { recursive: true, encoding: 'utf8' });
  for (const path of paths) {
    const from = join(projectRoot, source, path);
    const to = join(folder, source, path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(to), { recursive: true });
    if (path.endsWith('.ts')) writeFileSync(to, javascriptOf(await readFile(from, 'utf8')));
    else if (path.includes('.')) cpSync(from, to);
  }
};

const javascriptOf = (source: string): string =>
  stripTypeScriptTypes(source).replace(/(from '\.[^']*)\.ts'/g, "$1.js'");

/** The part of the bundler that is used. It is a package of the admin. */
interface Bundler {
  readonly rolldown: (options: object) => Promise<{
    readonly generate: (options: object) => Promise<{
      readonly output: readonly [{ readonly code: string }];
    }>;
    readonly close: () => Promise<void>;
  }>;
}

/** Bundles a program with the package for a runtime that loads a single file. @returns its code. */
export const bundleProgram = async (folder: string, path: string): Promise<string> => {
  const bundler = join(projectRoot, 'adapters/admin/node_modules/rolldown/dist/index.mjs');
  const { rolldown }: Bundler = await import(bundler);
  const build = await rolldown({
    cwd: folder,
    input: join(folder, path),
    platform: 'browser',
    tsconfig: false,
    external: /^node:/,
    logLevel: 'silent',
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  await build.close();
  return output[0].code;
};
