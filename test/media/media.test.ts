import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import * as samples from '../conformance/media/media-samples.ts';
import { anonymous, noDimensions, operator, type Actor, type Cms } from '../../core/index.ts';
import { noId, type Focus } from '../../core/vocabulary.ts';
import { png, wave } from '../conformance/media/media-samples.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { bytesOf, chunks, longText, mediaWorld, picture } from '../support/media/media-world.ts';
import { asciiBytes, inChunks } from '../conformance/bytes.ts';

const token: Actor = { kind: 'token', tokenId: noId, scope: 'all' };

const html = new TextEncoder().encode('<!doctype html><script>alert(1)</script>');

describe('rights', () => {
  test('authors, editors and administrators can upload; for others, nothing is read', async () => {
    const { upload, person, posts } = await mediaWorld();
    await rejectsWith('not_authenticated', upload(anonymous, { body: unread }));
    await rejectsWith('token_read_only', upload(token, { body: unread }));
    const grants = [{ collectionId: posts.id, role: 'admin' }] as const;
    await rejectsWith('forbidden', upload(await person('viewer', grants), { body: unread }));
    for (const role of ['author', 'editor', 'admin'] as const) {
      const actor = await person(role);
      expect((await upload(actor)).uploadedBy).toBe(actor.userId);
    }
    expect((await upload(operator)).uploadedBy).toBeUndefined();
  });

  test('every user reads the library; anonymous callers and API tokens do not', async () => {
    const { cms, upload, person } = await mediaWorld();
    const { id } = await upload(operator);
    const looks = [() => cms.media.list(anonymous, {}), () => cms.media.get(anonymous, id)];
    for (const look of looks) await rejectsWith('not_authenticated', look());
    await rejectsWith('forbidden', cms.media.list(token, {}));
    await rejectsWith('forbidden', cms.media.get(token, id));
    for (const role of ['viewer', 'author', 'editor', 'admin'] as const) {
      const actor = await person(role);
      expect(await cms.media.list(actor, {})).toHaveLength(1);
      expect((await cms.media.get(actor, id)).id).toBe(id);
    }
  });

  const changes: readonly (readonly [
    string,
    (cms: Cms, actor: Actor, id: string) => Promise<unknown>,
  ])[] = [
    ['update', ({ media }, actor, id) => media.update(actor, id, { alt: 'x' })],
    ['delete', ({ media }, actor, id) => media.delete(actor, id)],
  ];
  for (const [name, change] of changes) {
    test(`authors ${name} their own files, editors all files, viewers none`, async () => {
      const { cms, upload, person } = await mediaWorld();
      const [author, other] = [await person('author'), await person('author')];
      const { id } = await upload(author);
      await rejectsWith('not_authenticated', change(cms, anonymous, id));
      await rejectsWith('not_authenticated', change(cms, anonymous, noId));
      await rejectsWith('token_read_only', change(cms, token, id));
      await rejectsWith('forbidden', change(cms, await person('viewer'), id));
      await rejectsWith('forbidden', change(cms, other, id));
      await change(cms, author, id);
      for (const role of ['editor', 'admin'] as const) {
        await change(cms, await person(role), (await upload(author)).id);
      }
      const ownerless = await upload(operator);
      await rejectsWith('forbidden', change(cms, author, ownerless.id));
      await change(cms, operator, ownerless.id);
      for (const unknown of [noId, 'x']) {
        await rejectsWith('not_found', change(cms, author, unknown));
      }
    });
  }
});

const unread: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => {
    throw new Error('The body was read');
  },
};

test('the record of an upload contains what was detected from its bytes', async () => {
  const { cms, clock, upload, person } = await mediaWorld();
  const author = await person('author');
  const originalName = 'C:\\Bilder\\Größe & Maß.JPG';
  const file = await upload(author, { originalName, folder: () => ' press/2026 ' });
  expect(file).toEqual({
    id: file.id,
    key: file.key,
    state: 'ready',
    filename: 'gro-e-ma.png',
    originalName: 'Größe & Maß.JPG',
    mimeType: 'image/png',
    kind: 'image',
    size: picture.length,
    folder: 'press/2026',
    width: 3,
    height: 2,
    alt: '',
    caption: '',
    uploadedBy: author.userId,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  });
  expect(await cms.media.get(author, file.id.toUpperCase())).toEqual(file);
});

