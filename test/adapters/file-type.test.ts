import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import * as samples from '../conformance/media/media-samples.ts';
import { FileTypeMediaInspector } from '../../adapters/file-type/file-type-media-inspector.ts';
import { inspectedBytes, parseMediaType } from '../../core/index.ts';
import { asciiBytes } from '../conformance/bytes.ts';
import { mediaInspectorSuite } from '../conformance/media/media-inspector.ts';
import { registerSuite } from '../conformance/suite.ts';
import { anyText } from '../support/http/any-text.ts';

const inspector = new FileTypeMediaInspector();

registerSuite(mediaInspectorSuite, async () => ({ subject: { inspector } }), test);

const typeOf = async (head: Uint8Array, name = 'file') =>
  (await inspector.inspect(head, name)).mimeType;

/** Whether the core accepts a file of this type. */
const isAccepted = async (head: Uint8Array, name = 'file'): Promise<boolean> => {
  const type = await typeOf(head, name);
  try {
    return parseMediaType({ mimeType: type }) !== undefined;
  } catch {
    return false;
  }
};

describe('names of the library are mapped to the names of the core', () => {
  const named: readonly (readonly [name: string, extension: string, head: Uint8Array])[] = [
    ['an animated PNG', 'png', apng()],
    ['a HEIC without its own brand', 'heic', samples.isoMedia('mif1')],
    ['an M4A', 'm4a', samples.isoMedia('M4A ')],
    ['an M4V', 'mp4', samples.isoMedia('M4V ')],
    ['a FLAC', 'flac', samples.flac],
    ['an Opus file', 'ogg', opus()],
    ['a Matroska', 'mkv', samples.ebml('matroska')],
    ['a bitmap', 'bmp', bitmap()],
    ['an icon', 'ico', asciiBytes('\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0')],
    ['an AAC', 'aac', asciiBytes(`\xff\xf1\x50\x80\x02\x1f\xfc${'\0'.repeat(60)}`)],
  ];
  test.each(named)('%s', async (_, extension, head) => {
    expect(parseMediaType({ mimeType: await typeOf(head) }).extension).toBe(extension);
  });
});

function apng(): Uint8Array {
  const still = samples.png(3, 2);
  const control = asciiBytes(`\0\0\0\x08acTL\0\0\0\x01${'\0'.repeat(8)}`);
  return Uint8Array.from([...still.slice(0, 33), ...control, ...still.slice(33)]);
}

function opus(): Uint8Array {
  return asciiBytes(`OggS\0\x02${'\0'.repeat(22)}OpusHead${'\0'.repeat(60)}`);
}

function bitmap(): Uint8Array {
  return asciiBytes(`BM${'\0'.repeat(16)}\x03\0\0\0\x02\0\0\0${'\0'.repeat(30)}`);
}

describe('CVE-2022-29894, CVE-2022-27952: pages and programs are rejected under any name', () => {
  const names = ['a.png', 'a.svg', 'a.txt', 'a.csv', 'a.pdf', 'a', 'a.html', 'a.php.jpg'];
  const contents = {
    page: '<!doctype html><script>alert(1)</script>',
    'page after white space': '\n\t <html>',
    'page in capitals': '<HTML><BODY ONLOAD=alert(1)>',
    'page with a byte order mark': '\xef\xbb\xbf<html>',
    'page of XML': '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>',
    'style sheet of XML': '<?xml-stylesheet href="x"?><x/>',
    'HTML fragment': '<img src=x onerror=alert(1)>',
    'program for a shell': '#!/usr/bin/env node\n',
    'program for a server': '<?= system($_GET[0]) ?>',
    'page in UTF-16': '\xff\xfe<\0h\0t\0m\0l\0>\0',
    'program for Windows': 'MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0',
    'archive of programs':
      'PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x05\0\0\0a.exe',
  };
  test.each(Object.entries(contents))('%s', async (_, content) => {
    for (const name of names) expect(await isAccepted(asciiBytes(content), name), name).toBe(false);
  });
});

