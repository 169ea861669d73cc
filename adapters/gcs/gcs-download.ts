import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { File } from '@google-cloud/storage';
import { notFound, second, type ByteRange } from '../../core/index.ts';
import type { GcsBucket } from './gcs-bucket.ts';
import { GcsCall } from './gcs-call.ts';
import { isTemporary, statusOf, storageUnavailable } from './gcs-errors.ts';
import { TransferChecksum, type StoredObject } from './gcs-object.ts';

/**
 * Reads an object. The connection is open from the first chunk requested until the last one is read or the
 * reader leaves. The timeout does not include the time that the reader takes between chunks.
 *
 * @param file of the generation that `stored` describes.
 * @throws DomainError `not_found` when the object is gone before the first chunk;
 *   `dependency_unavailable`, also when bytes are missing or the checksum of a whole object is wrong.
 */
export async function* download(
  { timer, timeouts }: GcsBucket,
  file: File,
  stored: StoredObject,
  range: ByteRange | undefined,
): AsyncGenerator<Uint8Array> {
  const { start, end } = range ?? { start: 0, end: stored.size - 1 };
  const expectedBytes = end + 1 - start;
  if (expectedBytes === 0) return;
  const received = new TransferChecksum();
  const call = new GcsCall(timer, timeouts.progressMs);
  let stream: Readable | undefined;
  try {
    const opened = await call.run(() => openWithRetries(call, file, range)).catch(throwDomainError);
    stream = opened.stream;
    for (let next = opened.first; !next.done;) {
      received.add(next.value);
      if (received.size > expectedBytes) throw storageUnavailable(unexpectedBytes());
      yield next.value;
      next = await call.run(() => opened.chunks.next()).catch(throwDomainError);
    }
    const isComplete = range ? received.size === expectedBytes : received.matches(stored);
    if (!isComplete) throw storageUnavailable(unexpectedBytes());
  } finally {
    stream?.destroy();
    call.close();
  }
}

interface OpenedStream {
  readonly stream: Readable;
  readonly chunks: AsyncIterator<Uint8Array>;
  readonly first: IteratorResult<Uint8Array>;
}

const attempts = 4;

/** Opens the stream and waits for its first chunk. Retries, as the library does for other requests. */
const openWithRetries = async (
  call: GcsCall,
  file: File,
  range: ByteRange | undefined,
): Promise<OpenedStream> => {
  for (let attempt = 1; ; attempt += 1) {
    const stream = openStream(file, range);
    try {
      const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
      return { stream, chunks, first: await chunks.next() };
    } catch (error) {
      stream.destroy();
      if (attempt === attempts || call.isClosed || !isTemporary(error)) throw error;
      await pause(second);
    }
  }
};

const maxListeners = 30;

const openStream = (file: File, range: ByteRange | undefined): Readable => {
  const stream = file.createReadStream({ validation: false, decompress: false, ...range });
  stream.once('response', (response: Readable & { readonly statusCode: number }) => {
    // The library pipes the response through three streams; Node would warn of a listener leak.
    response.setMaxListeners(maxListeners);
    if (range && response.statusCode === 200) stream.destroy(unexpectedBytes());
  });
  // A pending read already rejects with this error. After the reader has left, it is irrelevant.
  stream.on('error', () => undefined);
  return stream;
};

const throwDomainError = (error: unknown): never => {
  throw statusOf(error) === 404 ? notFound('File') : storageUnavailable(error);
};

const unexpectedBytes = (): Error => new Error('The bucket sent other bytes than requested');
