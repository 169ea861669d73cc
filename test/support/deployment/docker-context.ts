import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../architecture/sources.ts';

const patterns = readFileSync(join(projectRoot, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/**
 * Whether `.dockerignore` lets a file or folder of the project into the build context. The last
 * matching pattern decides. A pattern that matches a folder matches everything in it.
 */
export const reachesBuilder = (path: string): boolean => {
  const deciding = patterns.findLast((pattern) => matches(path, pattern.replace(/^!/, '')));
  return deciding === undefined || deciding.startsWith('!');
};

const matches = (path: string, pattern: string): boolean => {
  const form = pattern
    .replace(/[.+^$()[\]{}|]/g, '\\$&')
    .replaceAll(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`^${form}(?:/|$)`).test(path);
};
