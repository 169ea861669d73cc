import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scan } from './scan.ts';
import { projectRoot, readSources, source, violations, type Rule } from './sources.ts';

const under = (path: string, ...folders: readonly string[]): boolean =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

/** Runs in Node, unlike the admin itself. */
const adminBuild = 'adapters/admin/vite.config.ts';

/**
 * The packages that each folder, or file, may import. A package in `dependencies` of package.json has
 * at least one line here; an adapter that imports no package needs none.
 */
const packagesOf: Readonly<Record<string, readonly string[]>> = {
  'adapters/admin': [
    '@codemirror/autocomplete',
    '@codemirror/commands',
    '@codemirror/language',
    '@codemirror/search',
    '@codemirror/state',
    '@codemirror/view',
    '@lezer/common',
    '@lezer/html',
    '@lezer/markdown',
    '@preact/signals',
    'diff',
    'dompurify',
    'marked',
    'marked-footnote',
    'preact',
    'qr',
    'style-mod',
    'turndown',
  ],
  [adminBuild]: ['vite'],
  'adapters/cli': [
    'ajv',
    'commander',
    'csv-parse',
    'mdast-util-from-markdown',
    'picomatch',
    'saxes',
    'smol-toml',
    'yaml',
  ],
  'adapters/file-type': ['file-type', 'image-size'],
  'adapters/gcs': ['@google-cloud/storage'],
  'adapters/jose': ['jose'],
  'adapters/http': ['ajv', 'range-parser'],
  'adapters/koa': ['@koa/cors', '@koa/router', 'formidable', 'koa', 'koa-body'],
  'adapters/markdown-it': ['markdown-it'],
  'adapters/opentelemetry': ['@opentelemetry/api', '@opentelemetry/sdk-node'],
  'adapters/pglite': ['@electric-sql/pglite', 'pg'],
  'adapters/pino': ['pino'],
  'adapters/prometheus': ['prom-client'],
  'adapters/postgres': ['dataloader', 'pg'],
  'adapters/postgres/connection/knex-pool.ts': ['knex'],
  'adapters/postgres/migrations/migrate.ts': ['knex'],
  'adapters/re2js': ['re2js'],
  'adapters/redis': ['redis'],
  'adapters/s3': ['@aws-sdk/client-s3'],
  'adapters/sharp': ['sharp'],
  'adapters/openid': ['openid-client'],
  'adapters/smtp': ['nodemailer'],
  'adapters/webhooks': ['ipaddr.js'],
  bootstrap: ['ajv', 'inversify', 'reflect-metadata'],
  'bootstrap/config.ts': ['typebox'],
  'bootstrap/settings': ['typebox'],
  'bootstrap/tools/build-service.mjs': ['rolldown'],
  'bootstrap/tools/client-package.mjs': ['rolldown', 'rolldown-plugin-dts'],
  'bootstrap/tools/generated-pages.ts': ['typebox'],
  'bootstrap/tools/empty-database.mjs': ['@electric-sql/pglite'],
  contracts: ['openapi3-ts', 'typebox'],
};

const portableFile = 'bootstrap/portable.ts';

/** Folders that must run without Node: the adapters that portable.ts imports, and what they need. */
const portable: readonly string[] = [
  'core',
  'contracts',
  'adapters/admin',
  'test/conformance',
  portableFile,
  ...scan(readFileSync(join(projectRoot, portableFile), 'utf8')).imports.flatMap(
    (specifier) => /^\.\.\/(adapters\/[\w-]+)\//.exec(specifier ?? '')?.slice(1) ?? [],
  ),
];

/** The folders that a file may import from. */
const reach = (path: string): readonly string[] => {
  const [layer = '', folder = ''] = path.split('/');
  if (layer === 'core') return ['core'];
  if (layer === 'contracts') return ['contracts', 'core'];
  if (under(path, 'adapters/admin')) return ['adapters/admin', 'contracts'];
  // The embedded PostgreSQL has the statements of the server.
  if (folder === 'pglite') return ['adapters/pglite', 'adapters/postgres', 'core'];
  // Both serve the same API.
  if (folder === 'koa' || folder === 'fetch') {
    return [`adapters/${folder}`, 'adapters/http', 'contracts', 'core'];
  }
  if (layer === 'adapters') return [`adapters/${folder}`, 'contracts', 'core'];
  // A command runs the suites.
  if (layer === 'bootstrap') {
    return ['adapters', 'bootstrap', 'contracts', 'core', 'test/conformance'];
  }
  if (under(path, 'test/conformance')) return ['test/conformance', 'core'];
  return ['adapters', 'bootstrap', 'contracts', 'core', 'docs/examples', 'test'];
};

/** Imports the file that the operator names. */
const importerOfConfigFiles = 'bootstrap/config-file/import-config-file.ts';

/** Whether a file is a test. The conformance suites are not tests, because they are published. */
const isTest = (path: string): boolean => under(path, 'test') && !under(path, 'test/conformance');

