import { authorize, authorizeAnywhere } from '../access/policy.ts';
import type { AfterCommit, Notify } from '../events/notification.ts';
import { mediaEvent } from '../events/stored-event.ts';
import type { AskHooks } from '../hooks/ask-hooks.ts';
import type { Actor } from '../model/actor.ts';
import { auditNote } from '../model/audit-entry.ts';
import { objectKeyOf, type MediaFile } from '../model/media/media-file.ts';
import type { Dependencies } from '../ports/ports.ts';
import { hasCode, notFound } from '../primitives/errors.ts';
import type { JsonText } from '../primitives/json.ts';
import { hour } from '../primitives/time.ts';
import { newMedia } from './new-media.ts';
import { findReady } from './read-media.ts';
import { listVariants } from './variant-limit.ts';

type DeleteMediaDependencies = Pick<Dependencies, 'media' | 'blobs' | 'clock' | 'log'> & {
  readonly askHooks: AskHooks;
  readonly notify: Notify;
  readonly afterCommit: AfterCommit;
};

export const deleteMedia =
  (dependencies: DeleteMediaDependencies) =>
  async (actor: Actor, id: string): Promise<void> => {
    authorizeAnywhere(actor, 'delete');
    const file = await findReady(dependencies, id);
    authorize(actor, 'delete', { ownerId: file.uploadedBy });
    await dependencies.askHooks({ operation: 'media.delete', actor, file });
    const note = auditNote(actor, { action: 'media.delete', id: file.id });
    const event = mediaEvent('deleted', file, dependencies.clock.now(), note);
    if (!(await markDeleting(dependencies, file, event))) throw notFound('Media file');
    await dependencies.afterCommit(async () => {
      try {
        await removeMarked(dependencies, file);
      } catch (error) {
        dependencies.log.warn(
          'The bytes of a deleted file could not be removed; the sweep retries',
          { media: file.id },
          error,
        );
      }
    });
    await dependencies.notify({ type: 'stored' });
  };

/** Marks the record as deleting. @returns false if the record has changed or was removed. */
export const markDeleting = (
  { media, clock }: Pick<Dependencies, 'media' | 'clock'>,
  file: MediaFile,
  event?: JsonText,
): Promise<boolean> =>
  media.update({ ...file, state: 'deleting', updatedAt: clock.now() }, file.state, event);

/** Removes the variants and the object of a marked record, then the record. */
export const removeMarked = async (
  { blobs, media }: Pick<Dependencies, 'blobs' | 'media'>,
  file: MediaFile,
): Promise<void> => {
  await removeObject(blobs, objectKeyOf(file));
  await media.delete(file.id);
};

/** Removes an object that no record names, with its variants. */
export const removeObject = async (blobs: Dependencies['blobs'], key: string): Promise<void> => {
  for await (const variant of listVariants(blobs, key)) await blobs.delete(variant);
  await blobs.delete(key);
};

/**
 * Removes an object without a record. Inserts a record in state `deleting` first, so that no import can
 * take the key, no other instance removes the object, and the sweep finishes the removal after a crash.
 *
 * @returns false if it is the object of a record now.
 */
export const removeStray = async (
  dependencies: Pick<Dependencies, 'media' | 'blobs' | 'clock' | 'ids'>,
  key: string,
): Promise<boolean> => {
  const id = dependencies.ids.next();
  // Not under its own key: it can be the address of a file whose bytes were replaced.
  const claim = newMedia(dependencies, `removed/${id}`, { id, state: 'deleting', objectKey: key });
  try {
    await dependencies.media.insert(claim);
  } catch (error) {
    if (hasCode(error, 'id_taken')) return false;
    throw error;
  }
  await removeMarked(dependencies, claim);
  return true;
};

/** An upload in progress touches its record several times within this time. */
const unfinishedAfterMs = hour;
const batch = 100;

export const sweepMedia =
  (dependencies: Pick<Dependencies, 'media' | 'blobs' | 'clock' | 'log'>) =>
  async (): Promise<number> => {
    const { media, clock, log } = dependencies;
    while ((await media.indexWords(batch)) > 0);
    const files = await media.listUnfinished(clock.now() - unfinishedAfterMs, batch);
    let removed = 0;
    for (const file of files) {
      try {
        // False if the upload has finished in the meantime.
        if (!(await markDeleting(dependencies, file))) continue;
        await removeMarked(dependencies, file);
        removed += 1;
      } catch (error) {
        log.warn('The sweep could not remove an unfinished file', { media: file.id }, error);
      }
    }
    return removed;
  };
