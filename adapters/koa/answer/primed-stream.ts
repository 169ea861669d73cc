import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';

/*
 * Both functions resolve when the first chunk is available. An error before that is thrown, so that
 * it can still be answered with a status; a later error destroys the stream.
 */

/**
 * Reads the first chunk of `source`.
 *
 * @returns an iterator of all chunks, the first included. `return` releases the source, even before
 *   the first `next`.
 */
export const primeStream = async <Chunk extends Uint8Array | string>(
  source: AsyncIterable<Chunk>,
): Promise<AsyncIterableIterator<Chunk>> => {
  const iterator = source[Symbol.asyncIterator]();
  let first: IteratorResult<Chunk> | undefined = await iterator.next();
  const primed: AsyncIterableIterator<Chunk> = {
    next: async () => {
      const next = first ?? (await iterator.next());
      first = undefined;
      return next;
    },
    return: async () => {
      await iterator.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => primed,
  };
  return primed;
};

/** Calls `write` for each line and awaits it before the next. */
export type WriteLines = (write: (line: unknown) => Promise<void>) => Promise<void>;

/** A stream of JSON values, one on each line. A line that is a string is JSON text already. */
export const lineStream = async (lines: WriteLines): Promise<Readable> => {
  const stream = new PassThrough();
  // A single listener: one for each line would stay until the stream closes.
  const closed = new AbortController();
  stream.once('close', () => closed.abort());
  const write = async (line: unknown): Promise<void> => {
    const text = typeof line === 'string' ? line : JSON.stringify(line);
    if (stream.destroyed) throw new Error('The reader of the lines has gone');
    if (stream.write(`${text}\n`)) return;
    await once(stream, 'drain', { signal: closed.signal });
  };
  const primed = new Promise<void>((resolve, reject) => {
    lines(async (line) => {
      const written = write(line);
      resolve();
      await written;
    }).then(
      () => {
        stream.end();
        resolve();
      },
      (error: unknown) => {
        stream.destroy(error instanceof Error ? error : new Error('A line failed'));
        reject(error instanceof Error ? error : new Error('A line failed', { cause: error }));
      },
    );
  });
  // An error while nothing reads the stream must not end the process.
  stream.on('error', () => undefined);
  await primed;
  return stream;
};
