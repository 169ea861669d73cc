import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { DomainError } from '../../core/index.ts';

const sliceBytes = 8 * 1024;

/** What may surround the parts of an upload: boundaries, and the headers of each. */
const overheadBytes = 16 * 1024;

/**
 * The body of an upload, in slices small enough to see what became of each: all but a little must
 * have arrived in a part, by `deliveredBytes`, before more is read. A parser that gathers the
 * headers of a part as text is so kept from gathering a whole body.
 *
 * Errors with `malformed_body` for too much between the parts, and for a body that is cut short.
 */
export const uploadSource = (request: IncomingMessage, deliveredBytes: () => number): Readable => {
  async function* slices(): AsyncGenerator<Uint8Array> {
    let received = 0;
    try {
      for await (const chunk of chunksOf(request)) {
        for (let at = 0; at < chunk.length; at += sliceBytes) {
          const slice = chunk.subarray(at, at + sliceBytes);
          yield slice;
          received += slice.length;
          await setImmediate();
          if (received - deliveredBytes() > overheadBytes) throw tooMuchBetween();
        }
      }
    } catch (error) {
      throw error instanceof DomainError ? error : cutShort(error);
    } finally {
      // Nobody wants the rest, but whoever sends it must get as far as to read the answer.
      request.resume();
    }
  }
  return Readable.from(slices(), { objectMode: false, highWaterMark: sliceBytes });
};

/** Ending early leaves the connection open: there is an answer to send on it. */
const chunksOf = (request: IncomingMessage): AsyncIterable<Buffer> =>
  request.iterator({ destroyOnReturn: false });

const tooMuchBetween = (): DomainError =>
  new DomainError('malformed_body', 'The headers of the parts are too long');

const cutShort = (cause: unknown): DomainError =>
  new DomainError('malformed_body', 'The body did not arrive whole', { cause });
