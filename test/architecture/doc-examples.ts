import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { copySources, projectRoot } from './sources.ts';

/** A block of code on a page. */
export interface CodeBlock {
  /** The info string of the fence: `ts`, `bash`, … */
  readonly language: string;
  readonly code: string;
}

/** The fenced blocks of a page, in order. */
export const codeBlocks = (page: string): readonly CodeBlock[] =>
  [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));

/** The blocks of a section of a page, up to the next heading of level 2. @throws Error if the page lacks it. */
export const blocksOfSection = (page: string, heading: string): readonly CodeBlock[] => {
  const [, section] = page.split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`There is no section '${heading}'`);
  return codeBlocks(section.split('\n## ')[0] ?? '');
};

/** The complete files on a page, by path: blocks whose first line is a comment with a path. */
export const filesOf = (page: string): ReadonlyMap<string, string> =>
  new Map(
    codeBlocks(page).flatMap(({ language, code }) => {
      const [, path] = /^\/\/ (\S+\.ts)\n/.exec(code) ?? [];
      return language === 'ts' && path !== undefined ? [[path, code] as const] : [];
    }),
  );

export const readPage = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

const sources = ['core', 'contracts', 'adapters', 'bootstrap', 'test/conformance', 'tsconfig.json'];

/** Writes files into a copy of the sources, so that their imports resolve as in the project. */
export const placeFiles = (folder: string, files: ReadonlyMap<string, string>): void => {
  copySources([...sources, 'package.json'], folder);
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, code] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), code);
  }
};

interface Compilation {
  readonly files: readonly string[];
  /** Packages of global types: `node`, or none. */
  readonly types: readonly string[];
}

/** @returns the compiler's errors for the files, with the options of the project; empty if there are none. */
export const typeErrors = async (
  folder: string,
  { files, types }: Compilation,
): Promise<string> => {
  const project = {
    extends: './tsconfig.json',
    compilerOptions: {
      allowImportingTsExtensions: true,
      composite: false,
      lib: ['ES2024', 'DOM'],
      noEmit: true,
      rewriteRelativeImportExtensions: false,
      types,
    },
    files,
    references: [],
  };
  writeFileSync(join(folder, 'tsconfig.example.json'), JSON.stringify(project));
  const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc');
  // More than one checker would check most sources again.
  const options = ['--pretty', 'false', '--checkers', '1'];
  return run(folder, [compiler, '-p', 'tsconfig.example.json', ...options]);
};

/** The compiler is a Go program. With these settings it collects garbage only above 1 GiB. */
const compilerSettings = { GOGC: 'off', GOMEMLIMIT: '1GiB' };

/** Runs Node in the folder. @returns its output, even if it fails. */
export const run = async (folder: string, args: readonly string[]): Promise<string> => {
  const options = { cwd: folder, env: { ...process.env, ...compilerSettings } };
  const outcome = await promisify(execFile)(process.execPath, args, options).catch(
    (error: { readonly stdout: string; readonly stderr: string }) => error,
  );
  return outcome.stdout + outcome.stderr;
};