test('a file is served by its key only, completely or in part', async () => {
  const { cms, upload } = await mediaWorld();
  const body = chunks(...(await Array.fromAsync(longText(200_000))));
  const { key, id } = await upload(operator, { originalName: 'a.txt', body });
  const { file, open } = await cms.media.read(key);
  expect(file).toMatchObject({ id, size: 200_000, mimeType: 'text/plain', kind: 'document' });
  expect((await bytesOf(await open())).length).toBe(200_000);
  expect(Buffer.from(await bytesOf(await open({ start: 5, end: 8 }))).toString()).toBe('aaaa');
  for (const other of ['', 'x', `${key}x`, key.split('/')[0]!, key.toUpperCase()]) {
    await rejectsWith('not_found', cms.media.read(other));
  }
});

test('a file without its bytes is not found when it is opened', async () => {
  const { cms, ports, upload } = await mediaWorld();
  const { key } = await upload(operator);
  const { open } = await cms.media.read(key);
  await ports.blobs.delete(key);
  await rejectsWith('not_found', open());
});

test('scripts are rejected regardless of their name (CVE-2022-27952)', async () => {
  const { upload } = await mediaWorld();
  for (const originalName of ['a.html', 'a.png', 'a.txt']) {
    const { details } = await rejectsWith(
      'media_type_refused',
      upload(operator, { originalName, body: chunks(html) }),
    );
    expect(details).toContain('Allowed are');
  }
  const unknown = upload(operator, { body: chunks(new Uint8Array(500)) });
  const { details } = await rejectsWith('media_type_refused', unknown);
  expect(details).toMatch(/^The detected type is unknown\. Allowed are/);
  const { filename } = await upload(operator, { originalName: 'page.html' });
  expect(filename).toBe('page.png');
});

test('only allowed types are stored, regardless of the file’s name', async () => {
  const { upload, another } = await mediaWorld();
  const uploadAs = (mimeType: string | undefined) => {
    const inspect = async () => ({ mimeType, ...noDimensions });
    const measure = async () => noDimensions;
    return upload(operator, {}, another({ ports: { mediaInspector: { inspect, measure } } }));
  };
  const refusedTypes = ['text/html', 'application/xhtml+xml', 'constructor', '__proto__', ''];
  for (const type of [...refusedTypes, undefined])
    await rejectsWith('media_type_refused', uploadAs(type));
  expect((await uploadAs('image/svg+xml')).filename).toBe('ein-bild.svg');
});

test('an image is measured behind its metadata, also for a check and a file of many chunks', async () => {
  const { cms, upload } = await mediaWorld();
  const metadata = await sharp({
    create: { width: 400, height: 300, channels: 3, background: 'red' },
  })
    .jpeg()
    .toBuffer();
  const segment = Buffer.concat([Buffer.from([0xff, 0xed, 0x9c, 0x42]), Buffer.alloc(40_000)]);
  const photo = Buffer.concat([metadata.subarray(0, 2), segment, segment, metadata.subarray(2)]);
  for (const size of [1_000, 100_000]) {
    const file = await upload(operator, { body: inChunks(photo, size) });
    expect(file).toMatchObject({ width: 400, height: 300 });
    expect(await bytesOf(await (await cms.media.read(file.key)).open())).toEqual(photo);
  }
  const late = asciiBytes('II*\0\xff\xff\xff\x7f');
  const { mimeType, width } = await upload(operator, { body: inChunks(late) });
  expect([mimeType, width]).toEqual(['image/tiff', undefined]);
});

test('keys never repeat and cannot be guessed (CVE-2025-55746)', async () => {
  const { upload } = await mediaWorld();
  const keys = new Set<string>();
  for (let n = 0; n < 300; n += 1) {
    const { key } = await upload(operator);
    expect(key).toMatch(/^[A-Za-z0-9]+\/ein-bild\.png$/);
    expect(key.indexOf('/') * Math.log2(62)).toBeGreaterThanOrEqual(128);
    keys.add(key.slice(0, key.indexOf('/')));
  }
  expect(keys.size).toBe(300);
});

