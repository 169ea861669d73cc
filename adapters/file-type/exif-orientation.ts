import { orientationTag, tiffNumber } from './tiff-number.ts';

/** The bytes of Exif data, which is a TIFF file. */
type Exif = Uint8Array;

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const asciiAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/**
 * The orientation (1 to 8) in the Exif data of a PNG or a WebP, as far as its first bytes contain it. Browsers
 * differ for WebP; smaller versions of an image are oriented by it.
 *
 * @throws RangeError if the data is cut off.
 */
export const exifOrientation = (head: Uint8Array, mimeType: string): number => {
  const exif = mimeType === 'image/png' ? exifOfPng(head) : exifOfWebp(head);
  return exif === undefined ? 1 : (tiffNumber(exif, orientationTag) ?? 1);
};

/** PNG specification, third edition, section 11.3.4.5. */
const exifOfPng = (head: Uint8Array): Exif | undefined => {
  for (let at = 8; at + 8 <= head.length;) {
    const length = viewOf(head).getUint32(at);
    if (asciiAt(head, at + 4, 4) === 'eXIf') return head.subarray(at + 8, at + 8 + length);
    at += 12 + length;
  }
  return undefined;
};

const exifOfWebp = (head: Uint8Array): Exif | undefined => {
  for (let at = 12; at + 8 <= head.length;) {
    const length = viewOf(head).getUint32(at + 4, true);
    if (asciiAt(head, at, 4) === 'EXIF') {
      // Some programs add the prefix that JPEG has.
      const start = asciiAt(head, at + 8, 4) === 'Exif' ? at + 14 : at + 8;
      return head.subarray(start, at + 8 + length);
    }
    at += 8 + length + (length % 2);
  }
  return undefined;
};
