import { primeStream } from '../http/answer/prime-stream.ts';

/*
 * Both functions resolve when the first chunk is available. An error before that is thrown, so that it can still be
 * answered with a status; a later error breaks the stream.
 */

const utf8 = new TextEncoder();

/** Reads the chunks as fast as the client takes them. */
export const streamOf = async (
  chunks: AsyncIterable<Uint8Array | string>,
): Promise<ReadableStream<Uint8Array>> => {
  const primed = await primeStream(chunks);
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await primed.next();
      if (done === true) controller.close();
      else controller.enqueue(typeof value === 'string' ? utf8.encode(value) : value);
    },
    cancel: async () => {
      await primed.return?.();
    },
  });
};

/** Calls `write` for each line and awaits it before the next. */
export type WriteLines = (write: (line: unknown) => Promise<void>) => Promise<void>;

/** One JSON value on each line. A line that is a string is JSON text already. */
export const lineStream = async (lines: WriteLines): Promise<ReadableStream<Uint8Array>> => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  // Also reported by each write, and by the reader.
  writer.closed.catch(() => undefined);
  const begun = Promise.withResolvers<void>();
  const write = (line: unknown): Promise<void> => {
    begun.resolve();
    const text = typeof line === 'string' ? line : JSON.stringify(line);
    return writer.write(utf8.encode(`${text}\n`));
  };
  lines(write)
    .then(() => {
      begun.resolve();
      return writer.close();
    })
    .catch((error: unknown) => {
      begun.reject(error);
      return writer.abort(error);
    })
    // The client has gone.
    .catch(() => undefined);
  await begun.promise;
  return readable;
};
