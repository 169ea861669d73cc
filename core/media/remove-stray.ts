import { hasCode } from '../errors.ts';
import type { MediaPorts } from './media-ports.ts';
import { newMedia } from './new-media.ts';
import { removeMarked } from './remove-media.ts';

/**
 * Removes an object that has no record. It is given one first, in state `deleting`: from then on no
 * import can take the key, no second instance is at it, and what a crash leaves is finished by the
 * sweep.
 *
 * @returns false when the key has a record by now.
 */
export const removeStray = async (
  ports: Pick<MediaPorts, 'media' | 'blobs' | 'clock' | 'ids'>,
  key: string,
): Promise<boolean> => {
  const claim = newMedia(ports, key, { state: 'deleting' });
  try {
    await ports.media.insert(claim);
  } catch (error) {
    if (hasCode(error, 'id_taken')) return false;
    throw error;
  }
  await removeMarked(ports, claim);
  return true;
};
