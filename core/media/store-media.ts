import { authorize } from '../access/policy.ts';
import type { Notify } from '../events/notification.ts';
import { mediaEvent } from '../events/stored-event.ts';
import type { AskHooks } from '../hooks/ask-hooks.ts';
import type { Actor } from '../model/actor.ts';
import { auditNote } from '../model/audit-entry.ts';
import { parseFolder, type MediaFile } from '../model/media/media-file.ts';
import type { Dependencies } from '../ports/ports.ts';
import { DomainError } from '../primitives/errors.ts';
import { minute } from '../primitives/time.ts';
import { atMost, peek } from './byte-stream.ts';
import { markDeleting, removeMarked } from './delete-media.ts';
import { inspectedBytes } from './media-type.ts';
import { describeMedia, type DescribeMediaDependencies } from './new-media.ts';
import { measure, putConfirmed } from './store-object.ts';

export interface MediaDescription {
  /** For the audit. */
  readonly action: 'media.create' | 'media.import';
  /** Builds the record from the first bytes, in state `pending`. Can throw to reject the file. */
  readonly describe: (head: Uint8Array) => Promise<MediaFile>;
  /** Adds what is known only after the body. Can throw to reject the file. */
  readonly complete: (file: MediaFile) => Promise<MediaFile>;
}

export type StoreMediaDependencies = Pick<
  Dependencies,
  'media' | 'blobs' | 'clock' | 'log' | 'mediaInspector'
> & {
  /** Commits at once, even if the upload is part of a larger commit: for records of files that are not ready. */
  readonly pendingMedia: Dependencies['media'];
  readonly askHooks: AskHooks;
  readonly notify: Notify;
  readonly uploadMaxBytes: number;
};

/**
 * Stores bytes and their record. The record is inserted first, as `pending`, so that the sweep finds what
 * a crash leaves. It is touched periodically during the upload, so that the sweep does not remove an
 * upload in progress. It becomes `ready` after the store has confirmed the object. An error leaves
 * nothing behind.
 */
export const storeMedia = async (
  dependencies: StoreMediaDependencies,
  actor: Actor,
  source: AsyncIterable<Uint8Array>,
  { describe, complete, action }: MediaDescription,
): Promise<MediaFile> =>
  withHead(source, async (head, body) => {
    const pending = await describe(head);
    await dependencies.pendingMedia.insert(pending);
    return storeBytes(dependencies, actor, pending, body, { complete, action });
  });

/**
 * Does all checks of {@link storeMedia} and stores nothing.
 *
 * @returns the record that would be stored.
 */
export const checkMedia = async (
  {
    media,
    mediaInspector,
    askHooks,
    uploadMaxBytes,
  }: Pick<StoreMediaDependencies, 'media' | 'mediaInspector' | 'askHooks' | 'uploadMaxBytes'>,
  actor: Actor,
  source: AsyncIterable<Uint8Array>,
  { describe, complete }: MediaDescription,
): Promise<MediaFile> =>
  withHead(source, async (head, body) => {
    const pending = await describe(head);
    const holder = await media.findByKey(pending.key);
    if (holder !== undefined && holder.id !== pending.id) {
      throw new DomainError('id_taken', 'There is a media file with this key already');
    }
    let size = 0;
    const { bytes, measured } = measure(mediaInspector, pending, atMost(body, uploadMaxBytes));
    for await (const chunk of bytes) size += chunk.length;
    const file = await complete({ ...pending, ...(await measured), state: 'ready', size });
    await askHooks({ operation: 'media.upload', actor, file });
    return file;
  });

