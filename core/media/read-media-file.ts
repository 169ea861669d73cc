import { notFound } from '../errors.ts';
import type { ByteRange } from '../ports/blob-store.ts';
import type { MediaFile } from './media-file.ts';
import type { MediaPorts } from './media-ports.ts';

export interface ServedFile {
  readonly file: MediaFile;
  /** Opens the bytes, or those of the range. @throws DomainError `not_found` when they are gone. */
  readonly open: (range?: ByteRange) => Promise<AsyncIterable<Uint8Array>>;
}

/**
 * The file at an address, for whoever has the address: it carries enough random bits to be a key of
 * its own. @throws DomainError `not_found`.
 */
export const readMediaFile =
  ({ media, blobs }: Pick<MediaPorts, 'media' | 'blobs'>) =>
  async (key: string): Promise<ServedFile> => {
    const file = await media.findByKey(key);
    if (file?.state !== 'ready') throw notFound('File');
    return {
      file,
      open: async (range) => {
        const bytes = await blobs.get(key, range);
        if (bytes === undefined) throw notFound('File');
        return bytes;
      },
    };
  };