test('the library is listed newest first, by folder and by kind, in pages', async () => {
  const { cms, clock, upload } = await mediaWorld();
  const names: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const isPicture = n % 2 === 0;
    const name = `n${n}`;
    const body = chunks(isPicture ? png(1, 1) : wave);
    await upload(operator, { originalName: name, body, folder: () => (n < 3 ? 'a' : 'a/b') });
    clock.advance(1);
    names.unshift(name);
  }
  const listed = async (query: object): Promise<readonly string[]> =>
    (await cms.media.list(operator, query)).map(({ originalName }) => originalName);
  expect(await listed({})).toEqual(names);
  expect(await listed({ limit: 2, offset: 3 })).toEqual(['n2', 'n1']);
  expect(await listed({ folder: 'a' })).toEqual(['n2', 'n1', 'n0']);
  expect(await listed({ folder: ' a/b/ ', type: 'image' })).toEqual(['n4']);
  expect(await listed({ type: 'audio' })).toEqual(['n5', 'n3', 'n1']);
  expect(await listed({ type: 'video' })).toEqual([]);
  expect(await listed({ folder: '' })).toEqual([]);
  await rejectsWith('invalid_folder', listed({ folder: '../a' }));
  await rejectsWith('invalid_input', listed({ limit: 0 }));
});

test('the texts of a file change separately and have limits', async () => {
  const { cms, clock, upload } = await mediaWorld();
  const file = await upload(operator);
  clock.advance(1_000);
  const first = await cms.media.update(operator, file.id, { alt: ' A picture ' });
  expect(first).toEqual({ ...file, alt: 'A picture', updatedAt: clock.now() });
  clock.advance(-5_000);
  const second = await cms.media.update(operator, file.id, { caption: 'é'.repeat(2_000) });
  expect(second).toEqual({ ...first, caption: 'é'.repeat(2_000) });
  const update = (texts: object) => cms.media.update(operator, file.id, texts);
  await rejectsWith('invalid_input', update({ alt: 'x'.repeat(2_001) }));
  await rejectsWith('invalid_text', update({ caption: 'a\u0000' }));
  expect(await update({ key: 'x', state: 'pending', uploadedBy: 'x', size: 0 })).toEqual(second);
});

test('the focus of a file can be set and removed', async () => {
  const { cms, clock, upload } = await mediaWorld();
  const file = await upload(operator);
  expect(file.focus).toBe(undefined);
  clock.advance(1_000);
  const update = (focus: unknown) =>
    cms.media.update(operator, file.id, { alt: 'A', focus: focus as Focus | null });
  const described = { ...file, alt: 'A', updatedAt: clock.now() };
  expect(await update({ x: -0, y: 1, z: 3 })).toEqual({ ...described, focus: { x: 0, y: 1 } });
  for (const [focus, path] of [
    [{ x: -0.1, y: 0 }, 'focus.x'],
    [{ x: 0, y: 1.001 }, 'focus.y'],
    [{ x: Number.NaN, y: 0 }, 'focus.x'],
    [{ x: 0.5 }, 'focus.y'],
  ] as const) {
    const { issues } = await rejectsWith('invalid_input', update(focus));
    expect(issues?.map((issue) => issue.path)).toEqual([path]);
  }
  expect(await update(undefined)).toEqual({ ...described, focus: { x: 0, y: 1 } });
  expect(await update(null)).toEqual(described);
  expect(await cms.media.get(operator, file.id)).toEqual(described);
});

test('concurrent changes of different texts are both kept', async () => {
  const { cms, another, ports, clock, upload } = await mediaWorld();
  const { id } = await upload(operator);
  const media = altered(ports.store.repositories.media, {
    updateDetails: async (...texts) => {
      clock.advance(1_000);
      await cms.media.update(operator, id, { caption: 'At low tide' });
      clock.advance(-500);
      return ports.store.repositories.media.updateDetails(...texts);
    },
  });
  const answer = await another({
    ports: { store: alteredStore(ports.store, () => ({ media })) },
  }).media.update(operator, id, { alt: 'A pool' });
  expect(answer).toMatchObject({ alt: 'A pool', caption: 'At low tide' });
  expect(answer.updatedAt).toBe(clock.now() + 500);
  expect(await cms.media.get(operator, id)).toEqual(answer);
});

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
