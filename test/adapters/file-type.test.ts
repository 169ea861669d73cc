import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FileTypeMediaInspector } from '../../adapters/file-type/file-type-media-inspector.ts';
import { inspectedBytes, parseMediaType } from '../../core/index.ts';
import { asciiBytes } from '../conformance/bytes.ts';
import { mediaInspectorSuite } from '../conformance/media-inspector.ts';
import * as samples from '../conformance/media-samples.ts';
import { registerSuite } from '../conformance/suite.ts';

const inspector = new FileTypeMediaInspector();

registerSuite(mediaInspectorSuite, async () => ({ subject: { inspector } }), test);

const typeOf = async (head: Uint8Array, name = 'file') =>
  (await inspector.inspect(head, name)).mimeType;

/** Whether the core takes a file for storage. */
const isTaken = async (head: Uint8Array, name = 'file'): Promise<boolean> => {
  const type = await typeOf(head, name);
  try {
    return parseMediaType(type) !== undefined;
  } catch {
    return false;
  }
};

describe('what the library calls a kind of file is called as the core does', () => {
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
    expect(parseMediaType(await typeOf(head)).extension).toBe(extension);
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

describe('CVE-2022-29894, CVE-2022-27952: a page or a program is not taken, whatever its name', () => {
  const names = ['a.png', 'a.svg', 'a.txt', 'a.csv', 'a.pdf', 'a', 'a.html', 'a.php.jpg'];
  const contents = {
    page: '<!doctype html><script>alert(1)</script>',
    'page after blanks': '\n\t <html>',
    'page in capitals': '<HTML><BODY ONLOAD=alert(1)>',
    'page with a byte order mark': '\xef\xbb\xbf<html>',
    'page of XML': '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>',
    'style sheet of XML': '<?xml-stylesheet href="x"?><x/>',
    'piece of a page': '<img src=x onerror=alert(1)>',
    'program for a shell': '#!/usr/bin/env node\n',
    'program for a server': '<?= system($_GET[0]) ?>',
    'page in UTF-16': '\xff\xfe<\0h\0t\0m\0l\0>\0',
    'program for Windows': 'MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0',
    'archive of programs':
      'PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x05\0\0\0a.exe',
  };
  test.each(Object.entries(contents))('%s', async (_, content) => {
    for (const name of names) expect(await isTaken(asciiBytes(content), name), name).toBe(false);
  });
});

test('a container of old office files is not taken under any other name', async () => {
  for (const name of [
    'mail.msg',
    'setup.msi',
    'noname',
    'doc',
    'a.doc.exe',
    '__proto__',
    'a.constructor',
  ]) {
    expect(await isTaken(samples.compoundFile, name), name).toBe(false);
  }
});

test('an SVG tells its size in numbers or pixels, however its attributes are written', async () => {
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

test('an office document is told by its first bytes alone', async () => {
  const whole = samples.officeOpenXml('wordprocessingml.document');
  const long = Uint8Array.from([
    ...whole,
    ...samples.zip({ 'word/media/a.png': 'x'.repeat(99_999) }),
  ]);
  expect(parseMediaType(await typeOf(long.slice(0, inspectedBytes))).extension).toBe('docx');
});

test('the size of a JPEG is told although a preview stands before it', async () => {
  const photo = samples.jpeg(3, 2);
  const preview = asciiBytes(`\xff\xe2\xea\x60${'x'.repeat(60_000 - 2)}`);
  const head = Uint8Array.from([...photo.slice(0, 2), ...preview, ...photo.slice(2)]);
  expect(await inspector.inspect(head, 'a.jpg')).toMatchObject({ width: 3, height: 2 });
});

describe('a crafted file is answered, not chewed on for ever', () => {
  const box = (type: string, size: string, content = '') => `${size}${type}${content}`;
  const start = box('ftyp', '\0\0\0\x10', 'heic\0\0\0\0');
  const metaTo = (end: string) =>
    `${start}\0\0\x01\0meta\0\0\0\0\0\0\0\xf0iprp\0\0\0\xe8ipco${end}${'\0'.repeat(300)}`;
  const crafted = {
    'GHSA-m5qc-5hw7-8vg7: a box of no size': `${start}\0\0\0\0free${'\0'.repeat(500)}`,
    'GHSA-m5qc-5hw7-8vg7: an unknown start': `\0\0\0\0JXL ${'\0'.repeat(500)}`,
    'GHSA-5p2g-fcmc-qvqq: a picture size of no size': metaTo('\0\0\0\0ispe'),
    'GHSA-5p2g-fcmc-qvqq: a picture size that is too short': metaTo('\0\0\0\x08ispe'),
    'GHSA-5p2g-fcmc-qvqq: a JPEG XL part of no size': `\0\0\0\x0cJXL \r\n\x87\n\0\0\0\x14ftypjxl ${'\0'.repeat(8)}\0\0\0\0jxlp${'\0'.repeat(500)}`,
    'GHSA-mhxj-85r3-2x55: a Matroska without an end': `\x1aE\xdf\xa3\x01${'\xff'.repeat(500)}`,
    'an ASF object of no size': `0&\xb2u\x8ef\xcf\x11\xa6\xd9\0\xaa\0b\xcel${'\0'.repeat(500)}`,
    'an ID3 header without an end': 'ID3\x04\0\0\x7f\x7f\x7f\x7f',
    'a comment without an end': `<!--${'-'.repeat(60_000)}`,
    'a document type without an end': `<!DOCTYPE ${'['.repeat(60_000)}`,
    'a tag without an end': `<svg ${'a="'.repeat(20_000)}`,
    'blanks without an end': `<svg width${' '.repeat(60_000)}`,
    'many comments': '<!---->'.repeat(9_000),
  };
  test.each(Object.entries(crafted))('%s', async (_, content) => {
    const facts = await inspector.inspect(asciiBytes(content), 'a.bin');
    expect(facts).toMatchObject({ width: undefined, height: undefined });
  });
});

test('no bytes and no name make it throw', async () => {
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
    fc.asyncProperty(head, fc.string({ unit: 'binary' }), async ([bytes, cut, rest], name) => {
      const facts = await inspector.inspect(
        Uint8Array.from([...bytes.slice(0, cut), ...rest]),
        name,
      );
      expect(Object.keys(facts).toSorted()).toEqual(['height', 'mimeType', 'width']);
    }),
    { numRuns: 2_000 },
  );
});