test('a compound file is accepted only with the extension of an old Office file', async () => {
  for (const name of [
    'mail.msg',
    'setup.msi',
    'noname',
    'doc',
    'a.doc.exe',
    '__proto__',
    'a.constructor',
  ]) {
    expect(await isAccepted(samples.compoundFile, name), name).toBe(false);
  }
});

test('the size of an SVG is read from attributes in any syntax', async () => {
  const size = { width: 12, height: 8 };
  for (const attributes of [
    'width="12" height="8"',
    "height='8.4px' width='12px'",
    '\n\twidth = " 11.5 "\n\theight = "8"',
    'data-a="1>0" width="12" height="8"',
  ]) {
    const facts = await inspector.inspect(asciiBytes(`<svg ${attributes}/>`), 'a.svg');
    expect(facts, attributes).toMatchObject(size);
  }
});

test('an Office document is recognized by its first bytes', async () => {
  const whole = samples.officeOpenXml('wordprocessingml.document');
  const long = Uint8Array.from([
    ...whole,
    ...samples.zip({ 'word/media/a.png': 'x'.repeat(99_999) }),
  ]);
  expect(parseMediaType({ mimeType: await typeOf(long.slice(0, inspectedBytes)) }).extension).toBe(
    'docx',
  );
});

test('the size of a JPEG is found after an embedded preview', async () => {
  const photo = samples.jpeg(3, 2);
  const preview = asciiBytes(`\xff\xe2\xea\x60${'x'.repeat(60_000 - 2)}`);
  const head = Uint8Array.from([...photo.slice(0, 2), ...preview, ...photo.slice(2)]);
  expect(await inspector.inspect(head, 'a.jpg')).toMatchObject({ width: 3, height: 2 });
});

describe('a crafted file does not cause an endless loop', () => {
  const box = (type: string, size: string, content = '') => `${size}${type}${content}`;
  const start = box('ftyp', '\0\0\0\x10', 'heic\0\0\0\0');
  const metaTo = (end: string) =>
    `${start}\0\0\x01\0meta\0\0\0\0\0\0\0\xf0iprp\0\0\0\xe8ipco${end}${'\0'.repeat(300)}`;
  const crafted = {
    'GHSA-m5qc-5hw7-8vg7: a box of size 0': `${start}\0\0\0\0free${'\0'.repeat(500)}`,
    'GHSA-m5qc-5hw7-8vg7: an unknown header': `\0\0\0\0JXL ${'\0'.repeat(500)}`,
    'GHSA-5p2g-fcmc-qvqq: an image size of size 0': metaTo('\0\0\0\0ispe'),
    'GHSA-5p2g-fcmc-qvqq: an image size that is too short': metaTo('\0\0\0\x08ispe'),
    'GHSA-5p2g-fcmc-qvqq: a JPEG XL part of size 0': `\0\0\0\x0cJXL \r\n\x87\n\0\0\0\x14ftypjxl ${'\0'.repeat(8)}\0\0\0\0jxlp${'\0'.repeat(500)}`,
    'GHSA-mhxj-85r3-2x55: an endless Matroska': `\x1aE\xdf\xa3\x01${'\xff'.repeat(500)}`,
    'an ASF object of size 0': `0&\xb2u\x8ef\xcf\x11\xa6\xd9\0\xaa\0b\xcel${'\0'.repeat(500)}`,
    'an endless ID3 header': 'ID3\x04\0\0\x7f\x7f\x7f\x7f',
    'an unterminated comment': `<!--${'-'.repeat(60_000)}`,
    'an unterminated document type': `<!DOCTYPE ${'['.repeat(60_000)}`,
    'an unterminated tag': `<svg ${'a="'.repeat(20_000)}`,
    'endless white space': `<svg width${' '.repeat(60_000)}`,
    'many comments': '<!---->'.repeat(9_000),
  };
  test.each(Object.entries(crafted))('%s', async (_, content) => {
    const facts = await inspector.inspect(asciiBytes(content), 'a.bin');
    expect(facts).toMatchObject({ width: undefined, height: undefined });
  });
});

