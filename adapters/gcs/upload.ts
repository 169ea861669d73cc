import { randomUUID } from 'node:crypto';
import type { File } from '@google-cloud/storage';
import type { BlobInfo } from '../../core/index.ts';
import { ByteTally } from './byte-tally.ts';
import { Call } from './call.ts';
import type { GcsBucket } from './gcs-bucket.ts';
import { storageUnavailable } from './gcs-error.ts';
import { sendInParts, sendWhole, type Upload } from './send.ts';
import { removeObject } from './stored-object.ts';

/**
 * Makes one object of a body: a small one with a single request, any other in parts.
 *
 * @throws what `body` throws; DomainError `id_taken`, `dependency_unavailable`.
 */
export const upload = async (
  gcs: GcsBucket,
  file: File,
  body: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<BlobInfo> => {
  const call = new Call(gcs.deadlines.progressMs);
  const running: Upload = { gcs, file, call, contentType, id: randomUUID() };
  const sent = new ByteTally();
  const chunks = tallied(body, sent);
  try {
    const { head, isAll } = await readHead(chunks);
    const stored = isAll
      ? await sendWhole(running, head)
      : await sendInParts(running, joined(head, chunks));
    if (!sent.matches(stored)) {
      // What cannot be removed now is a matter for whoever writes next: the upload has failed.
      await removeObject(gcs, file, stored).catch(() => undefined);
      throw storageUnavailable(new Error('The bucket keeps other bytes than were sent'));
    }
    return { size: sent.size };
  } finally {
    call.hangUp();
    await chunks.return(undefined);
  }
};

/** Copies, because a source may fill the same buffer again for its next chunk. */
async function* tallied(
  body: AsyncIterable<Uint8Array>,
  tally: ByteTally,
): AsyncGenerator<Uint8Array, undefined> {
  for await (const chunk of body) {
    if (chunk.length === 0) continue;
    const copy = Uint8Array.from(chunk);
    tally.add(copy);
    yield copy;
  }
}

interface Head {
  readonly head: readonly Uint8Array[];
  /** Whether the body has ended. */
  readonly isAll: boolean;
}

/** What is sent with one request. */
const headMaxBytes = 8 * 1024 * 1024;

/** Takes what fits into one request, and as much as it takes to know that it does not. */
const readHead = async (chunks: AsyncGenerator<Uint8Array, undefined>): Promise<Head> => {
  const head: Uint8Array[] = [];
  let size = 0;
  while (size <= headMaxBytes) {
    const { done, value } = await chunks.next();
    if (done) return { head, isAll: true };
    head.push(value);
    size += value.length;
  }
  return { head, isAll: false };
};

/** Lets go of every chunk of the head once it is handed out. */
async function* joined(
  head: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const waiting = [...head].toReversed();
  for (let chunk = waiting.pop(); chunk !== undefined; chunk = waiting.pop()) yield chunk;
  yield* rest;
}
