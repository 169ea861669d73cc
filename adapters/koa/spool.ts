import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError, minute } from '../../core/index.ts';

/** Lines on disk: first all are written, then all are read. */
export interface Spool {
  /** @param line without a line feed. @throws DomainError `dependency_unavailable`. */
  readonly append: (line: string) => Promise<void>;
  /** The lines in the order in which they were written. @throws DomainError `dependency_unavailable`. */
  readonly lines: () => AsyncIterable<string>;
  /** Nothing is left of it. */
  readonly close: () => Promise<void>;
}

const chunkBytes = 64 * 1024;

/** @throws DomainError `dependency_unavailable`. */
export const openSpool = async (folder: string): Promise<Spool> => {
  const file = await onDisk(() => openNameless(join(folder, `spool-${randomUUID()}`)));
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
    async *lines() {
      await flush();
      yield* readLines(file);
    },
    close: () => file.close(),
  };
};

/** A file without a name goes with its handle, whatever becomes of the process. */
const openNameless = async (path: string): Promise<FileHandle> => {
  const file = await open(path, 'ax+', 0o600);
  await unlink(path);
  return file;
};

/** Splits at line feeds only: the line separators of Unicode may stand within JSON text. */
async function* readLines(file: FileHandle): AsyncGenerator<string> {
  let begun: readonly Uint8Array[] = [];
  for await (const chunk of readChunks(file)) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      yield Buffer.concat([...begun, chunk.subarray(start, end)]).toString();
      begun = [];
      start = end + 1;
    }
    begun = [...begun, chunk.subarray(start)];
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

/** The disk is one of the things that can be away. */
const onDisk = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (cause) {
    throw new DomainError('dependency_unavailable', 'There is no room to prepare the answer', {
      cause,
      retryAfterMs: minute,
    });
  }
};
