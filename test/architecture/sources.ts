import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scan, type Scan } from './scan.ts';

export interface Source extends Scan {
  /** From the project's root, with slashes. */
  readonly path: string;
  readonly text: string;
}

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

export const source = (path: string, text: string): Source => ({ path, text, ...scan(text) });

const folders = ['adapters', 'bootstrap', 'contracts', 'core', 'test'];

/** Every TypeScript and JavaScript file of the project. */
export const readSources = (root = projectRoot): readonly Source[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
      .filter((path) => /\.(?:[cm]?[jt]s|[jt]sx)$/.test(path))
      .filter((path) => !/(?:^|\/)(?:node_modules|dist)\//.test(path))
      .sort()
      .map((path) => source(path, readFileSync(join(root, path), 'utf8'))),
  );

/** Returns the violations of one file, one sentence each. */
export type Rule = (file: Source) => readonly string[];

export const violations = (files: readonly Source[], rule: Rule): readonly string[] =>
  files.flatMap((file) => rule(file).map((sentence) => `${file.path}: ${sentence}`));