test('the inspector does not throw for any bytes and name', async () => {
  const starts = [samples.png(9, 9), samples.gif(9, 9), samples.jpeg(9, 9, 6), samples.webp(9, 9)];
  const others = [
    samples.avif(9, 9),
    samples.isoMedia('heic'),
    samples.zip({ a: 'b' }),
    samples.mp3,
  ];
  const start = fc.constantFrom(new Uint8Array(0), ...starts, ...others, asciiBytes('<svg '));
  const head = fc.tuple(start, fc.nat(80), fc.uint8Array({ maxLength: 200 }));
  await fc.assert(
    fc.asyncProperty(head, anyText(), async ([bytes, cut, rest], name) => {
      const { textProblem, ...facts } = await inspector.inspect(
        Uint8Array.from([...bytes.slice(0, cut), ...rest]),
        name,
      );
      expect(Object.keys(facts).toSorted()).toEqual(['height', 'mimeType', 'width']);
      if (textProblem !== undefined) expect(facts.mimeType).toBeUndefined();
    }),
    { numRuns: 2_000 },
  );
});

const sizeOf = async (bytes: Uint8Array) => {
  const { width, height } = await inspector.inspect(bytes, 'picture');
  return [width, height];
};

const picture = (orientation: number) =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#f00' } }).withMetadata({
    orientation,
  });

const formats = ['jpeg', 'png', 'webp', 'avif', 'tiff'] as const;

test.each(formats)('the size of a %s is that of the oriented image', async (format) => {
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const bytes = await picture(orientation).toFormat(format).toBuffer();
    const { info } = await sharp(bytes).autoOrient().toBuffer({ resolveWithObject: true });
    expect(await sizeOf(bytes), `${orientation}`).toEqual([info.width, info.height]);
    expect(info.width, `${orientation}`).toBe(orientation < 5 ? 30 : 20);
  }
});

test('Exif data that is cut off or nonsense does not change the size', async () => {
  for (const format of ['png', 'webp'] as const) {
    const bytes = await picture(6).toFormat(format).toBuffer();
    const at = bytes.indexOf(format === 'png' ? 'eXIf' : 'EXIF');
    expect(at).toBeGreaterThan(0);
    expect(await sizeOf(bytes.subarray(0, at + 20))).toEqual([30, 20]);
    const broken = Buffer.from(bytes);
    broken.fill(0xff, at + 8, at + 30);
    expect(await sizeOf(broken)).toEqual([30, 20]);
  }
});

test('a TIFF whose directory is not among the first bytes has no size', async () => {
  const bytes = await picture(6).tiff({ compression: 'none' }).toBuffer();
  expect(await sizeOf(bytes.subarray(0, 40))).toEqual([undefined, undefined]);
});

test('a BigTIFF, whose numbers are in other places, has no size', async () => {
  const tag = (name: number, value: number) => [
    name & 255,
    name >> 8,
    3,
    0,
    1,
    0,
    0,
    0,
    value,
    0,
    0,
    0,
  ];
  const tags = [...tag(0x0100, 30), ...tag(0x0101, 20)];
  const fileOf = (version: number) =>
    Buffer.from([0x49, 0x49, version, 0, 8, 0, 0, 0, 2, 0, ...tags]);
  expect(await sizeOf(fileOf(42))).toEqual([30, 20]);
  expect(await sizeOf(fileOf(43))).toEqual([undefined, undefined]);
});

