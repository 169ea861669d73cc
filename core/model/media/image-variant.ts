import { focusWithin, inThousandths, rounded, type Crop } from './crop.ts';
import type { Focus } from './focus.ts';
import type { MediaFile } from './media-file.ts';

export const imageFits = ['cover', 'contain', 'inside'] as const;
/** How an image fills a box: cropped, with margins, or as large as possible inside it. */
export type ImageFit = (typeof imageFits)[number];

export const imageFormats = ['webp', 'avif', 'jpeg', 'png'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** A smaller version of an image. */
export interface ImageVariant {
  /** Pixels, one of {@link imageSizes}. */
  readonly width: number;
  /** The height and how the image fills the box; undefined to keep the aspect ratio of the image. */
  readonly box: ImageBox | undefined;
  readonly format: ImageFormat;
  /** One of {@link imageQualities}; undefined for PNG, which is lossless. */
  readonly quality: number | undefined;
  /** Whether an animation has to stay one; then it becomes WebP, or no variant. For types that can be animated. */
  readonly isMoving?: boolean | undefined;
  /** The part of the image that is resized, in thousandths; undefined for all of it. The box is about this part. */
  readonly crop?: Crop | undefined;
}

export interface ImageBox {
  /** Pixels, one of {@link imageSizes}. */
  readonly height: number;
  readonly fit: ImageFit;
  /** With `cover`, what the crop is around, in thousandths; undefined for the middle of the image. */
  readonly focus?: Focus | undefined;
}

/** The widths and heights of variants in pixels, ascending. */
export const imageSizes = [160, 320, 480, 640, 800, 1080, 1280, 1600, 1920, 2560] as const;

/** Ascending. */
export const imageQualities = [50, 65, 75, 85, 95] as const;

const defaultQuality = 75;

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

const movingTypes: ReadonlySet<string> = new Set(['image/gif', 'image/webp']);

/**
 * The variant for a request: each number is rounded up to the next of its list, or down to the last one. Without a
 * height, no width beyond that of the image counts.
 */
export const variantFor = (
  file: Pick<MediaFile, 'mimeType' | 'width' | 'focus' | 'crop'>,
  { width, height, fit = 'cover', format, quality = defaultQuality, preference }: RequestedVariant,
): ImageVariant => {
  const { mimeType } = file;
  const crop = inThousandths(file.crop);
  const original = file.width && Math.max(1, Math.round(file.width * (crop?.width ?? 1)));
  const canMove = movingTypes.has(mimeType);
  const formats = canMove ? (['webp'] as const) : (['webp', 'avif'] as const);
  const fallback = resizableTypes.get(mimeType) ?? 'jpeg';
  const chosen = format ?? preferredFormat(formats, fallback, preference);
  const isMoving = canMove && (format === undefined || format === 'webp');
  return {
    // A box keeps its aspect ratio when it shrinks with the image, so its width alone says nothing.
    width: next(imageSizes, height === undefined ? Math.min(width, original ?? width) : width),
    box: height === undefined ? undefined : boxFor(next(imageSizes, height), fit, file),
    format: chosen,
    quality: chosen === 'png' ? undefined : next(imageQualities, quality),
    ...(isMoving && { isMoving }),
    ...(crop && { crop }),
  };
};

/** Which part of an image its variants show, and around what they are cropped further. */
export type ImageView = Pick<MediaFile, 'focus' | 'crop'>;

/** @param view that of the file, whose focus decides for `cover` only. */
export const boxFor = (height: number, fit: ImageFit, { focus, crop }: ImageView): ImageBox => {
  const within = fit === 'cover' ? focusWithin(focus, inThousandths(crop)) : undefined;
  return { height, fit, focus: within && roundedFocus(within) };
};

/** In thousandths. Undefined for the middle, which is also that of a file without a focus. */
const roundedFocus = (focus: Focus): Focus | undefined => {
  const [x, y] = [rounded(focus.x), rounded(focus.y)];
  return x === 0.5 && y === 0.5 ? undefined : { x, y };
};

const next = (values: readonly number[], wanted: number): number =>
  values.find((each) => each >= wanted) ?? Math.max(...values);

/** Whether {@link variantFor} returns it for some request. */
export const isRequestable = ({
  width,
  box,
  format,
  quality,
  isMoving = false,
}: ImageVariant): boolean =>
  isSize(width) &&
  (!isMoving || format === 'webp' || format === 'png') &&
  (box === undefined || isSize(box.height)) &&
  (format === 'png') === (quality === undefined) &&
  (quality === undefined || imageQualities.some((each) => each === quality));

const isSize = (pixels: number): boolean => imageSizes.some((each) => each === pixels);

/** Whether it is one of the ten widths in the four formats, which are made without a limit. */
export const isStandard = ({ box, quality }: ImageVariant): boolean =>
  box === undefined && (quality === undefined || quality === defaultQuality);

/** WebP comes before AVIF, which takes about ten times as long to make. */
const preferredFormat = (
  formats: readonly ImageFormat[],
  fallback: ImageFormat,
  preference: RequestedVariant['preference'],
): ImageFormat => {
  const candidates = formats.filter((format) => preference(format) > 0);
  return candidates.reduce<ImageFormat>(
    (best, format) =>
      preference(format) > preference(best) ||
      (best === fallback && preference(format) === preference(best))
        ? format
        : best,
    fallback,
  );
};
