import type { MediaFileDto } from '../../../contracts/operations/media.ts';
import { isResizable } from '../../../contracts/client/vocabulary.ts';

/** Of every image in lists, in CSS pixels, so that one list shows at once what the browser has for another. */
export const imageWidth = 320;

/** Of the image in the dialog of a file, in CSS pixels. */
export const previewWidth = 960;

/** The key of a file of this service, by its URL. */
export const fileKeyOf = (url: string): string => url.split('/').slice(-2).join('/');

/** The image formats that every supported browser displays, besides those that the service resizes. */
const displayed: ReadonlySet<string> = new Set(['image/bmp', 'image/x-icon', 'image/svg+xml']);

/**
 * The URL of an image for a box of this width in CSS pixels; undefined for a file that browsers do not
 * display. A smaller version comes from this service, because the files may be served by a bucket, which
 * has originals only.
 */
export const thumbnailUrl = (
  { mimeType, url }: Pick<MediaFileDto, 'mimeType' | 'url'>,
  width: number,
): string | undefined => {
  if (!isResizable(mimeType)) return displayed.has(mimeType) ? url : undefined;
  return `/files/${fileKeyOf(url)}?w=${Math.ceil(width * (globalThis.devicePixelRatio ?? 1))}`;
};

/** As {@link thumbnailUrl}, of the whole image: smaller versions show only its crop, so it is the original if there is one. */
export const wholeUrl = (
  file: Pick<MediaFileDto, 'mimeType' | 'url' | 'crop'>,
  width: number,
): string | undefined =>
  file.crop === undefined || !isResizable(file.mimeType)
    ? thumbnailUrl(file, width)
    : `/files/${fileKeyOf(file.url)}`;
