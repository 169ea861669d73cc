import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from './sources.ts';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

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
    expect(data).toHaveLength(1);
    for (const path of data) expect(read('bootstrap/tools/package.mjs')).toContain(`'${path}'`);
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
