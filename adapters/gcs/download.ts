import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { File } from '@google-cloud/storage';
import { notFound, second, type ByteRange } from '../../core/index.ts';
import { ByteTally } from './byte-tally.ts';
import { Call } from './call.ts';
import type { GcsBucket } from './gcs-bucket.ts';
import { isPassing, statusOf, storageUnavailable } from './gcs-error.ts';
import type { StoredObject } from './stored-object.ts';

/**
 * Reads an object. The connection is there from the first chunk asked for until the last, or until
 * the reader leaves; how long a reader takes over a chunk does not matter.
 *
 * @param file of exactly the writing that `stored` describes.
 * @throws DomainError `not_found` when the object has gone before the first chunk;
 *   `dependency_unavailable`, also when less comes than was asked for, or when the checksum of a whole
 *   object is wrong.
 */
export async function* download(
  { deadlines }: GcsBucket,
  file: File,
  stored: StoredObject,
  range: ByteRange | undefined,
): AsyncGenerator<Uint8Array> {
  const { start, end } = range ?? { start: 0, end: stored.size - 1 };
  const expected = end + 1 - start;
  if (expected === 0) return;
  const came = new ByteTally();
  const call = new Call(deadlines.progressMs);
  let stream: Readable | undefined;
  try {
    const begun = await call.wait(() => begin(call, file, range)).catch(refuse);
    stream = begun.stream;
    for (let next = begun.first; !next.done;) {
      came.add(next.value);
      if (came.size > expected) throw storageUnavailable(unexpected());
      yield next.value;
      next = await call.wait(() => begun.chunks.next()).catch(refuse);
    }
    const isRight = range ? came.size === expected : came.matches(stored);
    if (!isRight) throw storageUnavailable(unexpected());
  } finally {
    stream?.destroy();
    call.hangUp();
  }
}

interface Begun {
  readonly stream: Readable;
  readonly chunks: AsyncIterator<Uint8Array>;
  readonly first: IteratorResult<Uint8Array>;
}

const attempts = 4;

/** Waits for the first chunk, and asks again for it as the library does for everything else. */
const begin = async (call: Call, file: File, range: ByteRange | undefined): Promise<Begun> => {
  for (let attempt = 1; ; attempt += 1) {
    const stream = open(file, range);
    try {
      const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
      return { stream, chunks, first: await chunks.next() };
    } catch (error) {
      stream.destroy();
      if (attempt === attempts || call.isOver || !isPassing(error)) throw error;
      await pause(second);
    }
  }
};

const listenersMax = 30;

const open = (file: File, range: ByteRange | undefined): Readable => {
  const stream = file.createReadStream({ validation: false, decompress: false, ...range });
  stream.once('response', (response: Readable & { readonly statusCode: number }) => {
    // The library ties three streams to this one, which is no leak, but Node would warn of one.
    response.setMaxListeners(listenersMax);
    if (range && response.statusCode === 200) stream.destroy(unexpected());
  });
  // Whoever waits for a chunk is told; a reader that has left is not interested.
  stream.on('error', () => undefined);
  return stream;
};

const refuse = (error: unknown): never => {
  throw statusOf(error) === 404 ? notFound('File') : storageUnavailable(error);
};

const unexpected = (): Error => new Error('The bucket sent other bytes than were asked for');
