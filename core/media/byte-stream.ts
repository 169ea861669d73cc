import { joinChunks } from '../primitives/bytes.ts';
import { DomainError } from '../primitives/errors.ts';

/** The first bytes of a stream, and the whole stream. */
export interface Peeked {
  readonly head: Uint8Array;
  readonly body: AsyncIterable<Uint8Array>;
  /** Releases the source. Call it even if the body was not read to its end. */
  readonly release: () => Promise<void>;
}

/** Reads `length` bytes, or to the end. The caller must not use `stream` afterwards. */
export const peek = async (stream: AsyncIterable<Uint8Array>, length: number): Promise<Peeked> => {
  const iterator = stream[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < length) {
    const next = await iterator.next();
    if (next.done === true) break;
    chunks.push(next.value);
    size += next.value.length;
  }
  return {
    head: joinChunks(chunks).subarray(0, length),
    body: resume(chunks, iterator),
    release: async () => {
      await iterator.return?.();
    },
  };
};

async function* resume(
  chunks: readonly Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* chunks;
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
    yield next.value;
  }
}

/** Yields the stream. @throws DomainError `file_too_large` as soon as it exceeds `maxBytes`. */
export async function* atMost(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) {
      throw new DomainError('file_too_large', `A file may have at most ${maxBytes} bytes`);
    }
    yield chunk;
  }
}

/** A stream that something else looks at while it is read. */
export interface Watched<T> {
  readonly stream: AsyncIterable<Uint8Array>;
  /** What the look has found. Pending until the stream was read as far as the look goes, or ended. */
  readonly found: Promise<T>;
}

/**
 * Shows the chunks of a stream to `look` as they pass. Holds one chunk: the stream waits for the look. A look that ends
 * early delays nothing any more.
 */
export const watch = <T>(
  stream: AsyncIterable<Uint8Array>,
  look: (chunks: AsyncIterable<Uint8Array>) => Promise<T>,
): Watched<T> => {
  let shown = Promise.withResolvers<Uint8Array | undefined>();
  let asked = Promise.withResolvers<void>();
  let isLooking = true;
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for (;;) {
      asked.resolve();
      const chunk = await shown.promise;
      if (chunk === undefined) return;
      shown = Promise.withResolvers();
      yield chunk;
    }
  };
  const found = look(chunks()).finally(() => {
    isLooking = false;
    asked.resolve();
  });
  // Whoever reads the stream to its end awaits it.
  found.catch(() => undefined);
  const passing = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of stream) {
        await asked.promise;
        if (isLooking) {
          asked = Promise.withResolvers();
          shown.resolve(chunk);
        }
        yield chunk;
      }
      await asked.promise;
    } finally {
      shown.resolve(undefined);
    }
  };
  return { stream: passing(), found };
};
