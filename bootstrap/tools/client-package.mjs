/**
 * Builds the package `@quoin/client` from the package that `package.mjs` has built: the typed client and its types, each
 * in one file, without dependencies. See ADR 0083. From `dist/package` into `dist/client-package`, or from and into the
 * folders that it gets as arguments.
 */
import { cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { clearFolder, writeManifest } from './package-folder.mjs';
import { root } from './sources.mjs';

const [built = join(root, 'dist', 'package'), target = join(root, 'dist', 'client-package')] =
  process.argv.slice(2);
const folder = resolve(target);
const name = '@quoin/client';

const bundle = async (input, output, ...plugins) => {
  const build = await rolldown({
    cwd: root,
    input: { index: join(resolve(built), 'contracts', 'client', input) },
    platform: 'neutral',
    tsconfig: false,
    plugins,
    // A package that is not bundled would be a dependency.
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message);
    },
    checks: { bundlerTimings: false },
  });
  await build.write({ dir: folder, ...output });
  await build.close();
};

/**
 * The bundler of declarations confuses a namespace with a type parameter of the same name, and the type `Record` with the
 * function of TypeBox. Here they get other names.
 */
const separateNames = {
  name: 'separate-names',
  transform: {
    order: 'pre',
    handler: (code, id) => {
      if (!/[\\/]typebox[\\/]/.test(id)) return null;
      const separate = code
        .replaceAll(/import \* as (\w*Result) from/g, 'import * as $1Module from')
        .replaceAll(
          /(?<=^import .*), ExtendsResult }/gm,
          ', ExtendsResult as ExtendsResultModule }',
        )
        .replaceAll(/\b(\w*Result)\.(?=T[A-Z])/g, '$1Module.')
        .replace(
          'Record<PropertyKey, unknown> = Record<StaticKey, StaticValue>',
          '{ [_ in PropertyKey]: unknown } = { [_ in StaticKey]: StaticValue }',
        );
      return { code: separate, map: null };
    },
  },
};

clearFolder(folder, name);
await bundle('index.js', { comments: false });
await bundle(
  'index.d.ts',
  {},
  separateNames,
  dts({ dtsInput: true, tsconfig: join(root, 'tsconfig.json') }),
);

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { version, license, author } = manifest;
writeManifest(folder, {
  name,
  version,
  description: 'The typed client of the REST API of Quoin, a headless content management service.',
  license,
  author,
  type: 'module',
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  sideEffects: false,
  engines: { node: '>=20' },
  publishConfig: { access: 'public' },
});
cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
cpSync(join(root, 'node_modules', 'typebox', 'license'), join(folder, 'LICENSE-typebox'));
cpSync(join(root, 'bootstrap', 'tools', 'client-readme.md'), join(folder, 'README.md'));
