import { notFound } from '../errors.ts';
import type { MediaRepository } from '../ports/media-repository.ts';
import { readUuid } from '../uuid.ts';
import type { MediaFile } from './media-file.ts';

/** The file, if it is there for callers. @throws DomainError `not_found`. */
export const findReady = async (
  { media }: { readonly media: Pick<MediaRepository, 'findById'> },
  rawId: string,
): Promise<MediaFile> => {
  const id = readUuid(rawId);
  const file = id === undefined ? undefined : await media.findById(id);
  if (file?.state !== 'ready') throw notFound('Media file');
  return file;
};
