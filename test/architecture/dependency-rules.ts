import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { scan } from './scan.ts';
import { projectRoot, type Rule } from './sources.ts';

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
    '@preact/signals',
    'diff',
    'dompurify',
    'marked',
    'marked-footnote',
    'preact',
    'turndown',
  ],
  [adminBuild]: ['vite'],
  'adapters/cli': ['ajv', 'commander', 'mdast-util-from-markdown', 'smol-toml', 'yaml'],
  'adapters/file-type': ['file-type', 'image-size'],
  'adapters/gcs': ['@google-cloud/storage'],
  'adapters/jose': ['jose'],
  'adapters/koa': [
    '@koa/cors',
    '@koa/router',
    'ajv',
    'formidable',
    'koa',
    'koa-body',
    'range-parser',
    'swagger-ui-dist',
  ],
  'adapters/pglite': ['@electric-sql/pglite', 'knex', 'pg'],
  'adapters/json-log': ['sonic-boom'],
  'adapters/postgres': ['dataloader', 'knex', 'pg'],
  'adapters/re2js': ['re2js'],
  'adapters/redis': ['redis'],
  'adapters/sharp': ['sharp'],
  bootstrap: ['ajv', 'inversify', 'reflect-metadata'],
  'bootstrap/config.ts': ['typebox'],
  'bootstrap/settings': ['typebox'],
  'bootstrap/tools/build-service.mjs': ['rolldown'],
  'bootstrap/tools/configuration-page.ts': ['typebox'],
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
  if (layer === 'adapters') return [`adapters/${folder}`, 'contracts', 'core'];
  if (layer === 'bootstrap') return ['adapters', 'bootstrap', 'contracts', 'core'];
  if (under(path, 'test/conformance')) return ['test/conformance', 'core'];
  return ['adapters', 'bootstrap', 'contracts', 'core', 'test'];
};

/** Imports the file that the operator names. */
const importerOfConfigFiles = 'bootstrap/config-file/import-config-file.ts';

/** Whether a file is a test. The conformance suites are not tests, because they are published. */
const isTest = (path: string): boolean => under(path, 'test') && !under(path, 'test/conformance');

const refuseFile = (path: string, target: string): string | undefined => {
  if (!under(target, ...reach(path))) return `must not import ${target}`;
  const inside = under(path, 'core');
  if (inside && target === 'core/index.ts') return 'inside the core, import the file itself';
  if (!inside && under(target, 'core') && target !== 'core/index.ts') {
    return `reaches past core/index.ts to ${target}`;
  }
  return undefined;
};

const refusePackage = (path: string, specifier: string): string | undefined => {
  if (isTest(path)) return undefined;
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const owns = Object.entries(packagesOf).some(
    ([folder, packages]) => packages.includes(name) && under(path, folder),
  );
  return owns
    ? undefined
    : `must not import ${name}: packagesOf in test/architecture/dependency-rules.ts does not list it for this folder`;
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

/** The allowed imports: layers, `core/index.ts`, Node, and packages. */
export const dependencyRule: Rule = ({ path, imports }) =>
  imports.flatMap((specifier) => findViolation(path, specifier) ?? []);

/** Every package that some folder may import. */
export const listedPackages: ReadonlySet<string> = new Set(Object.values(packagesOf).flat());
