import type { MediaFile } from './media-file.ts';
import type { MediaPorts } from './media-ports.ts';

/** Marks the record as going. @returns false when something else became of it in between. */
export const markDeleting = (
  { media, clock }: Pick<MediaPorts, 'media' | 'clock'>,
  file: MediaFile,
): Promise<boolean> =>
  media.update({ ...file, state: 'deleting', updatedAt: clock.now() }, file.state);

/** Removes the object, then the record that says so. */
export const removeMarked = async (
  { blobs, media }: Pick<MediaPorts, 'blobs' | 'media'>,
  { key, id }: MediaFile,
): Promise<void> => {
  await blobs.delete(key);
  await media.delete(id);
};
