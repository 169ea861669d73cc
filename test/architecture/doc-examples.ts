import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from './sources.ts';

/** A block of code on a page. */
export interface CodeBlock {
  /** What follows the opening fence: `ts`, `bash`, … */
  readonly language: string;
  readonly code: string;
}

/** The fenced blocks of a page, in order. */
export const codeBlocks = (page: string): readonly CodeBlock[] =>
  [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));

/** The files that a page holds whole, by path: blocks whose first line names one. */
export const filesOf = (page: string): ReadonlyMap<string, string> =>
  new Map(
    codeBlocks(page).flatMap(({ language, code }) => {
      const [, path] = /^\/\/ (\S+\.ts)\n/.exec(code) ?? [];
      return language === 'ts' && path !== undefined ? [[path, code] as const] : [];
    }),
  );

export const readPage = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

const sources = ['core', 'contracts', 'adapters', 'bootstrap', 'test/conformance', 'tsconfig.json'];

/** Puts files beside a copy of the sources, where their imports lead to the same as in the project. */
export const placeFiles = (folder: string, files: ReadonlyMap<string, string>): void => {
  for (const path of [...sources, 'package.json']) {
    cpSync(join(projectRoot, path), join(folder, path), { recursive: true });
  }
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

/** @returns what the compiler has to say about the files, as the project is compiled; empty when nothing. */
export const typeErrors = async (
  folder: string,
  { files, types }: Compilation,
): Promise<string> => {
  const project = {
    extends: './tsconfig.json',
    compilerOptions: {
      allowImportingTsExtensions: true,
      composite: false,
      lib: ['ES2023', 'DOM'],
      noEmit: true,
      rewriteRelativeImportExtensions: false,
      types,
    },
    files,
    references: [],
  };
  writeFileSync(join(folder, 'tsconfig.example.json'), JSON.stringify(project));
  const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc');
  return run(folder, [compiler, '-p', 'tsconfig.example.json', '--pretty', 'false']);
};

/** Runs Node in the folder. @returns what it printed, whether or not it was content. */
export const run = async (folder: string, args: readonly string[]): Promise<string> => {
  const outcome = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
    (error: { readonly stdout: string; readonly stderr: string }) => error,
  );
  return outcome.stdout + outcome.stderr;
};