test('an icon has the size of its largest image', async () => {
  const image = (width: number, height: number) =>
    Buffer.from([width, height, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  const icon = (...images: readonly Buffer[]) =>
    Buffer.concat([Buffer.from([0, 0, 1, 0, images.length, 0]), ...images]);
  expect(await sizeOf(icon(image(16, 24)))).toEqual([16, 24]);
  expect(await sizeOf(icon(image(16, 16), image(0, 0), image(32, 32)))).toEqual([256, 256]);
});

const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);

const u32 = (value: number) => Buffer.concat([u16(value >>> 16), u16(value & 0xffff)]);

const box = (type: string, ...content: readonly Uint8Array[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type), body]);
};

/** A HEIC whose first image is a tile; the second is the primary one. */
const heic = (...properties: readonly Buffer[]) =>
  Buffer.concat([
    box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic')),
    box(
      'meta',
      u32(0),
      box('pitm', u32(0), u16(2)),
      box(
        'iprp',
        box('ipco', ispe(512, 512), ispe(4032, 3024), ...properties),
        box(
          'ipma',
          u32(0),
          u32(2),
          Buffer.concat([u16(1), Buffer.from([1, 1])]),
          Buffer.concat([
            u16(2),
            Buffer.from([1 + properties.length, 0x82, ...properties.map((_, n) => n + 3)]),
          ]),
        ),
      ),
    ),
  ]);

const ispe = (width: number, height: number) => box('ispe', u32(0), u32(width), u32(height));

const irot = (turns: number) => box('irot', Buffer.from([turns]));

const clap = (width: number, height: number) =>
  box('clap', ...[width, 1, height, 1, 0, 1, 0, 1].map(u32));

test('the size of a HEIC is that of its primary image, cropped and rotated', async () => {
  expect(await sizeOf(heic())).toEqual([4032, 3024]);
  expect(await sizeOf(heic(irot(0)))).toEqual([4032, 3024]);
  expect(await sizeOf(heic(irot(2)))).toEqual([4032, 3024]);
  expect(await sizeOf(heic(irot(1)))).toEqual([3024, 4032]);
  expect(await sizeOf(heic(clap(4000, 3000), irot(3)))).toEqual([3000, 4000]);
  expect(await sizeOf(heic(box('imir', Buffer.from([1]))))).toEqual([4032, 3024]);
});

const svgs = [
  ['width="10" height="20"', [10, 20]],
  ["width=' 10px ' height='20.4'", [10, 20]],
  ['width="10cm" height="50mm"', [378, 189]],
  ['width="100" height=".5in"', [100, 48]],
  ['width="10pt" height="2PC"', [13, 32]],
  ['width="40Q" height="10"', [38, 10]],
  ['width="50%" height="20"', [undefined, undefined]],
  ['width="10em" height="5"', [undefined, undefined]],
  ['width="" height="5"', [undefined, undefined]],
  ['viewBox="0 0 20 40"', [undefined, undefined]],
] as const;

test.each(svgs)('an SVG with %s has the size %j', async (attributes, size) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`;
  expect(await sizeOf(Buffer.from(svg))).toEqual(size);
});

test('a bitmap with its first row on top and an animation have the size of one frame', async () => {
  const bitmap = Buffer.alloc(58);
  bitmap.write('BM');
  bitmap.writeUInt32LE(58, 2);
  bitmap.writeUInt32LE(54, 10);
  bitmap.writeUInt32LE(40, 14);
  bitmap.writeInt32LE(30, 18);
  bitmap.writeInt32LE(-20, 22);
  bitmap.writeUInt16LE(1, 26);
  bitmap.writeUInt16LE(24, 28);
  expect(await sizeOf(bitmap)).toEqual([30, 20]);
  const frame = { create: { width: 30, height: 20, channels: 3, background: '#f00' } } as const;
  const other = { create: { ...frame.create, background: '#00f' } } as const;
  const frames = await Promise.all([frame, other].map((each) => sharp(each).png().toBuffer()));
  for (const format of ['gif', 'webp'] as const) {
    const animated = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
    expect((await sharp(animated, { animated: true }).metadata()).pages).toBe(2);
    expect(await sizeOf(animated)).toEqual([30, 20]);
  }
});
