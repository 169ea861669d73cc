/**
 * Writes `adapters/koa/pages/swagger-ui`: what the page `/docs` loads of the installed `swagger-ui-dist`, and its
 * licences. Run it after an update of that package; a test fails if the files are out of date.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { root } from './sources.mjs';

const require = createRequire(import.meta.url);
const from = join(require.resolve('swagger-ui-dist/package.json'), '..');
const to = join(root, 'adapters', 'koa', 'pages', 'swagger-ui');

const compressed = (bytes) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

mkdirSync(to, { recursive: true });
for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
  writeFileSync(join(to, `${name}.br`), compressed(readFileSync(join(from, name))));
}
for (const name of ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']) {
  writeFileSync(join(to, name), readFileSync(join(from, name)));
}
