/**
 * Runs at the beginning of `npm start`, `npm run quoin` and `npx quoin`. Bundles the service with its packages in
 * `bootstrap/dist` if the bundle is missing or older than its sources, with the bundler of the admin, which
 * it installs only for that; otherwise prints nothing and takes some milliseconds. See ADR 0046.
 */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { installIfMissing } from './packages.mjs';
import { digestOf, isStamped, root } from './sources.mjs';

const tool = join(root, 'adapters', 'admin');
const folder = join(root, 'bootstrap', 'dist');
const stamp = join(folder, '.sources');

const programs = { main: 'bootstrap/main.ts', cli: 'bootstrap/cli.ts' };

/** What configuration files import from the running program. */
const shared = {
  core: 'core/index.ts',
  store: 'core/store.ts',
  vocabulary: 'core/vocabulary.ts',
  contracts: 'contracts/index.ts',
  bootstrap: 'bootstrap/index.ts',
  config: 'bootstrap/define-config.ts',
  portable: 'bootstrap/portable.ts',
};

const programModules = join(root, 'bootstrap', 'config-file', 'program-modules.ts');

const addressFrom = (path) => `new URL(${JSON.stringify(path)}, import.meta.url).href`;

const isOwn = (id) => id.startsWith(root) && !/[\\/]node_modules[\\/]/.test(id);

/** Files of the checkout keep their addresses, because they read files next to them. */
const keepAddresses = {
  name: 'keep-addresses',
  transform: (code, id) => {
    if (!isOwn(id) || id === programModules || !code.includes('import.meta.url')) return null;
    const address = relative(folder, id).replaceAll(sep, '/');
    return { code: code.replaceAll('import.meta.url', addressFrom(address)), map: null };
  },
};

/** Fills the list in `program-modules.ts`. */
const listSharedModules = {
  name: 'list-shared-modules',
  load: (id) => {
    if (id !== programModules) return null;
    const entries = Object.entries(shared).map(
      ([name, path]) => `[${addressFrom(`../../${path}`)}, ${addressFrom(`${name}.mjs`)}]`,
    );
    return `export const programModules = new Map([${entries.join(', ')}]);`;
  },
};

const http = '\0http';

/**
 * An import statement reads all exports of a module of Node. Those of `node:http` include `WebSocket`, whose
 * getter loads Node's client for HTTP: 30 ms of a start, and 3 MB.
 */
const requireHttp = {
  name: 'require-http',
  resolveId: (source) => (/^(?:node:)?http$/.test(source) ? http : null),
  load: (id) => (id === http ? `module.exports = process.getBuiltinModule('node:http');` : null),
};

/**
 * V8 keeps a source in half of the memory if it has no character above U+00FF. At the end, because the bundler
 * prints such characters even if they were escaped before.
 */
const escapeCharacters = {
  name: 'escape-characters',
  generateBundle: (_options, files) => {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue;
      file.code = file.code.replaceAll(
        /[^\0-\xff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};

/** Stacks in packages are rare: their source maps would only take space. */
const dropMapsOfPackages = {
  name: 'drop-maps-of-packages',
  generateBundle: (_options, files) => {
    for (const { fileName, moduleIds = [] } of Object.values(files)) {
      if (!moduleIds.some(isOwn)) delete files[`${fileName}.map`];
    }
  },
};

const bundle = async () => {
  const { rolldown } = await import('../../adapters/admin/node_modules/rolldown/dist/index.mjs');
  const build = await rolldown({
    cwd: root,
    input: { ...programs, ...shared },
    platform: 'node',
    tsconfig: false,
    // Packages that read files of their own, or may be missing.
    external: /^@electric-sql\/|^@google-cloud\/|^@opentelemetry\//,
    plugins: [keepAddresses, listSharedModules, requireHttp, escapeCharacters, dropMapsOfPackages],
    // Warns about databases that Knex supports and Quoin does not.
    logLevel: 'silent',
  });
  await build.write({
    dir: folder,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    // Comments would take memory.
    comments: false,
    sourcemap: 'hidden',
    sourcemapExcludeSources: true,
  });
  await build.close();
};

const dayMs = 24 * 60 * 60 * 1000;

/** Removes files of older bundles, but not yet those that a running service may still load. */
const prune = () => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > dayMs) rmSync(path, { recursive: true });
  }
};

const adapters = readdirSync(join(root, 'adapters'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'admin')
  .map(({ name }) => join('adapters', name));

const sources = digestOf(
  ['core', 'contracts', 'bootstrap', 'test/conformance', ...adapters],
  (path) => path.endsWith('.ts'),
  [
    'package-lock.json',
    'adapters/admin/package-lock.json',
    ...['build-service.mjs', 'sources.mjs'].map((name) => `bootstrap/tools/${name}`),
  ],
);

if (!isStamped(stamp, sources)) {
  await installIfMissing(tool, 'the build tool');
  console.error('Building the service …');
  mkdirSync(folder, { recursive: true });
  await bundle();
  prune();
  writeFileSync(stamp, sources);
}
