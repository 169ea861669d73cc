import type { MediaFileDto } from '../../../contracts/operations/media.ts';
import { isResizable } from '../../../contracts/client/vocabulary.ts';

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
