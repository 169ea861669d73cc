import type { Dependencies } from '../ports/ports.ts';
import { hour } from '../primitives/time.ts';
import { markDeleting, removeMarked } from './delete-media.ts';

/** An upload in progress touches its record several times within this time. */
const unfinishedAfterMs = hour;
const batch = 100;

/**
 * Removes what crashes left: uploads that never became ready, and unfinished deletions. A file that
 * cannot be removed is retried after an hour, so that it does not block the others.
 *
 * @returns the number of removed records.
 */
export const sweepMedia =
  (dependencies: Pick<Dependencies, 'media' | 'blobs' | 'clock' | 'log'>) =>
  async (): Promise<number> => {
    const { media, clock, log } = dependencies;
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
