import { exifOrientation } from './exif-orientation.ts';
import { heifSize } from './heif-size.ts';
import { rootTag } from './markup.ts';
import { heightTag, orientationTag, tiffNumber, widthTag } from './tiff-number.ts';

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
  'image/tiff',
  'image/webp',
  'image/x-icon',
]);

/** Exif orientations from 5 on rotate the image by 90 or 270 degrees. */
const firstRotated = 5;

/** The size at which a raster image is displayed; undefined when its first bytes do not contain it. */
export const rasterDimensions = async (head: Uint8Array, mimeType: string): Promise<Dimensions> => {
  if (!measurable.has(mimeType)) return noDimensions;
  const { imageSize } = await import('image-size');
  try {
    if (mimeType === 'image/tiff') return tiffDimensions(head);
    const { width, height, orientation = 1 } = imageSize(head);
    switch (mimeType) {
      case 'image/avif':
      case 'image/heic': {
        const size = heifSize(head) ?? { width, height };
        return validated(size.width, size.height);
      }
      case 'image/png':
      case 'image/webp':
        return turned(width, height, orientationIn(head, mimeType));
      default:
        return turned(width, height, orientation);
    }
  } catch {
    // A broken image is accepted, without a size.
    return noDimensions;
  }
};

const turned = (width: number, height: number, orientation: number): Dimensions =>
  orientation < firstRotated ? validated(width, height) : validated(height, width);

const orientationIn = (head: Uint8Array, mimeType: string): number => {
  try {
    return exifOrientation(head, mimeType);
  } catch {
    // Browsers ignore broken Exif data.
    return 1;
  }
};

/** The library takes pixels of a short TIFF file for tags. */
const tiffDimensions = (head: Uint8Array): Dimensions => {
  const [width = 0, height = 0] = [widthTag, heightTag].map((tag) => tiffNumber(head, tag));
  return turned(width, height, tiffNumber(head, orientationTag) ?? 1);
};

/** Pixels in a unit of CSS. */
const units: Readonly<Record<string, number>> = {
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
};

/** The size from the root attributes of an SVG, if both are absolute lengths. */
export const svgDimensions = (text: string): Dimensions => {
  const tag = rootTag(text) ?? '';
  return validated(lengthOf('width', tag), lengthOf('height', tag));
};

const lengthOf = (attribute: string, tag: string): number => {
  const form = new RegExp(
    `\\s${attribute}\\s*=\\s*(["'])\\s*\\+?(\\d{0,6}(?:\\.\\d{1,20})?)(px|in|cm|mm|q|pt|pc)?\\s*\\1`,
    'i',
  );
  const [, , number = '', unit = 'px'] = form.exec(tag) ?? [];
  return Math.round((number === '' ? NaN : Number(number)) * (units[unit.toLowerCase()] ?? NaN));
};

const validated = (width: number, height: number): Dimensions =>
  isPixelCount(width) && isPixelCount(height) ? { width, height } : noDimensions;

/** The maximum of PNG (section 7.1 of its specification) and of the database column. */
const maxPixels = 2 ** 31 - 1;

const isPixelCount = (count: number): boolean =>
  Number.isSafeInteger(count) && count > 0 && count <= maxPixels;
