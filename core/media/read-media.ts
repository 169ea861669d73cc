import { authorize } from '../access/policy.ts';
import type { Actor } from '../model/actor.ts';
import { objectKeyOf, type MediaFile } from '../model/media/media-file.ts';
import type { BlobStore, ByteRange } from '../ports/blob-store.ts';
import type { MediaRepository } from '../ports/repositories/media-repository.ts';
import type { Dependencies } from '../ports/ports.ts';
import { notFound } from '../primitives/errors.ts';
import { readUuid } from '../primitives/uuid.ts';

export const getMedia =
  (dependencies: Pick<Dependencies, 'media'>) =>
  async (actor: Actor, id: string): Promise<MediaFile> => {
    authorize(actor, 'read_media');
    return findReady(dependencies, id);
  };

export interface ServedFile {
  readonly file: MediaFile;
  /** Opens all bytes, or those of the range. @throws DomainError `not_found` if they were deleted. */
  readonly open: (range?: ByteRange) => Promise<AsyncIterable<Uint8Array>>;
}

export const readMediaFile =
  ({ media, blobs }: Pick<Dependencies, 'media' | 'blobs'>) =>
  async (key: string): Promise<ServedFile> => {
    const file = await media.findByKey(key);
    if (file?.state !== 'ready') throw notFound('File');
    return { file, open: openObject(blobs, objectKeyOf(file)) };
  };

/** Opens an object when called. The result throws `not_found` if the object was deleted. */
export const openObject =
  (blobs: Pick<BlobStore, 'get'>, key: string): ServedFile['open'] =>
  async (range) => {
    const bytes = await blobs.get(key, range);
    if (bytes === undefined) throw notFound('File');
    return bytes;
  };

/** Finds a file in state `ready`. @throws DomainError `not_found`. */
export const findReady = async (
  { media }: { readonly media: Pick<MediaRepository, 'findById'> },
  rawId: string,
): Promise<MediaFile> => {
  const id = readUuid(rawId);
  const file = id === undefined ? undefined : await media.findById(id);
  if (file?.state !== 'ready') throw notFound('Media file');
  return file;
};
