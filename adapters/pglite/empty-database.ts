import { createReadStream } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBrotliDecompress } from 'node:zlib';

const archive = new URL('empty-database.tar.br', import.meta.url);

/**
 * Creates the files of an empty database in `folder`, unless it contains a database. Copies them from an
 * archive, because creating them with PGlite takes 2 s and 500 MB of memory.
 *
 * If this is interrupted, the folder contains no database, and the next call creates it.
 */
export const createEmptyDatabase = async (folder: string): Promise<void> => {
  if (await isDatabase(folder)) return;
  const compressed = createReadStream(archive);
  const tar = createBrotliDecompress();
  compressed.on('error', (error) => tar.destroy(error)).pipe(tar);
  try {
    await extract(tar, folder);
  } finally {
    compressed.destroy();
    tar.destroy();
  }
};

/** Whether the folder contains a database. @throws the error of Node when the folder cannot be read. */
export const isDatabase = async (folder: string): Promise<boolean> => {
  try {
    // The last file of the archive. PGlite also checks it.
    await stat(join(folder, 'PG_VERSION'));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
};

const blockBytes = 512;

/** Extracts the folders and files of a tar archive (POSIX ustar, without long names). */
const extract = async (tar: AsyncIterable<Buffer>, folder: string): Promise<void> => {
  const read = blockReader(tar);
  for (;;) {
    const header = await read(blockBytes);
    const name = header.toString('latin1', 0, 100).replace(/\0.*$/s, '');
    // A block of zeros follows the last file.
    if (name === '') return;
    const path = join(folder, name);
    if (name.endsWith('/')) {
      await mkdir(path, { recursive: true, mode: 0o700 });
      continue;
    }
    const size = Number.parseInt(header.toString('latin1', 124, 136), 8);
    const padded = await read(Math.ceil(size / blockBytes) * blockBytes);
    await writeFile(path, padded.subarray(0, size), { mode: 0o600 });
  }
};

/** Reads a given number of bytes, which rejects if fewer are left. */
const blockReader = (chunks: AsyncIterable<Buffer>): ((size: number) => Promise<Buffer>) => {
  const iterator = chunks[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async (size) => {
    const parts = [rest];
    for (let length = rest.length; length < size; length += parts.at(-1)?.length ?? 0) {
      const next = await iterator.next();
      if (next.done === true) throw new Error('The archive is incomplete');
      parts.push(next.value);
    }
    const bytes = parts.length === 1 ? rest : Buffer.concat(parts);
    rest = bytes.subarray(size);
    return bytes.subarray(0, size);
  };
};
