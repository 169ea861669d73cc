import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { notFound } from '../../core/index.ts';
import { storageUnavailable, undefinedIfAbsent, withDiskErrors } from './filesystem-errors.ts';

/**
 * Creates a file. Writes each chunk before it requests the next one, and returns when the file is synced to
 * the disk. Leaves an incomplete file behind when it throws.
 *
 * @returns the number of bytes.
 * @throws what `body` throws; DomainError `dependency_unavailable`.
 */
export const writeFile = async (path: string, body: AsyncIterable<Uint8Array>): Promise<number> => {
  const file = await withDiskErrors(() => open(path, 'wx', 0o600));
  try {
    let size = 0;
    for await (const chunk of body) {
      await withDiskErrors(() => writeChunk(file, chunk));
      size += chunk.length;
    }
    await withDiskErrors(() => file.sync());
    return size;
  } finally {
    await withDiskErrors(() => file.close());
  }
};

/** One system call may write only a part of the chunk. */
const writeChunk = async (file: FileHandle, chunk: Uint8Array): Promise<void> => {
  let written = 0;
  while (written < chunk.length) {
    written += (await file.write(chunk, written)).bytesWritten;
  }
};

const chunkBytes = 64 * 1024;

/**
 * Reads the bytes from `start` to `end` (exclusive). The file is open from the first chunk requested until
 * the last one is read or the reader leaves.
 *
 * @throws DomainError `not_found` when the file is gone before the first chunk;
 *   `dependency_unavailable`.
 */
export async function* readFile(
  path: string,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  const file = await undefinedIfAbsent(() => open(path, constants.O_RDONLY | constants.O_NOFOLLOW));
  if (file === undefined) throw notFound('File');
  try {
    for (let at = start; at < end;) {
      const buffer = new Uint8Array(Math.min(chunkBytes, end - at));
      const { bytesRead } = await withDiskErrors(() => file.read(buffer, 0, buffer.length, at));
      if (bytesRead === 0) throw storageUnavailable(new Error(`${path} ends before byte ${end}`));
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
}

/**
 * Makes the names in a folder survive a power failure. Windows cannot open folders; its file systems
 * journal names.
 */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
