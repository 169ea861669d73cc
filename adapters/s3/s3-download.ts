import type { Readable } from 'node:stream';
import { notFound, type ByteRange } from '../../core/index.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { domainError, statusOf } from './s3-errors.ts';

/** An object that exists, or existed. */
interface Found {
  readonly key: string;
  /** Of these bytes, so that they are never mixed with those of a later object. */
  readonly entityTag: string | undefined;
  readonly size: number;
}

/**
 * Reads an object or one of its ranges. The connection is open from the first chunk requested until the last
 * one is read or the reader leaves. The timeout does not include the time that the reader takes between
 * chunks.
 *
 * @throws DomainError `not_found` when the object is gone before the first chunk;
 *   `dependency_unavailable`, also when bytes are missing or the checksum of a whole object is wrong.
 */
export async function* download(
  s3: S3Bucket,
  { key, entityTag, size: whole }: Found,
  range: ByteRange | undefined,
): AsyncGenerator<Uint8Array> {
  const size = range ? range.end + 1 - range.start : whole;
  if (size === 0) return;
  const input = {
    Bucket: s3.name,
    Key: key,
    IfMatch: entityTag,
    ...(range && { Range: `bytes=${range.start}-${range.end}` }),
  };
  const { transferMs } = s3.timeouts;
  const leaving = new AbortController();
  let received = 0;
  let hasEnded = false;
  try {
    const { Body } = await s3.call(
      ({ abortSignal }) =>
        s3.client.getObject(input, {
          abortSignal: AbortSignal.any([abortSignal, leaving.signal]),
        }),
      transferMs,
    );
    const stream = Body as Readable;
    // A pending read rejects with the error. After the reader has left, it is irrelevant.
    stream.on('error', () => undefined);
    const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    for (;;) {
      const next = await s3.call(() => chunks.next(), transferMs);
      hasEnded = next.done === true;
      if (next.done) break;
      received += next.value.length;
      if (received > size) break;
      yield next.value;
    }
    if (received !== size) throw domainError(new Error('The bucket sent fewer or more bytes'));
  } catch (error) {
    throw isGone(error) ? notFound('File') : error;
  } finally {
    // Closes the connection.
    if (!hasEnded) leaving.abort();
  }
}

/** Whether the object was deleted, or replaced by another one. */
const isGone = (error: unknown): boolean =>
  [404, 412].includes(statusOf(domainError(error).cause) ?? 0);
