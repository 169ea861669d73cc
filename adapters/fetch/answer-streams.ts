import { primeStream } from '../http/answer/prime-stream.ts';

/*
 * `streamOf` and `lineStream` resolve when the first chunk is available. An error before that is thrown, so that it can still be
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
      const next = await primed.next();
      if (next.done === true) return controller.close();
      const { value } = next;
      controller.enqueue(typeof value === 'string' ? utf8.encode(value) : value);
    },
    cancel: async () => {
      await primed.return?.();
    },
  });
};

type LengthStream = new (length: number) => TransformStream<Uint8Array, Uint8Array>;

/** Workers send a stream with its length only if it comes from this class of theirs. */
const { FixedLengthStream } = globalThis as { readonly FixedLengthStream?: LengthStream };

/** @param length of all chunks in bytes, which is also sent as a header. */
export const withLength = (
  stream: ReadableStream<Uint8Array>,
  length: number,
): ReadableStream<Uint8Array> =>
  FixedLengthStream === undefined ? stream : stream.pipeThrough(new FixedLengthStream(length));

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
