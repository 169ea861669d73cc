import type { MediaFile } from './media-file.ts';
import { mediaKeyPattern } from './media-key.ts';

export const imageFits = ['cover', 'contain', 'inside'] as const;
/** How an image fills a box: cropped, with margins, or as large as possible inside it. */
export type ImageFit = (typeof imageFits)[number];

export const imageFormats = ['webp', 'avif', 'jpeg', 'png'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** A smaller version of an image. The lists below limit how many variants a file can have. */
export interface ImageVariant {
  /** Pixels, one of {@link imageWidths}. */
  readonly width: number;
  /** The height and how the image fills the box; undefined to keep the aspect ratio of the image. */
  readonly box: { readonly height: number; readonly fit: ImageFit } | undefined;
  readonly format: ImageFormat;
  /** One of {@link imageQualities}; undefined for PNG, which is lossless. */
  readonly quality: number | undefined;
}

/** Pixels, ascending. */
export const imageWidths = [160, 320, 480, 640, 800, 1080, 1280, 1600, 1920, 2560] as const;

/** Ascending. The middle one is the default. */
export const imageQualities = [50, 75, 90] as const;

/** Width by height. */
const aspectRatios = [
  [1, 3],
  [9, 21],
  [1, 2],
  [9, 16],
  [5, 8],
  [2, 3],
  [3, 4],
  [4, 5],
  [1, 1],
  [5, 4],
  [4, 3],
  [3, 2],
  [8, 5],
  [16, 9],
  [2, 1],
  [21, 9],
  [3, 1],
] as const;

/** What a caller asks for. All numbers are above zero. */
export interface RequestedVariant {
  readonly width: number;
  readonly height?: number | undefined;
  /** Has no effect without a height. `cover` by default. */
  readonly fit?: ImageFit | undefined;
  /** Chosen by `preference` when absent. */
  readonly format?: ImageFormat | undefined;
  readonly quality?: number | undefined;
  /** How much the caller prefers a format, from 0, which means that it may not support it, to 1. */
  readonly preference: (format: ImageFormat) => number;
}

/** The types that can be resized, with the format for callers that support no newer one. */
const resizableTypes: ReadonlyMap<string, ImageFormat> = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/tiff', 'jpeg'],
  ['image/png', 'png'],
  ['image/gif', 'png'],
  ['image/webp', 'png'],
  ['image/avif', 'jpeg'],
]);

/** Whether a type can be resized: a raster format that all builds of common libraries decode. */
export const isResizable = (mimeType: string): boolean => resizableTypes.has(mimeType);

/**
 * The nearest variant in the lists: the next width, but none beyond the width of the image; the nearest
 * aspect ratio; the nearest quality. Requests for the same pixels get the same variant.
 */
export const nearestVariant = (
  { mimeType, width: original }: Pick<MediaFile, 'mimeType' | 'width'>,
  { width, height, fit = 'cover', format, quality, preference }: RequestedVariant,
): ImageVariant => {
  const chosen = format ?? preferredFormat(resizableTypes.get(mimeType) ?? 'jpeg', preference);
  // Inside a box, an image that is taller than the box can be narrower than the image.
  const isCapped = height === undefined || fit !== 'inside';
  const nextWidth = next(isCapped ? Math.min(width, original ?? width) : width);
  return {
    width: nextWidth,
    box: height === undefined ? undefined : { height: heightFor(nextWidth, width / height), fit },
    format: chosen,
    quality: chosen === 'png' ? undefined : nearest(imageQualities, quality ?? imageQualities[1]),
  };
};

const next = (width: number): number =>
  imageWidths.find((each) => each >= width) ?? Math.max(...imageWidths);

/** @param ratio width by height. */
const heightFor = (width: number, ratio: number): number => {
  const ratios = aspectRatios.map(([across, down]) => across / down);
  const closest = nearest(ratios.map(Math.log), Math.log(ratio));
  return Math.round(width / Math.exp(closest));
};

const nearest = (values: readonly number[], wanted: number): number =>
  values.reduce((best, value) =>
    Math.abs(value - wanted) < Math.abs(best - wanted) ? value : best,
  );

/** WebP comes before AVIF, which takes about ten times as long to make. */
const preferredFormat = (
  fallback: ImageFormat,
  preference: RequestedVariant['preference'],
): ImageFormat => {
  const candidates = (['webp', 'avif'] as const).filter((format) => preference(format) > 0);
  return candidates.reduce<ImageFormat>(
    (best, format) =>
      preference(format) > preference(best) ||
      (best === fallback && preference(format) === preference(best))
        ? format
        : best,
    fallback,
  );
};

/** The name of a variant among those of its file, which is the end of its key. */
export const variantName = ({ width, box, format, quality }: ImageVariant): string => {
  const size = box === undefined ? `w${width}` : `w${width}h${box.height}-${box.fit}`;
  return `${size}${quality === undefined ? '' : `-q${quality}`}.${format}`;
};

/** What the keys of all variants of a file start with, and no other key. */
export const variantPrefix = (key: string): string => `${key}.`;

/** The key under which a variant of the file `key` is stored: in a list it follows the original. */
export const variantKey = (key: string, variant: ImageVariant): string =>
  variantPrefix(key) + variantName(variant);

const variantKeyForm = new RegExp(
  `^(${mediaKeyPattern})\\.w\\d+(?:h\\d+-(?:${imageFits.join('|')}))?(?:-q\\d+)?\\.(?:${imageFormats.join('|')})$`,
);

/** The key of the original, from the key of a variant; undefined for every other key. */
export const originalKeyOf = (key: string): string | undefined => variantKeyForm.exec(key)?.[1];
