import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { asciiBytes } from '../conformance/bytes.ts';
import * as samples from '../conformance/media-samples.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { chunks, mediaWorld } from '../support/media/media-world.ts';

const table = 'Straße;Größe\r\nÄhre;12 m²\r\n';
const utf16 = Buffer.from(table, 'utf16le');
const bigEndian = Buffer.from(utf16).swap16();
const mark = '\ufeff';

const notUtf8 = [
  ['Windows-1252', Buffer.from(table, 'latin1')],
  ['Windows-1252 with a dash', Buffer.from([0x61, 0x20, 0x96, 0x20, 0x62])],
  ['UTF-16', utf16],
  ['UTF-16 in the other order', bigEndian],
  ['UTF-16 with a mark', Buffer.from(mark + table, 'utf16le')],
  ['UTF-16 in the other order with a mark', Buffer.from(mark + table, 'utf16le').swap16()],
  ['UTF-16 in Japanese with a mark', Buffer.from(`${mark}日本語の記事`, 'utf16le')],
  ['Shift JIS', Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea])],
  ['UTF-16 of more than is inspected', Buffer.from('Größe\n'.repeat(20_000), 'utf16le')],
] as const;

test.each(notUtf8)('a text in %s is rejected with its encoding as the reason', async (_, bytes) => {
  const { upload, records } = await mediaWorld();
  for (const originalName of ['excel.csv', 'notes.txt', 'notes']) {
    const error = await rejectsWith(
      'media_type_refused',
      upload(operator, { originalName, body: chunks(bytes) }),
    );
    expect(error.message).toBe('Text files must be in UTF-8');
    expect(error.details).toContain('“CSV UTF-8”');
  }
  expect(await records()).toEqual([]);
});

test('a text in UTF-8 is accepted, also with a mark or cut within a character', async () => {
  const { upload } = await mediaWorld();
  for (const text of [table, mark + table, `a${'é'.repeat(40_000)}`]) {
    const body = chunks(Buffer.from(text));
    const { mimeType } = await upload(operator, { originalName: 'a.csv', body });
    expect(mimeType).toBe('text/csv');
  }
});

const refused = [
  ['an empty file', '', 'The file is empty', /^Choose/],
  [
    'a text with escapes',
    'one \x1b[1mtwo\x1b[0m three '.repeat(9),
    /control characters/,
    /^Remove/,
  ],
  ['zeros', '\0'.repeat(500), /type of file/, /^The detected type is unknown\. Allowed/],
  [
    'noise',
    readFileSync(process.execPath).subarray(0, 3_000),
    /type of file/,
    /x-elf\. Allowed|unknown/,
  ],
  ['a truncated signature', '\x89PN', /type of file|UTF-8/, /./],
  ['an archive', samples.zip({ 'a.txt': 'x' }), /type of file/, /application\/zip\. Unpack/],
  ['another archive', samples.gzip, /type of file/, /gzip\. Unpack/],
  ['a document with a password', samples.compoundFile, /type of file/, /Remove the password/],
  ['a page', '<!doctype html><p>x', /type of file/, /text\/html\. Browsers or shells/],
  ['a program', '#!/bin/sh\necho', /type of file/, /x-sh\. Browsers or shells/],
  ['rich text', '{\\rtf1 x}', /type of file/, /rtf\. Save the document as PDF/],
] as const;

test.each(refused)(
  '%s is rejected with what it is and what to do',
  async (_, content, message, details) => {
    const { upload } = await mediaWorld();
    const body = chunks(typeof content === 'string' ? asciiBytes(content) : content);
    const error = await rejectsWith(
      'media_type_refused',
      upload(operator, { originalName: 'a.bin', body }),
    );
    expect(error.message).toMatch(message);
    expect(error.details).toMatch(details);
  },
);

test('data formats are rejected with the way to publish them as text', async () => {
  const { upload } = await mediaWorld();
  const body = () => chunks(asciiBytes('{ "a": 1 }'));
  const error = await rejectsWith(
    'media_type_refused',
    upload(operator, { originalName: 'a.json', body: body() }),
  );
  expect(error.details).toContain(
    'application/json. To publish it as plain text, end its name in .txt.',
  );
  expect((await upload(operator, { originalName: 'a.txt', body: body() })).mimeType).toBe(
    'text/plain',
  );
});
