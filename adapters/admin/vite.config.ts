import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** Writes `<file>.br` in place of every script and style sheet. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle: async ({ dir = '' }) => {
    const assets = join(dir, 'assets');
    const names = (await readdir(assets)).filter((name) => /\.(?:js|css|svg)$/.test(name));
    await Promise.all(
      names.map(async (name) => {
        const bytes = await readFile(join(assets, name));
        const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
        await writeFile(join(assets, `${name}.br`), await promisify(brotliCompress)(bytes, best));
        await rm(join(assets, name));
      }),
    );
  },
});

// A template may contain another one in its expressions.
const descriptions =
  /\b(description|summary):\s*(?:'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^`}]|`(?:[^`\\]|\\.)*`)*\})*`)/g;

/** Leaves out what the contract says to people: the OpenAPI document shows it, the admin does not. */
const withoutDescriptions = (): Plugin => ({
  name: 'without-descriptions',
  enforce: 'pre',
  apply: 'build',
  transform: (code, id) =>
    /\/contracts\/(?:operations|schemas)\/[^/]+\.ts$/.test(id)
      ? { code: code.replace(descriptions, "$1: ''"), map: null }
      : undefined,
});

export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [withoutDescriptions(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The Content-Security-Policy forbids `data:` URLs of scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    // `npm run dev` here, beside a running service.
    proxy: Object.fromEntries(
      ['/api', '/auth', '/files', '/favicon.svg'].map((path) => [path, 'http://localhost:8787']),
    ),
  },
});
