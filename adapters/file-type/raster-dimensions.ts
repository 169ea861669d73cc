import { noDimensions, type ImageDimensions } from '../../core/index.ts';
import { validated } from './dimensions.ts';
import { forwardReader, type ForwardReader } from './forward-reader.ts';
import {
  heifImageSize,
  jpegSize,
  pngOrientation,
  tiffSize,
  webpOrientation,
  type StoredSize,
} from './image-formats.ts';

/** Exif orientations from 5 on rotate the image by 90 or 270 degrees. */
const firstRotated = 5;

/**
 * The size at which a raster image is displayed. Reads the file as far as it must.
 *
 * @param isWhole whether nothing follows at the end of `file`.
 * @throws what `file` throws. A broken image has no size.
 */
export const rasterDimensions = async (
  file: AsyncIterable<Uint8Array>,
  mimeType: string,
  isWhole: boolean,
): Promise<ImageDimensions> => {
  const source = watched(file[Symbol.asyncIterator]());
  try {
    const size = await storedSize(forwardReader(source), mimeType, isWhole);
    return size === undefined ? noDimensions : turned(size);
  } catch {
    source.assertIntact();
    return noDimensions;
  } finally {
    await source.return?.();
  }
};

/** Distinguishes errors of the source from those of a broken image. */
const watched = (
  source: AsyncIterator<Uint8Array>,
): AsyncIterator<Uint8Array> & { readonly assertIntact: () => void } => {
  let failure: { readonly error: unknown } | undefined;
  return {
    next: () =>
      source.next().catch((error: unknown) => {
        failure = { error };
        throw error;
      }),
    return: async () => (await source.return?.()) ?? { done: true, value: undefined },
    assertIntact: () => {
      if (failure !== undefined) throw failure.error;
    },
  };
};

const storedSize = async (
  file: ForwardReader,
  mimeType: string,
  isWhole: boolean,
): Promise<StoredSize | undefined> => {
  switch (mimeType) {
    case 'image/avif':
    case 'image/heic':
      return heifImageSize(file);
    case 'image/jpeg':
      return jpegSize(file);
    case 'image/tiff':
      return tiffSize(file);
    case 'image/png':
      return {
        ...(await sizeAtStart(file)),
        ...(await orientation(pngOrientation, file, isWhole)),
      };
    case 'image/webp':
      return {
        ...(await sizeAtStart(file)),
        ...(await orientation(webpOrientation, file, isWhole)),
      };
    case 'image/bmp':
    case 'image/gif':
    case 'image/x-icon':
      return sizeAtStart(file);
    default:
      return undefined;
  }
};

/** Enough for the directory of the largest icon. */
const startBytes = 6 + 16 * 255;

const sizeAtStart = async (file: ForwardReader): Promise<StoredSize> => {
  const { imageSize } = await import('image-size');
  const { width, height } = imageSize(await file.start(startBytes));
  return { width, height };
};

/** An image that is cut off is displayed too. */
const orientation = async (
  find: (file: ForwardReader) => Promise<number | undefined>,
  file: ForwardReader,
  isWhole: boolean,
): Promise<Pick<StoredSize, 'orientation'>> => {
  try {
    return { orientation: await find(file) };
  } catch (error) {
    if (isWhole && error instanceof RangeError) return {};
    throw error;
  }
};

const turned = ({ width, height, orientation: turn = 1 }: StoredSize): ImageDimensions =>
  turn < firstRotated ? validated(width, height) : validated(height, width);
