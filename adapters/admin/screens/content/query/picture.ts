import { imageUrl, isOwnFile } from '../../../media/image-url.ts';
import { thumbnailUrl } from '../../../media/thumbnail.ts';

const imageTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  svg: 'image/svg+xml',
};

/** The name of the file at a URL. */
export const fileNameIn = (url: string): string => url.split(/[?#]/)[0]?.split('/').at(-1) ?? url;

/** A small version of the image that a field names; undefined if it is none, or not of this service. */
export const smallImage = (value: string, width: number): string | undefined => {
  const url = imageUrl(value);
  const mimeType = imageTypes[fileNameIn(value).split('.').at(-1)?.toLowerCase() ?? ''];
  if (url === undefined || mimeType === undefined || !isOwnFile(url)) return undefined;
  return thumbnailUrl({ mimeType, url }, width);
};