/** Runs `work` with the first bytes and the whole body, and releases the source at its end. */
const withHead = async <T>(
  source: AsyncIterable<Uint8Array>,
  work: (head: Uint8Array, body: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> => {
  const { head, body, release } = await peek(source, inspectedBytes);
  try {
    return await work(head, body);
  } finally {
    await release();
  }
};

const storeBytes = async (
  dependencies: StoreMediaDependencies,
  actor: Actor,
  pending: MediaFile,
  body: AsyncIterable<Uint8Array>,
  { complete, action }: Omit<MediaDescription, 'describe'>,
): Promise<MediaFile> => {
  try {
    const { media, mediaInspector, blobs, clock, askHooks, notify, uploadMaxBytes } = dependencies;
    const arriving = keepPending(dependencies, pending, atMost(body, uploadMaxBytes));
    const { bytes, measured } = measure(mediaInspector, pending, arriving);
    const size = await putConfirmed(blobs, pending, bytes);
    const file = await complete({ ...pending, ...(await measured), state: 'ready', size });
    await askHooks({ operation: 'media.upload', actor, file });
    const note = auditNote(actor, { action, id: file.id });
    const event = mediaEvent('created', file, clock.now(), note);
    if (!(await media.update(file, 'pending', event))) throw tooSlow();
    await notify({ type: 'stored' });
    return file;
  } catch (error) {
    await discard(dependencies, pending);
    throw error;
  }
};

/** Best effort: the sweep removes what cannot be removed now. */
const discard = async (dependencies: StoreMediaDependencies, pending: MediaFile): Promise<void> => {
  const { pendingMedia: media, blobs, clock, log } = dependencies;
  try {
    if (await markDeleting({ media, clock }, pending)) {
      return await removeMarked({ media, blobs }, pending);
    }
    // A record with this key is ready: only the confirmation of the update was lost.
    const stored = await media.findById(pending.id);
    if (stored?.key !== pending.key) await blobs.delete(pending.key);
  } catch (error) {
    log.warn(
      'The bytes of a failed upload could not be removed; the sweep retries',
      { media: pending.id },
      error,
    );
  }
};

/** Several times within the hour after which the sweep removes a pending record. */
const touchEveryMs = 10 * minute;

/**
 * Yields the bytes of an upload and touches its record periodically.
 *
 * @throws DomainError `dependency_unavailable` if the sweep has removed the record.
 */
async function* keepPending(
  dependencies: Pick<StoreMediaDependencies, 'pendingMedia' | 'clock' | 'log'>,
  pending: MediaFile,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let touchedAt = pending.updatedAt;
  for await (const chunk of body) {
    yield chunk;
    const now = dependencies.clock.now();
    if (now - touchedAt < touchEveryMs) continue;
    touchedAt = now;
    if (!(await touch(dependencies, { ...pending, updatedAt: now }))) throw tooSlow();
  }
}

/** An unreachable store does not end the upload: there is time for further attempts. */
const touch = async (
  { pendingMedia, log }: Pick<StoreMediaDependencies, 'pendingMedia' | 'log'>,
  file: MediaFile,
): Promise<boolean> => {
  try {
    return await pendingMedia.update(file, 'pending');
  } catch (error) {
    log.warn('The record of an upload in progress could not be updated', { media: file.id }, error);
    return true;
  }
};

/** The sweep has removed the record. */
const tooSlow = (): DomainError =>
  new DomainError('dependency_unavailable', 'The upload took too long; nothing was stored', {
    retryAfterMs: 1_000,
  });

export interface UploadMedia {
  /** The file name from the client. Not trusted. */
  readonly originalName: string;
  /** Read once, as it arrives. Never held in memory as a whole. */
  readonly body: AsyncIterable<Uint8Array>;
  /**
   * Called after the end of the body: in an HTML form, the folder can follow the file. Undefined or empty
   * means the default folder.
   */
  readonly folder: () => Promise<string | undefined> | string | undefined;
}

export const uploadMedia =
  (dependencies: DescribeMediaDependencies & StoreMediaDependencies) =>
  async (actor: Actor, { originalName, body, folder }: UploadMedia): Promise<MediaFile> => {
    authorize(actor, 'create');
    return storeMedia(dependencies, actor, body, {
      action: 'media.create',
      describe: (head) => describeMedia(dependencies, actor, { originalName }, head),
      complete: async (file) => ({ ...file, folder: parseFolder((await folder()) ?? '') }),
    });
  };
