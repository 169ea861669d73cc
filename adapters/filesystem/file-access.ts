import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { notFound } from '../../core/index.ts';
import { ifThere, onDisk, storageUnavailable } from './disk-error.ts';

/**
 * Writes a new file chunk by chunk, each before the next is asked for, and returns when the disk
 * has it. What was written is left behind when it throws.
 *
 * @returns the number of bytes.
 * @throws what `body` throws; DomainError `dependency_unavailable`.
 */
export const writeFile = async (path: string, body: AsyncIterable<Uint8Array>): Promise<number> => {
  const file = await onDisk(() => open(path, 'wx', 0o600));
  try {
    let size = 0;
    for await (const chunk of body) {
      await onDisk(() => writeChunk(file, chunk));
      size += chunk.length;
    }
    await onDisk(() => file.sync());
    return size;
  } finally {
    await onDisk(() => file.close());
  }
};

/** A write may take only a part of what it is given. */
const writeChunk = async (file: FileHandle, chunk: Uint8Array): Promise<void> => {
  let written = 0;
  while (written < chunk.length) {
    written += (await file.write(chunk, written)).bytesWritten;
  }
};

const chunkBytes = 64 * 1024;

/**
 * Reads the bytes from `start` up to, not including, `end`. The file is open from the first chunk
 * asked for until the last, or until the reader leaves.
 *
 * @throws DomainError `not_found` when the file has gone before the first chunk;
 *   `dependency_unavailable`.
 */
export async function* readFile(
  path: string,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  const file = await ifThere(() => open(path, constants.O_RDONLY | constants.O_NOFOLLOW));
  if (file === undefined) throw notFound('File');
  try {
    for (let at = start; at < end;) {
      const buffer = new Uint8Array(Math.min(chunkBytes, end - at));
      const { bytesRead } = await onDisk(() => file.read(buffer, 0, buffer.length, at));
      if (bytesRead === 0) throw storageUnavailable(new Error(`${path} ends before byte ${end}`));
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
}
