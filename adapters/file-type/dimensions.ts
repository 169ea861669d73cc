import { imageSize } from 'image-size';
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

/** Orientations of Exif from this one on lay the picture on its side. */
const firstSideways = 5;

/** The size at which a raster image is shown; none when its first bytes do not tell. */
export const rasterDimensions = (head: Uint8Array, mimeType: string): Dimensions => {
  if (!measurable.has(mimeType)) return noDimensions;
  try {
    const { width, height, orientation = 1 } = imageSize(head);
    return orientation < firstSideways ? plausible(width, height) : plausible(height, width);
  } catch {
    // A broken image is stored as it came; it only has no size.
    return noDimensions;
  }
};

/** The size that an SVG gives itself in plain numbers or pixels. */
export const svgDimensions = (text: string): Dimensions => {
  const tag = rootTag(text) ?? '';
  return plausible(lengthOf('width', tag), lengthOf('height', tag));
};

const lengthOf = (attribute: string, tag: string): number => {
  const form = new RegExp(`\\s${attribute}\\s*=\\s*(["'])\\s*(\\d{1,6}(?:\\.\\d+)?)(?:px)?\\s*\\1`);
  return Math.round(Number(form.exec(tag)?.[2]));
};

const plausible = (across: number, down: number): Dimensions =>
  isPixels(across) && isPixels(down) ? { width: across, height: down } : noDimensions;

/** The most that PNG allows (its specification, section 7.1) and that stores have room for. */
const mostPixels = 2 ** 31 - 1;

const isPixels = (count: number): boolean =>
  Number.isSafeInteger(count) && count > 0 && count <= mostPixels;
