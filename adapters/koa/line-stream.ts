import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';

/** Writes its lines one after the other, waiting for each until the next may come. */
export type WriteLines = (write: (line: unknown) => Promise<void>) => Promise<void>;

/**
 * The lines as a stream of JSON texts, one a line; what is text already is taken for JSON.
 *
 * @returns once there is a first line, or none will come. What `lines` throws before that is thrown
 *   here, where it can still be answered; later it breaks the stream off.
 */
export const lineStream = async (lines: WriteLines): Promise<Readable> => {
  const stream = new PassThrough();
  // One for all lines: a listener for each would stay until the stream closes.
  const closed = new AbortController();
  stream.once('close', () => closed.abort());
  const write = async (line: unknown): Promise<void> => {
    const text = typeof line === 'string' ? line : JSON.stringify(line);
    if (stream.destroyed) throw new Error('Nobody reads the lines any more');
    if (stream.write(`${text}\n`)) return;
    await once(stream, 'drain', { signal: closed.signal });
  };
  const begun = new Promise<void>((resolve, reject) => {
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
  // It breaks off with an error even when nobody has begun to read.
  stream.on('error', () => undefined);
  await begun;
  return stream;
};
