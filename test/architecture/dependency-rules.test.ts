import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dependencyRule, listedPackages } from './dependency-rules.ts';
import { projectRoot, readSources, source, violations } from './sources.ts';

const findings = (path: string, specifier: string): readonly string[] =>
  violations([source(path, `import { x } from '${specifier}';`)], dependencyRule);

describe('a planted violation is reported:', () => {
  test.each([
    ['core/model/slug.ts', 'koa', 'must not import koa'],
    ['core/model/slug.ts', 'typebox', 'must not import typebox'],
    ['core/model/slug.ts', 'node:crypto', 'must run without Node'],
    ['core/model/slug.ts', 'crypto', 'must run without Node'],
    ['core/model/slug.ts', '../../contracts/index.ts', 'must not import contracts/index.ts'],
    ['core/model/slug.ts', '../../adapters/memory/memory-store.ts', 'must not import adapters/'],
    ['core/model/slug.ts', '../index.ts', 'import the file itself'],
    ['contracts/operations/content.ts', 'ajv', 'must not import ajv'],
    ['contracts/operations/content.ts', 'node:fs', 'must run without Node'],
    ['contracts/operations/content.ts', '../../core/model/slug.ts', 'reaches past core/index.ts'],
    [
      'contracts/operations/content.ts',
      '../../adapters/koa/app.ts',
      'must not import adapters/koa/app.ts',
    ],
    ['adapters/postgres/connection/pool.ts', '../../pglite/open-pglite.ts', 'must not import'],
    ['adapters/koa/app.ts', '../../bootstrap/config.ts', 'must not import bootstrap/config.ts'],
    ['adapters/koa/app.ts', '../../core/cms.ts', 'reaches past core/index.ts'],
    [
      'adapters/koa/app.ts',
      '../../test/support/http/app.ts',
      'must not import test/support/http/app.ts',
    ],
    ['adapters/koa/app.ts', 'inversify', 'must not import inversify'],
    ['adapters/koa/app.ts', 'knex', 'must not import knex'],
    ['adapters/koa-like/app.ts', 'koa', 'must not import koa'],
    ['adapters/koa/app.ts', 'a-new-package', 'must not import a-new-package'],
    ['adapters/koa/app.ts', '@new/package/deep', 'must not import @new/package'],
    ['adapters/koa/app.ts', 'quoin/core', 'must not import quoin'],
    ['adapters/koa/app.ts', '#core', 'must not import #core'],
    ['adapters/koa/app.ts', '/srv/core/index.ts', 'must not import'],
    ['adapters/memory/memory-store.ts', 'node:util', 'must run without Node'],
    ['adapters/jose/jose-token-signer.ts', 'node:crypto', 'must run without Node'],
    ['adapters/webcrypto/digest.ts', 'node:crypto', 'must run without Node'],
    ['bootstrap/portable.ts', 'node:crypto', 'must run without Node'],
    ['adapters/admin/src/page.ts', '../../../core/index.ts', 'must not import core/index.ts'],
    ['bootstrap/container.ts', 'koa', 'must not import koa'],
    ['bootstrap/container.ts', 'typebox', 'must not import typebox'],
    ['bootstrap/container.ts', '../core/cms.ts', 'reaches past core/index.ts'],
    [
      'bootstrap/container.ts',
      '../test/support/http/app.ts',
      'must not import test/support/http/app.ts',
    ],
    ['test/conformance/blob-store.ts', 'vitest', 'must not import vitest'],
    ['test/conformance/blob-store.ts', 'node:assert', 'must run without Node'],
    ['test/conformance/blob-store.ts', '../../adapters/memory/memory-store.ts', 'must not import'],
    [
      'test/conformance/blob-store.ts',
      '../support/http/app.ts',
      'must not import test/support/http/app.ts',
    ],
    ['test/core/slug.test.ts', '../../core/model/slug.ts', 'reaches past core/index.ts'],
  ])('%s importing %s', (path, specifier, sentence) => {
    expect(findings(path, specifier)).toEqual([expect.stringContaining(sentence)]);
  });

  test('a computed import', () => {
    const file = source('bootstrap/container.ts', 'await import(name);');
    expect(violations([file], dependencyRule)).toEqual([expect.stringContaining('computes')]);
  });

  test('every violation in one file, beside an allowed import', () => {
    const text = "import './a.ts'; export * from 'koa'; const pg = await import('pg');";
    expect(violations([source('core/b.ts', text)], dependencyRule)).toHaveLength(2);
  });
});

describe('what the table allows passes:', () => {
  test.each([
    ['core/model/slug.ts', '../errors.ts'],
    ['contracts/operations/content.ts', '../../core/index.ts'],
    ['contracts/operations/content.ts', 'typebox'],
    ['contracts/openapi/openapi.ts', 'openapi3-ts/oas30'],
    ['adapters/koa/rest/content.ts', '../../../contracts/operations/content.ts'],
    ['adapters/koa/app.ts', '@koa/router'],
    ['adapters/koa/app.ts', 'node:http'],
    ['adapters/memory/memory-store.ts', '../../core/index.ts'],
    ['adapters/pglite/open-pglite.ts', 'knex/lib/dialects/postgres/index.js'],
    ['adapters/pglite/open-pglite-store.ts', '../postgres/postgres-store.ts'],
    ['bootstrap/settings/http.ts', 'typebox'],
    ['bootstrap/wiring.ts', '../adapters/postgres/connection/pool.ts'],
    ['test/conformance/blob-store.ts', '../../core/index.ts'],
    ['test/http/errors.test.ts', '../../adapters/koa/app.ts'],
    ['test/http/errors.test.ts', 'vitest'],
  ])('%s importing %s', (path, specifier) => {
    expect(findings(path, specifier)).toEqual([]);
  });
});

describe('the project', () => {
  const sources = readSources();

  test('is read with its imports', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(300);
    for (const folder of ['core/', 'contracts/', 'adapters/', 'bootstrap/', 'test/']) {
      expect(
        sources.some(({ path }) => path.startsWith(folder)),
        folder,
      ).toBe(true);
    }
  });

  test('keeps every dependency rule', () => {
    expect(violations(sources, dependencyRule)).toEqual([]);
  });

  test('lists exactly the packages of package.json in packagesOf', () => {
    const packages = ['package.json', 'adapters/admin/package.json'].flatMap((path) => {
      const manifest = JSON.parse(readFileSync(join(projectRoot, path), 'utf8'));
      return Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
    });
    expect([...listedPackages].sort()).toEqual(packages.sort());
  });
});
