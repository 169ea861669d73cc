import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { projectRoot } from '../../architecture/sources.ts';

const folder = join(projectRoot, 'adapters/admin/dist/assets');

/** The names of the scripts of the built admin. */
export const scripts = readdirSync(folder)
  .filter((name) => name.endsWith('.js.br'))
  .map((name) => name.slice(0, -'.br'.length));

const bytesOf = (name: string): Buffer =>
  brotliDecompressSync(readFileSync(join(folder, `${name}.br`)));

const imported = (name: string, pattern: RegExp): readonly string[] =>
  [...bytesOf(name).toString().matchAll(pattern)].map(([, file]) => file ?? '');

/** The scripts that a script needs to run. */
export const atOnce = (name: string): readonly string[] =>
  imported(name, /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g);

/** The scripts that a script loads later. */
export const late = (name: string): readonly string[] =>
  imported(name, /import\(\s*["'`]\.\/([^"'`]+\.js)["'`]/g);

/** Scripts with everything that they import. */
export const closure = (
  starts: readonly string[],
  importsOf: (name: string) => readonly string[],
): ReadonlySet<string> => {
  const found = new Set(starts);
  for (const name of found) for (const each of importsOf(name)) found.add(each);
  return found;
};

/** The bytes of scripts, compressed with gzip. */
export const sizeOf = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + gzipSync(bytesOf(name), { level: 9 }).length, 0);
