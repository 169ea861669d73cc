import { hour } from '../time.ts';
import type { MediaPorts } from './media-ports.ts';
import { markDeleting, removeMarked } from './remove-media.ts';

/** An upload that runs writes its record again several times within this. */
const unfinishedAfterMs = hour;
const batch = 100;

/**
 * Finishes what crashes cut short: uploads that never became ready and deletions that did not end.
 * What cannot be removed is left for an hour, so that it does not hold up the rest.
 *
 * @returns how many records went.
 */
export const sweepMedia =
  (ports: Pick<MediaPorts, 'media' | 'blobs' | 'clock' | 'log'>) => async (): Promise<number> => {
    const files = await ports.media.listUnfinished(ports.clock.now() - unfinishedAfterMs, batch);
    let removed = 0;
    for (const file of files) {
      try {
        // An upload that ends at this very moment keeps its file.
        if (!(await markDeleting(ports, file))) continue;
        await removeMarked(ports, file);
        removed += 1;
      } catch (error) {
        ports.log.warn('An unfinished file could not be swept', { media: file.id }, error);
      }
    }
    return removed;
  };
