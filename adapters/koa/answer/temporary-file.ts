import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError, minute } from '../../../core/vocabulary.ts';
import type { TemporaryLines } from '../../http/rest/answers/temporary-lines.ts';

const chunkBytes = 64 * 1024;

/** Lines in a temporary file. Closing them removes it. @throws DomainError `dependency_unavailable`. */
export const openTemporaryLines = async (folder: string): Promise<TemporaryLines> => {
  const file = await onDisk(() => openUnlinked(join(folder, `lines-${randomUUID()}`)));
  let pending: string[] = [];
  let pendingLength = 0;

  const flush = async (): Promise<void> => {
    const text = pending.join('');
    pending = [];
    pendingLength = 0;
    await onDisk(() => file.appendFile(text));
  };

  return {
    append: async (line) => {
      pending.push(line, '\n');
      pendingLength += line.length;
      if (pendingLength >= chunkBytes) await flush();
    },
    async *read() {
      await flush();
      yield* readLines(file);
    },
    close: () => file.close(),
  };
};

/** Unlinks the file after opening it: the system removes it when the process closes it or ends. */
const openUnlinked = async (path: string): Promise<FileHandle> => {
  const file = await open(path, 'ax+', 0o600);
  await unlink(path);
  return file;
};

/** Splits at line feeds only, because JSON text may contain U+2028 and U+2029. */
async function* readLines(file: FileHandle): AsyncGenerator<string> {
  let partial: readonly Uint8Array[] = [];
  for await (const chunk of readChunks(file)) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      yield Buffer.concat([...partial, chunk.subarray(start, end)]).toString();
      partial = [];
      start = end + 1;
    }
    partial = [...partial, chunk.subarray(start)];
  }
}

const lineFeed = 0x0a;

async function* readChunks(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const buffer = Buffer.alloc(chunkBytes);
    const position = at;
    const { bytesRead } = await onDisk(() => file.read(buffer, 0, chunkBytes, position));
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

const onDisk = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (cause) {
    throw new DomainError(
      'dependency_unavailable',
      'The server cannot store the answer temporarily',
      {
        cause,
        retryAfterMs: minute,
      },
    );
  }
};
