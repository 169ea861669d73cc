import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { DomainError } from '../../../core/index.ts';

const sliceBytes = 8 * 1024;

/** Limit for the bytes between the contents of parts: boundaries and part headers. */
const overheadBytes = 16 * 1024;

/**
 * The body of an upload in small slices. Reads the next slice only when the parser has delivered
 * nearly all bytes so far as contents of parts: the parser holds the headers of a part in memory,
 * and this limits how much it can collect.
 *
 * Errors with `malformed_body` for too many bytes between contents, and for an incomplete body.
 *
 * @param deliveredBytes how many bytes of contents the parser has delivered.
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
          if (received - deliveredBytes() > overheadBytes) throw tooMuchOverhead();
        }
      }
    } catch (error) {
      throw error instanceof DomainError ? error : incomplete(error);
    } finally {
      // Discards the rest: many clients read the answer only after sending the whole body.
      request.resume();
    }
  }
  return Readable.from(slices(), { objectMode: false, highWaterMark: sliceBytes });
};

/** Keeps the connection open when the loop ends early, because the answer still has to be sent. */
const chunksOf = (request: IncomingMessage): AsyncIterable<Buffer> =>
  request.iterator({ destroyOnReturn: false });

const tooMuchOverhead = (): DomainError =>
  new DomainError('malformed_body', 'The headers of the parts are too long');

const incomplete = (cause: unknown): DomainError =>
  new DomainError('malformed_body', 'The body is incomplete', { cause });
