import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FileTypeMediaInspector } from '../../adapters/file-type/file-type-media-inspector.ts';
import { inspectedBytes, parseMediaType } from '../../core/index.ts';
import { asciiBytes } from '../conformance/bytes.ts';
import { mediaInspectorSuite } from '../conformance/media-inspector.ts';
import * as samples from '../conformance/media-samples.ts';
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
