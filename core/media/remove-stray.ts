import { hasCode } from '../errors.ts';
import type { MediaFile } from './media-file.ts';
import { filenameOf } from './media-key.ts';
import type { MediaPorts } from './media-ports.ts';
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
  const claim = claimOf(ports, key);
  try {
    await ports.media.insert(claim);
  } catch (error) {
    if (hasCode(error, 'id_taken')) return false;
    throw error;
  }
  await removeMarked(ports, claim);
  return true;
};

const claimOf = ({ ids, clock }: Pick<MediaPorts, 'ids' | 'clock'>, key: string): MediaFile => {
  const now = clock.now();
  return {
    id: ids.next(),
    key,
    state: 'deleting',
    filename: filenameOf(key),
    originalName: filenameOf(key),
    mimeType: 'application/octet-stream',
    kind: 'document',
    size: 0,
    folder: '',
    width: undefined,
    height: undefined,
    alt: '',
    caption: '',
    uploadedBy: undefined,
    createdAt: now,
    updatedAt: now,
  };
};
