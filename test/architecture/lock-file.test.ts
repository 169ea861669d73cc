import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from './sources.ts';

interface LockedPackage {
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

test('the lock file contains every package, including those of other platforms', () => {
  const { packages }: { readonly packages: Locked } = JSON.parse(
    readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'),
  );
  expect(Object.keys(packages).length).toBeGreaterThan(300);
  expect(unlocked(packages)).toEqual([]);
});
