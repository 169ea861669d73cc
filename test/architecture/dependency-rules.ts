import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import type { Rule } from './sources.ts';

const under = (path: string, ...folders: readonly string[]): boolean =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

/** Which folders, or files by the start of their path, may import a package. */
const packageOwners: Readonly<Record<string, readonly string[]>> = {
  '@electric-sql/pglite': ['adapters/pglite/'],
  '@google-cloud/storage': ['adapters/gcs/'],
  '@koa/cors': ['adapters/koa/'],
  '@koa/router': ['adapters/koa/'],
  ajv: ['adapters/koa/', 'bootstrap/'],
  'file-type': ['adapters/file-type/'],
  formidable: ['adapters/koa/'],
  'image-size': ['adapters/file-type/'],
  inversify: ['bootstrap/'],
  jose: ['adapters/jose/'],
  knex: ['adapters/postgres/', 'adapters/pglite/'],
  koa: ['adapters/koa/'],
  'koa-body': ['adapters/koa/'],
  'mdast-util-from-markdown': ['adapters/markdown/'],
  'openapi3-ts': ['contracts/'],
  pg: ['adapters/postgres/', 'adapters/pglite/'],
  pino: ['adapters/pino/'],
  re2js: ['adapters/re2js/'],
  redis: ['adapters/redis/'],
  'reflect-metadata': ['bootstrap/'],
  'smol-toml': ['adapters/markdown/'],
  typebox: ['contracts/', 'bootstrap/config', 'bootstrap/environment'],
  yaml: ['adapters/markdown/'],
};

/** These run where there is no Node. */
const portable = [
  'core',
  'contracts',
  'adapters/admin',
  'adapters/jose',
  'adapters/memory',
  'adapters/re2js',
  'adapters/system',
  'adapters/webcrypto',
  'test/conformance',
];

/** Which files of the project a file may import, apart from the rule about the core's face. */
const reach = (path: string): readonly string[] => {
  const [layer = '', folder = ''] = path.split('/');
  if (layer === 'core') return ['core'];
  if (layer === 'contracts') return ['contracts', 'core'];
  if (under(path, 'adapters/admin')) return ['adapters/admin', 'contracts'];
  if (layer === 'adapters') return [`adapters/${folder}`, 'contracts', 'core'];
  if (layer === 'bootstrap') return ['adapters', 'bootstrap', 'contracts', 'core'];
  if (under(path, 'test/conformance')) return ['test/conformance', 'core'];
  return ['adapters', 'bootstrap', 'contracts', 'core', 'test'];
};

/** Tests, but not the conformance suites: those are published. */
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
  const owners = packageOwners[name] ?? [];
  return owners.some((owner) => path.startsWith(owner)) ? undefined : `does not own ${name}`;
};

const refuse = (path: string, specifier: string | undefined): string | undefined => {
  if (specifier === undefined) {
    return isTest(path) ? undefined : 'computes what it imports, so nobody can check it';
  }
  if (/^\.\.?\//.test(specifier)) {
    return refuseFile(path, posix.join(posix.dirname(path), specifier));
  }
  if (isBuiltin(specifier)) {
    return under(path, ...portable) ? `must run without Node, but imports ${specifier}` : undefined;
  }
  return refusePackage(path, specifier);
};

/** Who may import what: layers, the core's one face, Node, and the owner of each package. */
export const dependencyRule: Rule = ({ path, imports }) =>
  imports.flatMap((specifier) => refuse(path, specifier) ?? []);

/** The packages that have an owner; a package without one may be imported by tests only. */
export const ownedPackages: readonly string[] = Object.keys(packageOwners);
