import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';
import { projectRoot } from '../architecture/sources.ts';

/** The programs `main.mjs` and `cli.mjs`: `bootstrap/main.ts` and `bootstrap/cli.ts` in a few files. */
export interface ServiceBundle {
  readonly path: string;
  remove(): Promise<void>;
}

/** A bundle finds the packages that it does not contain from here. */
const cache = join(projectRoot, 'node_modules/.cache');

/** Sources find the files next to them, which are not in the bundle. */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  transform: (code, id) =>
    id.startsWith(projectRoot) && !id.includes('/node_modules/')
      ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : null,
};

/**
 * Bundles the service and its packages. A process starts with less than half of the work, because it
 * does not load 2,000 modules.
 */
export const bundleService = async (): Promise<ServiceBundle> => {
  await mkdir(cache, { recursive: true });
  const path = await mkdtemp(join(cache, 'quoin-test-'));
  const bundle = await rolldown({
    cwd: projectRoot,
    input: { main: 'bootstrap/main.ts', cli: 'bootstrap/cli.ts' },
    platform: 'node',
    // Packages that read files of their own.
    external: /^@electric-sql\/|^@google-cloud\//,
    plugins: [keepAddresses],
    // Warns about databases that Knex supports and Quoin does not.
    logLevel: 'silent',
  });
  await bundle.write({
    dir: path,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    // Less memory. Names stay, because errors show them.
    minify: { compress: false, mangle: false },
  });
  await bundle.close();
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};
