import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from './sources.ts';

interface LockedPackage {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type Locked = Readonly<Record<string, LockedPackage>>;

/** The paths where Node looks for a package, from the importing package upwards. */
const places = (asking: string, name: string): readonly string[] => {
  const above = asking.lastIndexOf('node_modules/');
  const here = asking === '' ? `node_modules/${name}` : `${asking}/node_modules/${name}`;
  return asking === ''
    ? [here]
    : [here, ...places(asking.slice(0, above).replace(/\/$/, ''), name)];
};

/** Required packages that the lock file does not contain, for any platform. */
const unlocked = (packages: Locked): readonly string[] =>
  Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys({
      ...entry.dependencies,
      ...entry.devDependencies,
      ...entry.optionalDependencies,
    })
      .filter((name) => !places(path, name).some((place) => place in packages))
      .map((name) => `${path} needs ${name}`),
  );

test('a missing package is found, and a package in a parent folder is accepted', () => {
  const packages: Locked = {
    '': { dependencies: { a: '1', gone: '1' } },
    'node_modules/a': { dependencies: { b: '1', c: '1' }, optionalDependencies: { 'a-arm': '1' } },
    'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
    'node_modules/c': {},
  };
  expect(unlocked(packages)).toEqual([' needs gone', 'node_modules/a needs a-arm']);
});

test.each([
  ['.', 300],
  ['bootstrap/tools/node', 5],
])(
  'the lock file in %s contains every package, including those of other platforms',
  (folder, count) => {
    const { packages }: { readonly packages: Locked } = JSON.parse(
      readFileSync(join(projectRoot, folder, 'package-lock.json'), 'utf8'),
    );
    expect(Object.keys(packages).length).toBeGreaterThan(count);
    expect(unlocked(packages)).toEqual([]);
  },
);

/** The size of a file on a disk with blocks of 4 KiB. */
const onDisk = (path: string): number => Math.ceil(statSync(path).size / 4_096) * 4_096;

test('the packages that a start installs take at most 100 MB', () => {
  const { packages }: { readonly packages: Locked } = JSON.parse(
    readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'),
  );
  const needed = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true)
    .map(([path]) => join(projectRoot, path))
    .filter((path) => existsSync(path));
  const files = needed.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => !file.parentPath.slice(folder.length).includes('node_modules'))
      .map((file) => join(file.parentPath, file.name))
      .filter((path) => !/\.(?:map|d\.[cm]?ts)$/.test(path)),
  );
  expect(files.length).toBeGreaterThan(3_000);
  expect(files.reduce((sum, path) => sum + onDisk(path), 0) / 1024 ** 2).toBeLessThan(100);
});
