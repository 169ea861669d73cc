import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';

/** Calls `write` for each line and awaits it before the next. */
export type WriteLines = (write: (line: unknown) => Promise<void>) => Promise<void>;

/**
 * A stream of JSON values, one on each line. A line that is a string is JSON text already. Resolves when the first line
 * is available. An error before that is thrown, so that it can still be answered with a status; a later error destroys
 * the stream.
 */
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
