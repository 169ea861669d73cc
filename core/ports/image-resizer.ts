import type { ImageVariant } from '../model/media/image-variant.ts';

/** Makes smaller versions of images. Treats the bytes of an image as untrusted. */
export interface ImageResizer {
  /** Whether images can be resized here. Never changes. Never throws. */
  isAvailable(): Promise<boolean>;

  /**
   * Reads `image` once and yields the variant:
   *
   * - with the orientation of its Exif data applied, and without any metadata;
   * - of the part that the crop names, or of all. The other promises are about this part as if it was the image;
   * - never larger than the original. The box of `cover` and `contain` shrinks with its aspect ratio;
   * - cropped around the focus of the box, or around its own middle: the focus is in the middle of the variant, or
   *   as near to it as the edges of the image permit;
   * - transparent parts are white in a JPEG;
   * - an animation with all its pictures and their times, as WebP, if the variant is moving; otherwise its first picture.
   *
   * Yields nothing for an animation of which the variant shows one picture although it has to move: in another format
   * than WebP, with more pixels than `imageLimits` allows in all its pictures together, or when the work takes longer or
   * too much memory. So it does for an animated PNG or AVIF, unless the variant is a JPEG.
   *
   * Ending the iteration early stops the work and releases all resources. The event loop is never
   * blocked, and the memory of this process does not depend on the size of the image.
   *
   * @throws DomainError `image_unreadable` for bytes that are not a complete image of a type that
   *   `isResizable` accepts; `image_too_large` for an image with more pixels than `imageLimits` allows,
   *   before it is decoded, and for one that takes longer, or too much memory; `dependency_unavailable`, before the
   *   deadline of the core, if it needs something that does not answer; what `image` throws.
   */
  resize(image: AsyncIterable<Uint8Array>, variant: ImageVariant): AsyncIterable<Uint8Array>;
}
