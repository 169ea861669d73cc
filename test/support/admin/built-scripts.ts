import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { projectRoot } from '../../architecture/sources.ts';

const folder = join(projectRoot, 'adapters/admin/dist/assets');

/** The names of the scripts of the built admin. */
export const scripts = readdirSync(folder)
  .filter((name) => name.endsWith('.js.gz'))
  .map((name) => name.slice(0, -'.gz'.length));

const imported = (name: string, pattern: RegExp): readonly string[] =>
  [
    ...gunzipSync(readFileSync(join(folder, `${name}.gz`)))
      .toString()
      .matchAll(pattern),
  ].map(([, file]) => file ?? '');

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
  [...names].reduce((sum, name) => sum + statSync(join(folder, `${name}.gz`)).size, 0);
