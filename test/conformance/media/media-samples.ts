import { asciiBytes } from '../bytes.ts';

// The shortest files from which their formats can be recognized.

const joined = (...parts: readonly (Uint8Array | string)[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => Array.from(typeof part === 'string' ? asciiBytes(part) : part)),
  );

const bigEndian = (value: number, size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, at) => Math.floor(value / 256 ** (size - 1 - at)) & 0xff);

const littleEndian = (value: number, size: number): Uint8Array => bigEndian(value, size).reverse();

const zeros = (size: number): Uint8Array => new Uint8Array(size);

export const png = (width: number, height: number): Uint8Array =>
  joined(
    '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
    bigEndian(width, 4),
    bigEndian(height, 4),
    '\x08\x06\0\0\0',
    zeros(4),
    '\0\0\0\0IDAT',
    zeros(4),
  );

export const gif = (width: number, height: number, rest = ';'): Uint8Array =>
  joined('GIF89a', littleEndian(width, 2), littleEndian(height, 2), '\0\0\0', rest);

/** @param orientation Exif orientation, 1 to 8; from 5 on the image is stored rotated by 90 degrees. */
export const jpeg = (width: number, height: number, orientation = 1): Uint8Array => {
  const exif = joined('Exif\0\0', exifOf(orientation));
  return joined(
    '\xff\xd8\xff\xe1',
    bigEndian(exif.length + 2, 2),
    exif,
    '\xff\xc0\0\x11\x08',
    bigEndian(height, 2),
    bigEndian(width, 2),
    '\x03\x01\x22\0\x02\x11\x01\x03\x11\x01\xff\xda\0\x0c\xff\xd9',
  );
};

export const webp = (width: number, height: number): Uint8Array =>
  joined(
    'RIFF',
    littleEndian(22, 4),
    'WEBPVP8X',
    littleEndian(10, 4),
    zeros(4),
    littleEndian(width - 1, 3),
    littleEndian(height - 1, 3),
  );

/** A box of the ISO base media file format, which AVIF, HEIC and MP4 consist of. */
const box = (type: string, ...content: readonly (Uint8Array | string)[]): Uint8Array => {
  const body = joined(...content);
  return joined(bigEndian(body.length + 8, 4), type, body);
};

export const avif = (width: number, height: number): Uint8Array => {
  const size = box('ispe', zeros(4), bigEndian(width, 4), bigEndian(height, 4));
  const properties = box('iprp', box('ipco', size));
  return joined(
    box('ftyp', 'avif', zeros(4), 'avifmif1'),
    box('meta', zeros(4), box('hdlr', zeros(24)), properties),
    box('mdat', zeros(8)),
  );
};

const exifOf = (orientation: number): Uint8Array => {
  const entry = joined('\x01\x12\0\x03\0\0\0\x01', bigEndian(orientation, 2), '\0\0');
  return joined('MM\0*\0\0\0\x08\0\x01', entry, zeros(4));
};

/** Images of 300 × 200 pixels whose size, or orientation, is behind 80 KB of other data. All are shown as 200 × 300. */
export const lateSizes = (): Readonly<Record<string, Uint8Array>> => {
  const filling = zeros(40_000);
  const [first, rest] = [jpeg(300, 200, 6).slice(0, 2), jpeg(300, 200, 6).slice(2)];
  const segment = joined('\xff\xed', bigEndian(filling.length + 2, 2), filling);
  const pngStart = png(300, 200).slice(0, 33);
  const chunk = (type: string, content: Uint8Array) =>
    joined(bigEndian(content.length, 4), type, content, zeros(4));
  const webpExif = joined('EXIF', littleEndian(exifOf(6).length, 4), exifOf(6));
  const webpStart = webp(300, 200).slice();
  webpStart[20] = 0x08;
  const tag = (name: number, value: number) =>
    joined(bigEndian(name, 2), '\0\x03\0\0\0\x01', bigEndian(value, 2), '\0\0');
  const size = box('ispe', zeros(4), bigEndian(300, 4), bigEndian(200, 4));
  return {
    jpeg: joined(first, segment, segment, rest),
    png: joined(
      pngStart,
      chunk('iCCP', zeros(80_000)),
      chunk('eXIf', exifOf(6)),
      png(300, 200).slice(33),
    ),
    webp: joined(webpStart, 'VP8 ', littleEndian(80_000, 4), zeros(80_000), webpExif),
    tiff: joined(
      'MM\0*',
      bigEndian(80_008, 4),
      zeros(80_000),
      '\0\x03',
      tag(0x100, 300),
      tag(0x101, 200),
      tag(0x112, 6),
      zeros(4),
    ),
    avif: joined(
      box('ftyp', 'avif', zeros(4), 'avifmif1'),
      box('mdat', zeros(80_000)),
      box('meta', zeros(4), box('iprp', box('ipco', size, box('irot', '\x01')))),
    ),
  };
};

/** @param brand the major brand, for example `isom` or `qt  `. */
export const isoMedia = (brand: string): Uint8Array =>
  joined(box('ftyp', brand, zeros(4), brand), box('mdat', zeros(64)));

export const wave = joined('RIFF', littleEndian(36, 4), 'WAVEfmt ', littleEndian(16, 4), zeros(64));
export const mp3 = joined('ID3\x03\0\0\0\0\0\0', '\xff\xfb\x90\x64', zeros(500));
export const flac = joined('fLaC', zeros(64));
export const oggVorbis = joined('OggS\0\x02', zeros(22), '\x01vorbis', zeros(64));
export const oggVideo = joined('OggS\0\x02', zeros(22), '\x80theora', zeros(64));

/** @param kind `webm` or `matroska`. */
export const ebml = (kind: string): Uint8Array =>
  joined(
    '\x1aE\xdf\xa3',
    Uint8Array.of(0x83 + kind.length),
    'B\x82',
    Uint8Array.of(0x80 + kind.length),
    kind,
    zeros(64),
  );

export const pdf = asciiBytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< >>\nendobj\n');

/** A ZIP archive of uncompressed entries, without its directory: like the first bytes of a long archive. */
export const zip = (entries: Readonly<Record<string, string>>): Uint8Array =>
  joined(
    ...Object.entries(entries).map(([name, content]) =>
      joined(
        'PK\x03\x04\x14\0\0\0\0\0\0\0\0\0',
        zeros(4),
        littleEndian(content.length, 4),
        littleEndian(content.length, 4),
        littleEndian(name.length, 2),
        zeros(2),
        name,
        content,
      ),
    ),
  );

const office = 'application/vnd.openxmlformats-officedocument';

/** @param type the type of the main part, for example `wordprocessingml.document`. */
export const officeOpenXml = (type: string): Uint8Array =>
  zip({
    '[Content_Types].xml': `<Types><Override PartName="/main.xml" ContentType="${office}.${type}.main+xml"/></Types>`,
    '_rels/.rels': '<Relationships/>',
  });

/** @param type for example `text` or `spreadsheet`. */
export const openDocument = (type: string): Uint8Array =>
  zip({ mimetype: `application/vnd.oasis.opendocument.${type}`, 'content.xml': '<x/>' });

/** The format of Word, Excel and PowerPoint before 2007. */
export const compoundFile = joined('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', zeros(504));
export const program = joined('MZ\x90\0\x03\0\0\0', zeros(100));
export const gzip = joined('\x1f\x8b\x08\0', zeros(100));