const hosts = 'core/index.ts';
const stores = 'core/store.ts';
const vocabulary = 'core/vocabulary.ts';
const doors: readonly string[] = [hosts, stores, vocabulary];

/** Their files know how records are stored: stores, the suites that check them, and what opens both. */
const knowStores: readonly string[] = [
  'adapters/memory',
  'adapters/pglite',
  'adapters/postgres',
  'bootstrap',
  'test',
];

/** The doors of the core that a file outside of it may import. */
const doorsFor = (path: string): readonly string[] => {
  if (under(path, 'contracts')) return [vocabulary];
  return under(path, ...knowStores) ? doors : [hosts, vocabulary];
};

const refuseFile = (path: string, target: string): string | undefined => {
  if (!under(target, ...reach(path))) return `must not import ${target}`;
  if (!under(target, 'core')) return undefined;
  if (under(path, 'core')) {
    return doors.includes(target) ? 'inside the core, import the file itself' : undefined;
  }
  if (!doors.includes(target)) return `reaches past the doors of the core to ${target}`;
  return doorsFor(path).includes(target) ? undefined : `must not use the door ${target}`;
};

const refusePackage = (path: string, specifier: string): string | undefined => {
  if (isTest(path)) return undefined;
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const owns = Object.entries(packagesOf).some(
    ([folder, packages]) => packages.includes(name) && under(path, folder),
  );
  return owns
    ? undefined
    : `must not import ${name}: packagesOf in test/architecture/dependency-rules.test.ts does not list it for this folder`;
};

const findViolation = (path: string, specifier: string | undefined): string | undefined => {
  if (specifier === undefined) {
    return isTest(path) || path === importerOfConfigFiles
      ? undefined
      : 'computes the path of an import, which this test cannot check';
  }
  if (/^\.\.?\//.test(specifier)) {
    return refuseFile(path, posix.join(posix.dirname(path), specifier));
  }
  if (isBuiltin(specifier)) {
    return path !== adminBuild && under(path, ...portable)
      ? `must run without Node, but imports ${specifier}`
      : undefined;
  }
  return refusePackage(path, specifier);
};

/** The allowed imports: layers, the doors of the core, Node, and packages. */
const dependencyRule: Rule = ({ path, imports }) =>
  imports.flatMap((specifier) => findViolation(path, specifier) ?? []);

/** Every package that some folder may import. */
const listedPackages: ReadonlySet<string> = new Set(Object.values(packagesOf).flat());

/** The member `knex` of a session is for the files that may import Knex, and for tests. */
const knexRule: Rule = ({ path, text }) =>
  !isTest(path) &&
  refusePackage(path, 'knex') !== undefined &&
  /\.knex\b|\{[^{}]*\bknex\b[^{}]*\} =/.test(text)
    ? ['must not use the member knex']
    : [];

const findings = (path: string, specifier: string): readonly string[] =>
  violations([source(path, `import { x } from '${specifier}';`)], dependencyRule);

