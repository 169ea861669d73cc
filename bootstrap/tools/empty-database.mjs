/**
 * Writes `adapters/pglite/empty-database.tar.br`: the files of a new embedded database, made by the
 * installed PGlite. Run it after an update of PGlite; a test fails if the archive is out of date.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';

const folder = mkdtempSync(join(tmpdir(), 'quoin-empty-database-'));
const pglite = new PGlite(folder);
await pglite.waitReady;
await pglite.close();

// A folder comes before its files. A database without PG_VERSION is incomplete, so this file is the last.
const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path !== 'PG_VERSION')
  .toSorted((one, other) => (one < other ? -1 : 1));
const { stdout, status } = spawnSync(
  'tar',
  ['--create', '--format=ustar', '--no-recursion', '--owner=0', '--group=0', '--files-from=-'],
  { cwd: folder, input: [...paths, 'PG_VERSION'].join('\n'), maxBuffer: 1024 ** 3 },
);
if (status !== 0) throw new Error('tar failed');

// Three databases have the same files: the window of 16 MiB contains the previous copy.
const archive = brotliCompressSync(stdout, {
  params: {
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: stdout.length,
  },
});
writeFileSync(new URL('../../adapters/pglite/empty-database.tar.br', import.meta.url), archive);
rmSync(folder, { recursive: true });
