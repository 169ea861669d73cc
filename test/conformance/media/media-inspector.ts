import { inspectedBytes, type MediaInspector } from '../../../core/index.ts';
import { equal } from '../assert.ts';
import { asciiBytes, inChunks } from '../bytes.ts';
import * as samples from './media-samples.ts';
import { suite } from '../suite.ts';

export interface MediaInspectorSubject {
  readonly inspector: MediaInspector;
}

type TypeTable = readonly (readonly [type: string, content: Uint8Array | string, name?: string])[];

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80.4"><path d=""/></svg>';

const media: TypeTable = [
  ['video/mp4', samples.isoMedia('isom')],
  ['video/mp4', samples.isoMedia('mp42')],
  ['video/mp4', samples.isoMedia('M4V ')],
  ['video/quicktime', samples.isoMedia('qt  ')],
  ['video/webm', samples.ebml('webm')],
  ['video/matroska', samples.ebml('matroska')],
  ['video/ogg', samples.oggVideo],
  ['audio/mp4', samples.isoMedia('M4A ')],
  ['audio/mpeg', samples.mp3],
  ['audio/ogg', samples.oggVorbis],
  ['audio/wav', samples.wave],
  ['audio/flac', samples.flac],
  ['image/heic', samples.isoMedia('heic')],
];

const documents: TypeTable = [
  ['application/pdf', samples.pdf],
  ['application/pdf', '%PDF-1.4\n1 0 obj\n<< >>\nendobj\n', 'plain.txt'],
  [`${office}.wordprocessingml.document`, samples.officeOpenXml('wordprocessingml.document')],
  [`${office}.spreadsheetml.sheet`, samples.officeOpenXml('spreadsheetml.sheet')],
  [`${office}.presentationml.presentation`, samples.officeOpenXml('presentationml.presentation')],
  [`${openDocument}.text`, samples.openDocument('text')],
  [`${openDocument}.spreadsheet`, samples.openDocument('spreadsheet')],
  [`${openDocument}.presentation`, samples.openDocument('presentation')],
  ['application/msword', samples.compoundFile, 'letter.doc'],
  ['application/vnd.ms-excel', samples.compoundFile, 'LIST.XLS'],
  ['application/vnd.ms-powerpoint', samples.compoundFile, 'talk.ppt'],
  ['text/plain', 'A line\nand another.\r\n\tIndented.', 'notes.txt'],
  ['text/plain', 'No extension', 'README'],
  ['text/plain', '# Heading', 'article.md'],
  ['text/plain', 'BMW and MZ made motorcycles', 'history.txt'],
  ['text/plain', '<3 and a < b', 'symbols.txt'],
  ['text/csv', 'a,b\n1,2\n', 'table.CSV'],
];

/** Files that a browser or a shell would execute, with harmless names and with their own. */
const programs: TypeTable = [
  ['text/html', '<!DOCTYPE html><title>x</title>', 'page.txt'],
  ['text/html', '\n <!-- c --> <HTML><body>', 'page.csv'],
  ['text/html', '<script>alert(1)</script>', 'picture.png'],
  ['text/html', '<iframe src="//x"></iframe>', 'picture.svg'],
  ['text/html', '<!doctype html><svg xmlns="http://www.w3.org/2000/svg"/>', 'picture.svg'],
  ['text/html', '<!-- never closed <svg>', 'picture.svg'],
  ['text/html', 'harmless', 'page.html'],
  ['text/html', 'harmless', 'page.HTM'],
  ['application/xhtml+xml', 'harmless', 'page.xhtml'],
  ['application/xml', '<?xml version="1.0"?><feed/>', 'feed.txt'],
  ['application/xml', '<feed xmlns="http://www.w3.org/2005/Atom"/>', 'feed.svg'],
  ['text/javascript', 'alert(1)', 'code.js'],
  ['text/javascript', 'export {}', 'code.mjs'],
  ['text/css', 'a { color: red }', 'style.css'],
  ['application/json', '{}', 'data.json'],
  ['application/x-sh', '#!/bin/sh\nrm -rf /', 'notes.txt'],
  ['application/x-httpd-php', '<?php system($_GET["c"]);', 'notes.txt'],
  ['application/x-msdownload', samples.program, 'notes.txt'],
];

