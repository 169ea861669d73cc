import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scan, type Scan } from './scan.ts';

export interface Source extends Scan {
  /** From the project's root, with slashes. */
  readonly path: string;
  readonly text: string;
}

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

export const source = (path: string, text: string): Source => ({ path, text, ...scan(text) });

/** @param path from the project's root. */
const isGenerated = (path: string): boolean =>
  /(?:^|[\\/])(?:node_modules|dist)(?:[\\/]|$)/.test(path);

const folders = ['adapters', 'bootstrap', 'contracts', 'core', 'test'];

/** Every TypeScript and JavaScript file of the project. */
export const readSources = (root = projectRoot): readonly Source[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
      .filter((path) => /\.(?:[cm]?[jt]s|[jt]sx)$/.test(path))
      .filter((path) => !isGenerated(path))
      .sort()
      .map((path) => source(path, readFileSync(join(root, path), 'utf8'))),
  );

/** Copies files, and folders without what is installed or built in them. */
export const copySources = (paths: readonly string[], folder: string): void => {
  const filter = (path: string): boolean => !isGenerated(relative(projectRoot, path));
  for (const path of paths) {
    cpSync(join(projectRoot, path), join(folder, path), { recursive: true, filter });
  }
};

/** Returns the violations of one file, one sentence each. */
export type Rule = (file: Source) => readonly string[];

export const violations = (files: readonly Source[], rule: Rule): readonly string[] =>
  files.flatMap((file) => rule(file).map((sentence) => `${file.path}: ${sentence}`));
