import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../architecture/sources.ts';

const patterns = readFileSync(join(projectRoot, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/**
 * Whether `.dockerignore` lets a file or folder of the project through to the builder. The last
 * pattern that fits decides; one that fits a folder fits everything in it.
 */
export const reachesBuilder = (path: string): boolean => {
  const deciding = patterns.findLast((pattern) => fits(path, pattern.replace(/^!/, '')));
  return deciding === undefined || deciding.startsWith('!');
};

const fits = (path: string, pattern: string): boolean => {
  const form = pattern
    .replace(/[.+^$()[\]{}|]/g, '\\$&')
    .replaceAll(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`^${form}(?:/|$)`).test(path);
};
