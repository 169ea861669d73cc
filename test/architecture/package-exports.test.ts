import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { page, readPages, type Page } from './pages.ts';
import { projectRoot } from './sources.ts';

const {
  exports,
  publishConfig,
}: {
  readonly exports: Readonly<Record<string, string>>;
  readonly publishConfig: {
    readonly exports: Readonly<
      Record<string, { readonly types: string; readonly default: string }>
    >;
  };
} = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));

/** What the package exports, such as `quoin/core`. */
const exported = Object.keys(exports).map((name) => name.replace('.', 'quoin'));

/** The paths of the package that a page names between quotes, in its prose as in its code. */
const named = ({ text }: Page): readonly string[] =>
  [...text.matchAll(/[`'](quoin\/[\w/-]+)[`']/g)].map(([, name = '']) => name);

const unknown = (pages: readonly Page[]): readonly string[] =>
  pages.flatMap((each) =>
    named(each)
      .filter((name) => !exported.includes(name))
      .map((name) => `${each.path} names ${name}`),
  );

describe('the package', () => {
  // Records of decisions are not changed with the code.
  const pages = readPages().filter(({ path }) => !path.startsWith('docs/adr/'));

  test('exports the same files in a checkout as when it is published', () => {
    const published = Object.entries(publishConfig.exports).map(([name, paths]) => {
      const path = paths.default.replace(/\.js$/, '');
      expect(paths.types).toBe(`${path}.d.ts`);
      return [name, `${path}.ts`];
    });
    expect(Object.fromEntries(published)).toEqual(exports);
    expect(Object.values(exports).filter((path) => !existsSync(join(projectRoot, path)))).toEqual(
      [],
    );
  });

  test('exports files by their names only', () => {
    expect(exported.filter((name) => name.includes('*'))).toEqual([]);
  });

  test('exports what docs/upgrading.md calls public, and nothing else', () => {
    const upgrading = pages.find(({ path }) => path === 'docs/upgrading.md');
    expect(upgrading).toBeDefined();
    expect([...new Set(named(upgrading ?? page('', '')))].sort()).toEqual([...exported].sort());
  });

  test('exports every path that a page names', () => {
    const planted = page(
      'a.md',
      "`quoin/core/cms` and import 'quoin/adapters/koa/app'; `quoin/core`",
    );
    expect(unknown([planted])).toEqual([
      'a.md names quoin/core/cms',
      'a.md names quoin/adapters/koa/app',
    ]);
    expect(pages.flatMap(named).length).toBeGreaterThan(60);
    expect(unknown(pages)).toEqual([]);
  });
});
