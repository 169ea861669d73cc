import { isStandard, type ImageVariant } from '../model/media/image-variant.ts';
import { objectKeyOf, type MediaFile } from '../model/media/media-file.ts';
import { currentVariantOf, originalKeyOf, variantPrefix } from '../model/media/variant-key.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { Dependencies } from '../ports/ports.ts';
import { DomainError, notFound } from '../primitives/errors.ts';
import { readAll } from '../primitives/paging.ts';
import { day } from '../primitives/time.ts';

/** How many variants of an image are stored, besides the standard ones. */
export const maxOtherVariants = 60;

/**
 * Removes the variants of `file` that no request gets any more, such as those of another focus or crop.
 *
 * @param wanted the variant to make. A standard one always has room.
 * @throws DomainError `too_many_variants` if there is no room for a further one, `not_found`.
 */
export const makeRoom = async (
  { blobs, media }: Pick<Dependencies, 'blobs' | 'media'>,
  file: MediaFile,
  wanted: ImageVariant,
): Promise<void> => {
  const keys = await keysOf(blobs, file);
  // Read after the list, so that no variant of a newer focus is removed.
  const current = await media.findById(file.id);
  if (current?.state !== 'ready') throw notFound('File');
  let others = 0;
  for (const key of keys) {
    const variant = currentVariantOf(key, current);
    if (variant === undefined) await blobs.delete(key);
    else if (!isStandard(variant)) others += 1;
  }
  if (!isStandard(wanted) && others >= maxOtherVariants) throw tooManyVariants();
};

/**
 * For a variant that was just stored: others may have been stored since {@link makeRoom}, also by other instances.
 *
 * @throws DomainError `too_many_variants`.
 */
export const assertWithinLimit = async (blobs: BlobStore, file: MediaFile): Promise<void> => {
  const isOther = (key: string): boolean => {
    const variant = currentVariantOf(key, file);
    return variant === undefined || !isStandard(variant);
  };
  if ((await keysOf(blobs, file)).filter(isOther).length > maxOtherVariants) {
    throw tooManyVariants();
  }
};

const tooManyVariants = (): DomainError =>
  new DomainError('too_many_variants', 'Too many smaller versions of this image are stored', {
    details: `Use the widths alone, without h and q, or one of the ${maxOtherVariants} other versions that are stored`,
    retryAfterMs: day,
  });

const keysOf = async (blobs: BlobStore, file: MediaFile): Promise<readonly string[]> => {
  const key = objectKeyOf(file);
  const keys: string[] = [];
  for await (const each of listVariants(blobs, key)) {
    if (originalKeyOf(each) === key) keys.push(each);
  }
  return keys;
};

const keysPerPage = 500;

/** The keys of all variants of the object `key`. */
export async function* listVariants(blobs: BlobStore, key: string): AsyncGenerator<string> {
  const list = (after: string | undefined) => blobs.list(after, keysPerPage, variantPrefix(key));
  for await (const variant of readAll(list, (object) => object.key)) yield variant.key;
}
