import { equal, ok } from '../assert.ts';
import { suite } from '../suite.ts';
import type { RestPart, RestSubject } from './rest-subject.ts';
import {
  expectStatus,
  at,
  listAt,
  expectError,
  restWorld,
  textAt,
  type JsonResponse,
  type Caller,
} from './rest-world.ts';

/** A GIF of one pixel. */
const gif = Uint8Array.from(
  [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0xff, 0xff, 0xff, 0, 0, 0].concat([
    0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b,
  ]),
);

const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

interface FileToSend {
  readonly bytes?: Uint8Array;
  readonly filename?: string;
  readonly contentType?: string;
  readonly folder?: string;
}

const filePart = ({
  bytes = gif,
  filename = 'pixel.gif',
  contentType = 'image/gif',
}: FileToSend): RestPart => ({ name: 'file', filename, contentType, bytes });

const upload = (caller: Caller, file: FileToSend = {}): Promise<JsonResponse> =>
  caller.send({
    method: 'POST',
    path: '/api/media/upload',
    parts: [
      filePart(file),
      ...(file.folder === undefined ? [] : [{ name: 'folder', text: file.folder }]),
    ],
  });

/** The path of an absolute URL. */
const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '');

/** Media files: upload, list, serve, delete. */
export const restMediaSuite = suite<RestSubject>('REST media', {
  'an uploaded file has a record, and its URL serves its bytes': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    const created = expectStatus(
      await upload(caller, { filename: '../../Ein Bild.GIF', folder: 'press/2026' }),
      201,
    );
    const file = at(created.json, 'data');
    equal(textAt(file, 'mimeType'), 'image/gif', 'mimeType');
    equal(at(file, 'size'), gif.length, 'size');
    equal([at(file, 'width'), at(file, 'height')], [1, 1], 'width and height');
    equal(textAt(file, 'folder'), 'press/2026', 'folder');
    equal(textAt(file, 'originalName'), 'Ein Bild.GIF', 'originalName');
    equal(created.headers['location'], `/api/media/${textAt(file, 'id')}`, 'Location');
    const served = await anonymous.get(pathOf(textAt(file, 'url')));
    equal(expectStatus(served, 200).bytes, gif, 'bytes');
    equal(served.headers['content-type'], 'image/gif', 'Content-Type');
    ok(served.headers['cache-control']?.includes('immutable') === true, 'Cache-Control');
    ok(served.headers['content-security-policy']?.includes('sandbox') === true, 'policy');
    equal(served.headers['x-content-type-options'], 'nosniff', 'nosniff');
  },

  'a file is served whole, as a range, or as not modified': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const created = await upload(await admin());
    const path = pathOf(textAt(created.json, 'data', 'url'));
    const { etag = '' } = (await anonymous.get(path)).headers;
    equal((await anonymous.get(path, { 'If-None-Match': etag })).status, 304, 'If-None-Match');
    const size = gif.length;
    const ranges = [
      ['bytes=0-3', 0, 3],
      ['bytes=4-', 4, size - 1],
      ['bytes=-5', size - 5, size - 1],
      ['bytes=0-99999', 0, size - 1],
    ] as const;
    for (const [range, start, end] of ranges) {
      const part = expectStatus(await anonymous.get(path, { Range: range }), 206);
      equal(part.bytes, gif.slice(start, end + 1), range);
      equal(part.headers['content-range'], `bytes ${start}-${end}/${size}`, 'Content-Range');
    }
    const outside = await anonymous.get(path, { Range: `bytes=${size}-` });
    equal(
      [outside.status, outside.headers['content-range']],
      [416, `bytes */${size}`],
      'range after the end',
    );
    const stale = await anonymous.get(path, { Range: 'bytes=0-3', 'If-Range': '"other"' });
    equal(expectStatus(stale, 200).bytes, gif, 'bytes for another If-Range');
  },

  'executable files are rejected, or served without execution': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    const programs = [
      ['<!doctype html><script>alert(1)</script>', 'a.html'],
      ['<html xmlns="http://www.w3.org/1999/xhtml"></html>', 'a.png'],
      ['<script>alert(1)</script>', 'a.txt'],
      ['#!/bin/sh\necho', 'a.txt'],
      ['<?php echo 1;', 'a.gif'],
      ['MZ\u0000\u0001', 'a.exe'],
    ] as const;
    for (const [text, filename] of programs) {
      const file = { bytes: bytesOf(text), filename, contentType: 'image/png' };
      expectError(await upload(caller, file), 400, 'media_type_refused');
    }
    equal(at((await caller.get('/api/media')).json, 'data'), [], 'stored files');
    const svg = bytesOf('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const svgFile = expectStatus(await upload(caller, { bytes: svg, filename: 'd.svg' }), 201);
    const served = await anonymous.get(pathOf(textAt(svgFile.json, 'data', 'url')));
    equal(served.headers['content-type'], 'image/svg+xml', 'type of the SVG');
    ok(served.headers['content-disposition']?.startsWith('attachment') === true, 'attachment');
    ok(served.headers['content-security-policy']?.includes('sandbox') === true, 'sandbox');
    const text = await upload(caller, { bytes: bytesOf('plain'), filename: 'a"\r\nb.txt' });
    const note = await anonymous.get(pathOf(textAt(expectStatus(text, 201).json, 'data', 'url')));
    ok(
      note.headers['content-disposition']?.startsWith('attachment') === true,
      'text is an attachment',
    );
  },

  'folders consist of plain names': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    for (const folder of [
      '..',
      'a/../b',
      '/etc',
      'a//b',
      'a\\b',
      'a/./b',
      'a/b/c/d/e/f/g/h/i',
      '.hidden',
    ]) {
      expectError(await upload(caller, { folder }), 400, 'invalid_folder');
    }
    equal(at((await caller.get('/api/media')).json, 'data'), [], 'stored files');
    const plain = expectStatus(await upload(caller), 201);
    equal(textAt(plain.json, 'data', 'folder'), 'uploads', 'default folder');
  },

  'a form without exactly one file is rejected': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const send = (parts: readonly RestPart[]) =>
      caller.send({ method: 'POST', path: '/api/media/upload', parts });
    expectError(await send([{ name: 'folder', text: 'a' }]), 400);
    expectError(await send([filePart({}), filePart({})]), 400);
    expectError(await send([{ name: 'file', text: 'not a file' }]), 400);
    expectError(await caller.post('/api/media/upload', { file: { path: '/etc/passwd' } }), 415);
    equal(at((await caller.get('/api/media')).json, 'data'), [], 'stored files');
  },

  'media files are listed newest first, by folder and type': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const note = { bytes: bytesOf('note'), filename: 'b.txt', folder: 'notes' };
    for (const file of [{ filename: 'a.gif' }, note, { filename: 'c.gif', folder: 'notes' }]) {
      expectStatus(await upload(caller, file), 201);
    }
    const cases = [
      ['', ['c.gif', 'b.txt', 'a.gif']],
      ['?folder=notes', ['c.gif', 'b.txt']],
      ['?type=image', ['c.gif', 'a.gif']],
      ['?type=document&folder=notes', ['b.txt']],
      ['?type=video', []],
      ['?limit=1&offset=1', ['b.txt']],
    ] as const;
    for (const [query, expected] of cases) {
      const { json } = expectStatus(await caller.get(`/api/media${query}`), 200);
      const names = listAt(json, 'data').map((file) => textAt(file, 'originalName'));
      equal(names, expected, query);
      equal(at(json, 'meta', 'count'), expected.length, 'count');
    }
    expectError(await caller.get('/api/media?type=program'), 400, 'invalid_input');
  },

  'viewers can read, authors change their own files, editors change all files': async (subject) => {
    const { admin, anonymous, person } = restWorld(subject);
    const caller = await admin();
    const [viewer, author, other, editor] = [
      await person(caller, 'viewer'),
      await person(caller, 'author'),
      await person(caller, 'author'),
      await person(caller, 'editor'),
    ];
    expectError(await upload(anonymous), 401, 'not_authenticated');
    expectError(await upload(viewer), 403, 'forbidden');
    const created = expectStatus(await upload(author), 201);
    const path = created.headers['location'] ?? '';
    expectError(await anonymous.get('/api/media'), 401);
    expectStatus(await viewer.get(path), 200);
    expectError(await other.put(path, { alt: 'x' }), 403, 'forbidden');
    expectError(await other.delete(path), 403, 'forbidden');
    const named = expectStatus(await author.put(path, { alt: ' A dot ', caption: 'C' }), 200);
    equal(textAt(named.json, 'data', 'alt'), 'A dot', 'alt');
    const focus = { x: 0.25, y: 1 };
    equal(
      at(expectStatus(await author.put(path, { focus }), 200).json, 'data', 'focus'),
      focus,
      'focus',
    );
    expectError(await author.put(path, { focus: { x: 2, y: 0 } }), 400, 'invalid_input');
    const id = textAt(created.json, 'data', 'id');
    equal(
      expectStatus(await editor.delete(path), 200).json,
      { data: { id, deleted: true } },
      'response',
    );
    expectError(await editor.delete(path), 404, 'not_found');
    expectError(await anonymous.get(pathOf(textAt(created.json, 'data', 'url'))), 404, 'not_found');
  },
});
