import type { Actor } from '../access/actor.ts';
import { DomainError } from '../errors.ts';
import { atMost, peek } from './byte-stream.ts';
import type { MediaFile } from './media-file.ts';
import type { MediaPorts } from './media-ports.ts';
import { inspectedBytes } from './media-type.ts';
import { markDeleting, removeMarked } from './remove-media.ts';

export interface MediaDescription {
  /** The record as far as the first bytes tell, in state `pending`. What it throws refuses the file. */
  readonly describe: (head: Uint8Array) => Promise<MediaFile>;
  /** What is known only once the body has ended. What it throws refuses the file. */
  readonly complete: (file: MediaFile) => Promise<MediaFile>;
}

/**
 * Stores bytes and their record. The record is there first, as `pending`, so that whatever a crash
 * leaves is found by the sweep; on any error nothing is left.
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
    const bytes = atMost(body, ports.uploadMaxBytes);
    const { size } = await ports.blobs.put(pending.key, bytes, pending.mimeType);
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

/** The sweep took it for one that a crash had left. */
const tooSlow = (): DomainError =>
  new DomainError('dependency_unavailable', 'The upload took too long; nothing was stored', {
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