export const mediaInspectorSuite = suite<MediaInspectorSubject>('MediaInspector', {
  'images have a type and a size': async ({ inspector }) => {
    const images = { png: samples.png, gif: samples.gif, jpeg: samples.jpeg, webp: samples.webp };
    for (const [kind, make] of Object.entries({ ...images, avif: samples.avif })) {
      const facts = { mimeType: `image/${kind}`, width: 300, height: 200 };
      equal(await inspector.inspect(make(300, 200), 'file'), facts, kind);
    }
  },

  'a rotated photo has the size at which it is displayed': async ({ inspector }) => {
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      const [width, height] = orientation < 5 ? [300, 200] : [200, 300];
      const facts = { mimeType: 'image/jpeg', width, height };
      const head = samples.jpeg(300, 200, orientation);
      equal(await inspector.inspect(head, 'photo.jpg'), facts, `orientation ${orientation}`);
    }
  },

  'an SVG is recognized by its root element': async ({ inspector }) => {
    const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
    const documentType =
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [ <!ENTITY a "b"> ]>';
    const starts = ['', '\ufeff', ' \n', '<!-- made by hand -->', declaration, documentType];
    for (const start of [...starts, `\ufeff${declaration}<!-- a --><!-- b -->${documentType}\n`]) {
      const facts = { mimeType: 'image/svg+xml', width: 120, height: 80 };
      equal(await inspector.inspect(utf8(start + svg), 'logo'), facts, JSON.stringify(start));
    }
  },

  'an SVG without a size in pixels has no size': async ({ inspector }) => {
    const lengths = ['100%', '2em', '0', '1e9', '-5', '12345678', ''];
    const sizes = lengths.flatMap((length) => [
      `width="${length}" height="10"`,
      `width="10" height="${length}"`,
    ]);
    const others = ['', 'width="10"', 'height="10"', 'stroke-width="3" line-height="3"'];
    for (const size of [...sizes, ...others]) {
      const facts = { mimeType: 'image/svg+xml', width: undefined, height: undefined };
      equal(await inspector.inspect(asciiBytes(`<svg ${size}></svg>`), 'logo.svg'), facts, size);
    }
  },

  'an image is measured behind its metadata, and at the end of its file': async ({ inspector }) => {
    for (const [kind, image] of Object.entries(samples.lateSizes())) {
      const mimeType = `image/${kind}`;
      const head = image.slice(0, inspectedBytes);
      const unknown = { mimeType, width: undefined, height: undefined };
      equal(await inspector.inspect(head, 'file'), unknown, `first bytes of a ${kind}`);
      for (const size of [7, 64 * 1024, image.length]) {
        const measured = await inspector.measure(inChunks(image, size), mimeType);
        equal(measured, { width: 200, height: 300 }, `${kind} in chunks of ${size}`);
      }
      const cut = await inspector.measure(inChunks(image.slice(0, 70_000)), mimeType);
      const isMeasured = kind === 'png' || kind === 'webp';
      equal(cut.width, isMeasured ? 300 : undefined, `${kind} that is cut off`);
    }
    const text = await inspector.measure(inChunks(asciiBytes('text')), 'text/plain');
    equal(text, { width: undefined, height: undefined }, 'text');
  },

  'no more is read than what tells the size': async ({ inspector }) => {
    const { jpeg = new Uint8Array() } = samples.lateSizes();
    let isReleased = false;
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      try {
        yield jpeg;
        for (;;) yield new Uint8Array(1_000);
      } finally {
        isReleased = true;
      }
    };
    await inspector.measure(endless(), 'image/jpeg');
    equal(isReleased, true, 'the source is released');
  },

  'audio and video have a type': async ({ inspector }) => expectTypes(inspector, media),

  'documents have a type': async ({ inspector }) => expectTypes(inspector, documents),

  'programs and scripts are not mistaken for plain text or images': async ({ inspector }) =>
    expectTypes(inspector, programs),

  'the file name does not change the type of a binary format': async ({ inspector }) => {
    for (const name of ['picture.gif', 'page.html', 'code.js', 'letter.doc', '', '.png', 'a.b.c']) {
      const facts = { mimeType: 'image/png', width: 3, height: 2 };
      equal(await inspector.inspect(samples.png(3, 2), name), facts, name);
    }
  },

  'an image that contains a script is an image': async ({ inspector }) => {
    const hidden = samples.gif(3, 2, '<script>alert(1)</script>');
    equal((await inspector.inspect(hidden, 'a.html')).mimeType, 'image/gif', 'type');
  },

  'unknown bytes have no type': async ({ inspector }) => {
    const heads = {
      empty: new Uint8Array(0),
      zeros: new Uint8Array(100),
      'text with a control character': asciiBytes('text\x07'),
      'text in Latin-1': asciiBytes('gr\xfc\xdfe'),
      'text in UTF-16': asciiBytes('\xff\xfet\0e\0x\0t\0'),
      'text cut off within a character': utf8('grüße').slice(0, 3),
    };
    for (const [name, head] of Object.entries(heads)) {
      const { mimeType, width, height } = await inspector.inspect(head, 'notes.txt');
      equal([mimeType, width, height], [undefined, undefined, undefined], name);
    }
  },

  'a long text can be cut off within a character': async ({ inspector }) => {
    const head = utf8(`x${'ü'.repeat(inspectedBytes / 2)}`).slice(0, inspectedBytes);
    equal((await inspector.inspect(head, 'long.txt')).mimeType, 'text/plain', 'type');
  },

  'a broken image has a type but no size': async ({ inspector }) => {
    const whole = [samples.png(3, 2), samples.gif(3, 2), samples.jpeg(3, 2), samples.webp(3, 2)];
    for (const image of [...whole, samples.avif(3, 2)]) {
      for (let length = 0; length < image.length; length += 1) {
        const { width, height } = await inspector.inspect(image.slice(0, length), 'broken');
        equal(
          width === undefined,
          height === undefined,
          `width without height, or height without width, after ${length} bytes`,
        );
      }
    }
    const head = samples.jpeg(3, 2).slice(0, 40);
    const facts = { mimeType: 'image/jpeg', width: undefined, height: undefined };
    equal(await inspector.inspect(head, 'broken.jpg'), facts, 'a photo without its frame header');
  },
});

const expectTypes = async (inspector: MediaInspector, table: TypeTable): Promise<void> => {
  for (const [type, content, name = 'file'] of table) {
    const head = typeof content === 'string' ? utf8(content) : content;
    equal((await inspector.inspect(head, name)).mimeType, type, `${name} of ${type}`);
  }
};

const utf8 = (text: string): Uint8Array =>
  asciiBytes(
    encodeURIComponent(text).replace(/%(..)/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
  );