describe('a planted violation is reported:', () => {
  test.each([
    ['core/model/user.ts', 'koa', 'must not import koa'],
    ['core/model/user.ts', 'typebox', 'must not import typebox'],
    ['core/model/user.ts', 'node:crypto', 'must run without Node'],
    ['core/model/user.ts', 'crypto', 'must run without Node'],
    ['core/model/user.ts', '../../contracts/index.ts', 'must not import contracts/index.ts'],
    ['core/model/user.ts', '../../adapters/memory/memory-store.ts', 'must not import adapters/'],
    ['core/model/user.ts', '../index.ts', 'import the file itself'],
    ['core/store.ts', './vocabulary.ts', 'import the file itself'],
    ['core/index.ts', './store.ts', 'import the file itself'],
    ['contracts/operations/content.ts', 'ajv', 'must not import ajv'],
    ['contracts/operations/content.ts', 'node:fs', 'must run without Node'],
    ['contracts/operations/content.ts', '../../core/model/user.ts', 'reaches past the doors'],
    ['contracts/operations/content.ts', '../../core/index.ts', 'the door core/index.ts'],
    ['contracts/operations/content.ts', '../../core/store.ts', 'the door core/store.ts'],
    ['adapters/http/rest/content.ts', '../../../core/store.ts', 'the door core/store.ts'],
    ['adapters/s3/s3-blob-store.ts', '../../core/store.ts', 'the door core/store.ts'],
    [
      'contracts/operations/content.ts',
      '../../adapters/koa/app.ts',
      'must not import adapters/koa/app.ts',
    ],
    ['adapters/postgres/connection/pool.ts', '../../pglite/open-pglite.ts', 'must not import'],
    ['adapters/fetch/fetch-handler.ts', '../koa/app.ts', 'must not import adapters/koa/app.ts'],
    ['adapters/http/rest/content.ts', '../../koa/app.ts', 'must not import adapters/koa/app.ts'],
    ['adapters/koa/app.ts', '../../bootstrap/config.ts', 'must not import bootstrap/config.ts'],
    ['adapters/koa/app.ts', '../../core/cms.ts', 'reaches past the doors'],
    [
      'adapters/koa/app.ts',
      '../../test/support/http/app.ts',
      'must not import test/support/http/app.ts',
    ],
    ['adapters/koa/app.ts', 'inversify', 'must not import inversify'],
    ['adapters/koa/app.ts', 'knex', 'must not import knex'],
    ['adapters/postgres/connection/statement.ts', 'knex', 'must not import knex'],
    ['adapters/pglite/open-pglite.ts', 'knex', 'must not import knex'],
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
    ['bootstrap/container.ts', '../core/cms.ts', 'reaches past the doors'],
    [
      'bootstrap/container.ts',
      '../test/support/http/app.ts',
      'must not import test/support/http/app.ts',
    ],
    ['test/conformance/media/blob-store.ts', 'vitest', 'must not import vitest'],
    ['test/conformance/media/blob-store.ts', 'node:assert', 'must run without Node'],
    [
      'test/conformance/media/blob-store.ts',
      '../../../adapters/memory/memory-store.ts',
      'must not import',
    ],
    [
      'test/conformance/media/blob-store.ts',
      '../../support/http/app.ts',
      'must not import test/support/http/app.ts',
    ],
    ['test/core/slug.test.ts', '../../core/model/user.ts', 'reaches past the doors'],
  ])('%s importing %s', (path, specifier, sentence) => {
    expect(findings(path, specifier)).toEqual([expect.stringContaining(sentence)]);
  });

  test('a computed import', () => {
    const file = source('bootstrap/container.ts', 'await import(name);');
    expect(violations([file], dependencyRule)).toEqual([expect.stringContaining('computes')]);
  });

  test.each(['await database.knex.raw(sql);', 'const { gates, knex } = pool;'])(
    'another file that reaches Knex: %s',
    (text) => {
      const reaches = (path: string) => violations([source(path, text)], knexRule);
      expect(reaches('adapters/postgres/connection/statement.ts')).toHaveLength(1);
      expect(reaches('adapters/pglite/vacuuming.ts')).toHaveLength(1);
      expect(reaches('adapters/postgres/migrations/migrate.ts')).toEqual([]);
    },
  );

  test('every violation in one file, beside an allowed import', () => {
    const text = "import './a.ts'; export * from 'koa'; const pg = await import('pg');";
    expect(violations([source('core/b.ts', text)], dependencyRule)).toHaveLength(2);
  });
});

describe('what the table allows passes:', () => {
  test.each([
    ['core/model/user.ts', '../errors.ts'],
    ['contracts/operations/content.ts', '../../core/vocabulary.ts'],
    ['contracts/operations/content.ts', 'typebox'],
    ['contracts/openapi/openapi.ts', 'openapi3-ts/oas30'],
    ['adapters/http/rest/content.ts', '../../../contracts/operations/content.ts'],
    ['adapters/koa/app.ts', '../http/rest/handlers.ts'],
    ['adapters/fetch/fetch-handler.ts', '../http/rest/handlers.ts'],
    ['adapters/koa/app.ts', '@koa/router'],
    ['adapters/koa/app.ts', 'node:http'],
    ['adapters/koa/app.ts', '../../core/index.ts'],
    ['adapters/koa/app.ts', '../../core/vocabulary.ts'],
    ['adapters/memory/memory-store.ts', '../../core/index.ts'],
    ['adapters/postgres/connection/knex-pool.ts', 'knex/lib/dialects/postgres/index.js'],
    ['adapters/memory/memory-store.ts', '../../core/store.ts'],
    ['adapters/pglite/open-pglite-store.ts', '../../core/store.ts'],
    ['adapters/postgres/connection/pool.ts', '../../../core/store.ts'],
    ['bootstrap/wiring.ts', '../core/store.ts'],
    ['core/index.ts', './ports/store.ts'],
    ['adapters/pglite/open-pglite-store.ts', '../postgres/postgres-store.ts'],
    ['bootstrap/settings/http.ts', 'typebox'],
    ['bootstrap/wiring.ts', '../adapters/postgres/connection/pool.ts'],
    ['bootstrap/wiring.ts', '../test/conformance/store.ts'],
    ['test/conformance/media/blob-store.ts', '../../../core/index.ts'],
    ['test/conformance/store.ts', '../../core/store.ts'],
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
    expect(violations(sources, knexRule)).toEqual([]);
  });

  test('lists exactly the packages of package.json in packagesOf', () => {
    const packages = ['package.json', 'adapters/admin/package.json'].flatMap((path) => {
      const manifest = JSON.parse(readFileSync(join(projectRoot, path), 'utf8'));
      const { dependencies, optionalDependencies, peerDependencies } = manifest;
      return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    });
    // Types of packages are dependencies because the published declarations import them; no source does.
    const { devDependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
    const isTool = (name: string): boolean => name in devDependencies && !packages.includes(name);
    expect([...listedPackages].filter((name) => !isTool(name)).sort()).toEqual(
      packages.filter((name) => !name.startsWith('@types/')).sort(),
    );
  });
});
