import { gate } from '../limits/gate.ts';
import {
  isResizable,
  isStandard,
  variantFor,
  type ImageVariant,
  type RequestedVariant,
} from '../model/media/image-variant.ts';
import { objectKeyOf, type MediaFile } from '../model/media/media-file.ts';
import { isBlobKey } from '../model/media/media-key.ts';
import { variantKey } from '../model/media/variant-key.ts';
import type { Dependencies } from '../ports/ports.ts';
import { DomainError, hasCode, isDomainError, notFound } from '../primitives/errors.ts';
import { minute, second } from '../primitives/time.ts';
import { imageFailure, imageLimits, isImageFailure } from './image-limits.ts';
import { openObject, readMediaFile, type ServedFile } from './read-media.ts';
import { assertWithinLimit, makeRoom } from './variant-limit.ts';

/** A variant of an image, or the original instead. */
export type ServedImage =
  | (ServedFile & {
      readonly variant: undefined;
      /** Whether every later request gets the original too. */
      readonly isFinal: boolean;
    })
  | (ServedFile & {
      readonly variant: ImageVariant;
      /** Bytes of the variant. */
      readonly size: number;
    });

type ReadImageDependencies = Pick<
  Dependencies,
  'media' | 'blobs' | 'imageResizer' | 'processCache' | 'timer'
>;

/** How long a broken image is rejected without another attempt. */
const failureLifetimeMs = 10 * minute;
const maxWaiting = 100;
const waitTimeoutMs = 30 * second;

export const readImage = (
  dependencies: ReadImageDependencies,
): ((key: string, requested: RequestedVariant) => Promise<ServedImage>) => {
  const { blobs, imageResizer } = dependencies;
  const read = readMediaFile(dependencies);
  const make = variantMaker(dependencies);
  return async (key, requested) => {
    const original = await read(key);
    const { file } = original;
    const variant = variantFor(file, requested);
    const stored = variantKey(objectKeyOf(file), variant);
    // An imported file can have a name that leaves no space for the rest of the key.
    if (!isResizable(file.mimeType) || !isBlobKey(stored)) {
      return { ...original, variant: undefined, isFinal: true };
    }
    let info = await blobs.stat(stored);
    if (info === undefined) {
      if (!(await imageResizer.isAvailable())) {
        return { ...original, variant: undefined, isFinal: false };
      }
      await make(file, variant);
      info = await blobs.stat(stored);
    }
    if (info === undefined) throw notFound('File');
    // An animation that would stand still, or be too large.
    if (info.size === 0) return { ...original, variant: undefined, isFinal: true };
    return { file, variant, size: info.size, open: openObject(blobs, stored) };
  };
};

type MakeVariant = (file: MediaFile, variant: ImageVariant) => Promise<void>;

/**
 * Makes each variant once at a time, and only some variants at the same time. A variant for which there is no room
 * is rejected before it waits.
 */
const variantMaker = (dependencies: ReadImageDependencies): MakeVariant => {
  const jobs = new Map<string, Promise<void>>();
  const slots = gate({
    slots: imageLimits.parallel,
    maxWaiting,
    waitTimeout: { ms: waitTimeoutMs, timer: dependencies.timer },
    reject: () =>
      new DomainError('overloaded', 'Too many images are being resized', {
        retryAfterMs: 5 * second,
      }),
  });
  const make: MakeVariant = async (file, variant) => {
    // Standard variants of former crops are removed, too: they would become more with each crop.
    if (!isStandard(variant) || variant.crop !== undefined) {
      await makeRoom(dependencies, file, variant);
    }
    await slots.run(() =>
      rejectRepeatedly(dependencies, file, () => store(dependencies, file, variant)),
    );
  };
  return (file, variant) => {
    const key = variantKey(objectKeyOf(file), variant);
    const job = jobs.get(key) ?? make(file, variant).finally(() => jobs.delete(key));
    jobs.set(key, job);
    return job;
  };
};

/**
 * Repeats the error of an image that could not be resized, so that requests for a broken image cannot
 * occupy the slots.
 */
const rejectRepeatedly = async (
  { processCache }: ReadImageDependencies,
  file: MediaFile,
  work: () => Promise<void>,
): Promise<void> => {
  const entry = `image-failure:${objectKeyOf(file)}`;
  const failure = (await processCache.get(entry))?.value;
  if (failure !== undefined && isImageFailure(failure)) throw imageFailure(failure);
  try {
    await work();
  } catch (error) {
    if (isDomainError(error) && isImageFailure(error.code)) {
      await processCache.set(entry, error.code, failureLifetimeMs);
    }
    throw error;
  }
};

const store = async (
  { blobs, media, imageResizer }: ReadImageDependencies,
  file: MediaFile,
  variant: ImageVariant,
): Promise<void> => {
  const original = objectKeyOf(file);
  const key = variantKey(original, variant);
  const bytes = await blobs.get(original);
  if (bytes === undefined) throw notFound('File');
  try {
    await blobs.put(key, imageResizer.resize(bytes, variant), `image/${variant.format}`);
  } catch (error) {
    // Another instance has stored the same variant, and checks the rest.
    if (hasCode(error, 'id_taken')) return;
    throw error;
  }
  try {
    if (!isStandard(variant)) await assertWithinLimit(blobs, file);
    // A deletion and a replacement change the record before they remove the variants, so they may have missed this one.
    const current = await media.findById(file.id);
    if (current?.state !== 'ready' || objectKeyOf(current) !== original) throw notFound('File');
  } catch (error) {
    await blobs.delete(key);
    throw error;
  }
};
