import type { MediaFileDto } from '../../../contracts/media.ts';

/** The image formats that every supported browser displays. */
const displayed: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-icon',
  'image/svg+xml',
]);

/**
 * The URL of an image for a box of this width in CSS pixels; undefined for a file that browsers do not
 * display. The service has only the original so far, which is the same for every width.
 */
export const thumbnailUrl = (
  { mimeType, url }: Pick<MediaFileDto, 'mimeType' | 'url'>,
  _width: number,
): string | undefined => (displayed.has(mimeType) ? url : undefined);
