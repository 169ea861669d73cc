import { MemoryImageResizer } from '../../../adapters/memory/memory-image-resizer.ts';
import { operator, type ImageResizer, type Ports } from '../../../core/index.ts';
import type { ImageVariant, MediaFile } from '../../../core/vocabulary.ts';
import { altered } from '../core/altered.ts';
import { chunks, mediaWorld, type MediaWorld } from './media-world.ts';
import { paintedPng } from '../admin/painted-png.ts';

export interface ImageWorld extends MediaWorld {
  /** The variants that were made, or are being made. */
  readonly made: readonly ImageVariant[];
  /** Uploads an image of this many pixels. */
  readonly image: (width: number, height: number) => Promise<MediaFile>;
  /** The keys of the stored variants of a file. */
  readonly variantsOf: (file: MediaFile) => Promise<readonly string[]>;
}

/** The bytes of every variant. */
export const variantBytes = Uint8Array.of(1, 2, 3);

/**
 * The core with a resizer that records what it is asked for, and stores the same bytes for each variant.
 *
 * @param pause is awaited before a variant is complete.
 */
export const imageWorld = async (
  pause: (variant: ImageVariant) => Promise<void> = async () => undefined,
  ports: Partial<Ports> = {},
): Promise<ImageWorld> => {
  const made: ImageVariant[] = [];
  const imageResizer = altered<ImageResizer>(new MemoryImageResizer(), {
    isAvailable: async () => true,
    async *resize(_image, variant) {
      made.push(variant);
      await pause(variant);
      yield variantBytes;
    },
  });
  const world = await mediaWorld({ ports: { imageResizer, ...ports } });
  return {
    ...world,
    made,
    image: (width, height) => world.upload(operator, { body: chunks(paintedPng(width, height)) }),
    variantsOf: async ({ key }) =>
      (await world.ports.blobs.list(undefined, 100, `${key}.`)).map((object) => object.key),
  };
};
