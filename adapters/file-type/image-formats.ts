import type { ForwardReader } from './forward-reader.ts';
import { heifSize } from './heif-size.ts';
import { orientationTag, tiffNumber, heightTag, widthTag } from './tiff-number.ts';

/** The size that is stored, and the Exif orientation (1 to 8) with which the image is displayed. */
export interface StoredSize {
  readonly width: number;
  readonly height: number;
  readonly orientation?: number | undefined;
}

/** @returns undefined if the file has no size. @throws RangeError if it ends before its size. */
type FindSize = (file: ForwardReader) => Promise<StoredSize | undefined>;

/** Exif data that is longer than the segments of JPEG contains more than the orientation. */
const maxExif = 64 * 1024;
/** Many times the directory of a picture of a camera. */
const maxDirectory = 1024 * 1024;

const asciiOf = (view: DataView, at: number, length: number): string =>
  String.fromCharCode(...bytesOf(view).subarray(at, at + length));

const bytesOf = (view: DataView): Uint8Array =>
  new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

/** Browsers ignore broken Exif data. */
const orientationOf = (exif: Uint8Array): number | undefined => {
  try {
    return tiffNumber(exif, orientationTag);
  } catch {
    return undefined;
  }
};

/** Some programs add the prefix of JPEG in other formats too. */
const exifPrefix = 'Exif\0\0';

const readExif = async (
  file: ForwardReader,
  at: number,
  length: number,
): Promise<number | undefined> => {
  const exif = await file.read(at, Math.min(length, maxExif));
  const hasPrefix = asciiOf(exif, 0, exifPrefix.length) === exifPrefix;
  return orientationOf(bytesOf(exif).subarray(hasPrefix ? exifPrefix.length : 0));
};

/** Segments until the frame (ITU-T T.81, annex B). */
export const jpegSize: FindSize = async (file) => {
  let orientation: number | undefined;
  for (let at = 2; ;) {
    const start = await file.read(at, 2);
    const marker = start.getUint8(1);
    if (start.getUint8(0) !== 0xff) return undefined;
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker === 0xd9 || marker === 0xda) return undefined;
    else {
      const length = (await file.read(at + 2, 2)).getUint16(0);
      if (isFrame(marker)) {
        const frame = await file.read(at + 5, 4);
        return { width: frame.getUint16(2), height: frame.getUint16(0), orientation };
      }
      if (marker === 0xe1 && orientation === undefined && length > 8) {
        const isExif = asciiOf(await file.read(at + 4, 6), 0, 6) === exifPrefix;
        if (isExif) orientation = await readExif(file, at + 4, length - 2);
      }
      at += 2 + Math.max(2, length);
    }
  }
};

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Exif data can be anywhere before the pixels (PNG specification, third edition, section 5.6). */
export const pngOrientation = async (file: ForwardReader): Promise<number | undefined> => {
  for (let at = 33; ;) {
    const header = await file.read(at, 8);
    const [length, type] = [header.getUint32(0), asciiOf(header, 4, 4)];
    if (type === 'eXIf') return readExif(file, at + 8, length);
    if (type === 'IDAT' || type === 'IEND') return undefined;
    at += 12 + length;
  }
};

const hasExif = 0x08;

/** Exif data is behind the pixels. */
export const webpOrientation = async (file: ForwardReader): Promise<number | undefined> => {
  const start = await file.read(12, 9);
  const isExtended = asciiOf(start, 0, 4) === 'VP8X';
  if (!isExtended || (start.getUint8(8) & hasExif) === 0) return undefined;
  for (let at = 12; ;) {
    const header = await file.read(at, 8);
    const length = header.getUint32(4, true);
    if (asciiOf(header, 0, 4) === 'EXIF') return readExif(file, at + 8, length);
    at += 8 + length + (length % 2);
  }
};

/** The directory is anywhere, mostly at the end. BigTIFF has another layout, and no size here. */
export const tiffSize: FindSize = async (file) => {
  const header = await file.read(0, 8);
  const isLittle = header.getUint8(0) === 0x49;
  const at = header.getUint32(4, isLittle);
  if (at < 8) return undefined;
  const start = bytesOf(header).slice();
  const count = (await file.read(at, 2)).getUint16(0, isLittle);
  const directory = bytesOf(await file.read(at, 2 + 12 * count));
  // The same file with its directory behind its header.
  const short = new Uint8Array(8 + directory.length);
  short.set(start);
  short.set(directory, 8);
  new DataView(short.buffer).setUint32(4, 8, isLittle);
  const [width = 0, height = 0, orientation] = [widthTag, heightTag, orientationTag].map((tag) =>
    tiffNumber(short, tag),
  );
  return { width, height, orientation };
};

/** The boxes that describe an image are before its pixels, or behind them. */
export const heifImageSize: FindSize = async (file) => {
  for (let at = 0; ;) {
    const header = await file.read(at, 8);
    const short = header.getUint32(0);
    const length = short === 1 ? Number((await file.read(at + 8, 8)).getBigUint64(0)) : short;
    if (asciiOf(header, 4, 4) === 'meta') {
      return length > maxDirectory ? undefined : heifSize(bytesOf(await file.read(at, length)));
    }
    // The last box may have no length.
    if (length < 8) return undefined;
    at += length;
  }
};
