/** The declaration files of a built package that can be imported. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** @returns the paths of the declarations that `exports` lists, and of those that they import; sorted. */
export const exportedDeclarations = (folder) => {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const found = new Set(Object.values(exports).map(({ types }) => posix.normalize(types)));
  for (const path of found) {
    const text = readFileSync(join(folder, path), 'utf8');
    for (const [, from] of text.matchAll(/(?:\bfrom |\bimport |\bimport\()["'](\.[^"']+)["']/g)) {
      found.add(posix.join(posix.dirname(path), from.replace(/\.[jt]s$/, '.d.ts')));
    }
  }
  return [...found].sort();
};
