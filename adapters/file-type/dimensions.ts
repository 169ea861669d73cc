import { rootTag } from './markup.ts';

export interface Dimensions {
  readonly width: number | undefined;
  readonly height: number | undefined;
}

export const noDimensions: Dimensions = { width: undefined, height: undefined };

const measurable: ReadonlySet<string> = new Set([
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/heic',
  'image/jpeg',
  'image/png',
  'image/webp',
]);

/** Exif orientations from 5 on rotate the image by 90 or 270 degrees. */
const firstRotated = 5;

/** The size at which a raster image is displayed; undefined when its first bytes do not contain it. */
export const rasterDimensions = async (head: Uint8Array, mimeType: string): Promise<Dimensions> => {
  if (!measurable.has(mimeType)) return noDimensions;
  const { imageSize } = await import('image-size');
  try {
    const { width, height, orientation = 1 } = imageSize(head);
    return orientation < firstRotated ? validated(width, height) : validated(height, width);
  } catch {
    // A broken image is accepted, without a size.
    return noDimensions;
  }
};

/** The size from the root attributes of an SVG, if both are plain numbers or pixels. */
export const svgDimensions = (text: string): Dimensions => {
  const tag = rootTag(text) ?? '';
  return validated(lengthOf('width', tag), lengthOf('height', tag));
};

const lengthOf = (attribute: string, tag: string): number => {
  const form = new RegExp(`\\s${attribute}\\s*=\\s*(["'])\\s*(\\d{1,6}(?:\\.\\d+)?)(?:px)?\\s*\\1`);
  return Math.round(Number(form.exec(tag)?.[2]));
};

const validated = (width: number, height: number): Dimensions =>
  isPixelCount(width) && isPixelCount(height) ? { width, height } : noDimensions;

/** The maximum of PNG (section 7.1 of its specification) and of the database column. */
const maxPixels = 2 ** 31 - 1;

const isPixelCount = (count: number): boolean =>
  Number.isSafeInteger(count) && count > 0 && count <= maxPixels;
