import type { Actor } from '../access/actor.ts';
import { DomainError } from '../errors.ts';
import { atMost, peek } from './byte-stream.ts';
import type { MediaFile } from './media-file.ts';
import type { MediaPorts } from './media-ports.ts';
import { inspectedBytes } from './media-type.ts';
import { keptPending, tooSlow } from './kept-pending.ts';
import { markDeleting, removeMarked } from './remove-media.ts';

export interface MediaDescription {
  /** The record as far as the first bytes tell, in state `pending`. What it throws refuses the file. */
  readonly describe: (head: Uint8Array) => Promise<MediaFile>;
  /** What is known only once the body has ended. What it throws refuses the file. */
  readonly complete: (file: MediaFile) => Promise<MediaFile>;
}

/**
 * Stores bytes and their record. The record is there first, as `pending`, so that whatever a crash
 * leaves is found by the sweep; while bytes come it is written again now and then, so that no upload
 * that runs is. The store is asked for the object before it is said to be there. On any error
 * nothing is left.
 */
export const storeMedia = async (
  ports: MediaPorts,
  actor: Actor,
  source: AsyncIterable<Uint8Array>,
  { describe, complete }: MediaDescription,
): Promise<MediaFile> => {
  const { head, body, leave } = await peek(source, inspectedBytes);
  try {
    const pending = await describe(head);
    await ports.media.insert(pending);
    return await storeBytes(ports, actor, pending, body, complete);
  } finally {
    await leave();
  }
};

const storeBytes = async (
  ports: MediaPorts,
  actor: Actor,
  pending: MediaFile,
  body: AsyncIterable<Uint8Array>,
  complete: MediaDescription['complete'],
): Promise<MediaFile> => {
  try {
    const bytes = keptPending(ports, pending, atMost(body, ports.uploadMaxBytes));
    const { size } = await ports.blobs.put(pending.key, bytes, pending.mimeType);
    if ((await ports.blobs.stat(pending.key))?.size !== size) throw forgotten();
    const file = await complete({ ...pending, state: 'ready', size });
    await ports.ask({ operation: 'media.upload', actor, file });
    if (!(await ports.media.update(file, 'pending'))) throw tooSlow();
    await ports.tell({ type: 'media.uploaded', file });
    return file;
  } catch (error) {
    await discard(ports, pending);
    throw error;
  }
};

/** The store acknowledged an object that it does not have: whoever sent it still has the bytes. */
const forgotten = (): DomainError =>
  new DomainError('dependency_unavailable', 'The file was not kept by the storage', {
    retryAfterMs: 1_000,
  });

/** Best effort: what cannot be removed now is still marked as unfinished, and the sweep will. */
const discard = async (ports: MediaPorts, pending: MediaFile): Promise<void> => {
  try {
    if (await markDeleting(ports, pending)) return await removeMarked(ports, pending);
    // A record that still names the object vouches for it: it became ready, and only the word of
    // that was lost.
    const there = await ports.media.findById(pending.id);
    if (there?.key !== pending.key) await ports.blobs.delete(pending.key);
  } catch (error) {
    ports.log.warn('An upload that failed is left to the sweep', { media: pending.id }, error);
  }
};
