import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../architecture/sources.ts';
import { valueRow } from '../table.ts';
import type { Workload } from '../workload.ts';

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>
  >;
}

/** What a production install takes on the disk: the service with the built admin, and its packages. */
export const install: Workload = async () => {
  const lock: Lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));
  const packages = Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path)
    .filter((path) => existsSync(join(projectRoot, path)));
  const bytes = [...packages, 'adapters', 'bootstrap', 'contracts', 'core']
    .map((path) => sizeOf(join(projectRoot, path)))
    .reduce((sum, size) => sum + size, 0);
  const title = `production install, ${packages.length} packages, without Node`;
  return [valueRow(title, 'MB', [bytes / 1_000_000], { max: 120 })];
};

/** Source maps and types of packages, which `npm start` does not install. */
const isLeftOut = (path: string): boolean =>
  path.includes('node_modules') && /\.(?:map|d\.[cm]?ts)$/.test(path);

/** The space on the disk in bytes. Installed packages within a folder are counted on their own. */
const sizeOf = (path: string): number => {
  const stats = lstatSync(path);
  const own = stats.blocks * 512;
  if (!stats.isDirectory()) return own;
  return readdirSync(path)
    .filter((name) => name !== 'node_modules' && !isLeftOut(join(path, name)))
    .reduce((sum, name) => sum + sizeOf(join(path, name)), own);
};
