import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  beginUpload,
  multipart,
  multipartType,
  partHead,
  readAnswer,
  type Parts,
} from '../support/http/multipart.ts';
import type { Part } from '../../adapters/koa/body/upload-parser.ts';
import { uploadParts } from '../../adapters/koa/body/upload-parts.ts';
import { csrfField } from '../../contracts/schemas/request-body.ts';
import { testPassword } from '../support/http/app.ts';
import {
  file,
  record,
  text,
  uploadWorld,
  type UploadWorld,
} from '../support/media/upload-world.ts';

let world: UploadWorld;
/** The cookies of a browser that is signed in as an admin, and its CSRF token. */
let Cookie: string;
let token: string;

beforeAll(async () => {
  world = await uploadWorld();
  const { email } = await world.app.signIn('admin');
  const json = { email, password: testPassword };
  const { headers } = await world.app.request('/auth/login', { method: 'POST', json });
  Cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  token = Cookie.replace(/.*csrf_token=/, '');
});

afterAll(() => world[Symbol.asyncDispose]());

const csrf = { name: '_csrf' };
const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
const described = JSON.stringify({ id, originalName: 'notes.txt' });

const send = (path: string, parts: Parts, headers: Readonly<Record<string, string>> = {}) =>
  world.app.request(path, {
    method: 'POST',
    body: multipart(...parts),
    headers: { 'Content-Type': multipartType, Cookie, ...headers },
  });

/** Sends parts as an HTML form does, which cannot set headers. */
const post = (path: string, ...parts: Parts) => send(path, parts);

test('a CSRF token after the file is ignored, even in the same chunk', () => {
  const body = { kind: 'upload', schema: Type.Object(csrfField), limit: 1_000 } as const;
  const { receive, texts } = uploadParts(
    { ...body, fileLast: false },
    false,
    new PassThrough(),
    new AbortController(),
  );
  const arrive = (name: string, originalFilename: string | null) => {
    const part = Object.assign(new EventEmitter(), { name, originalFilename });
    receive(part as Part);
    part.emit('data', Buffer.from(name));
    part.emit('end');
  };
  arrive('file', 'notes.txt');
  arrive('_csrf', null);
  expect([...texts]).toEqual([]);
});

describe('an upload from an HTML form', () => {
  test('sends the CSRF token in a part before the file', async () => {
    const uploaded = await post('/api/media/upload', [csrf, token], [file, text]);
    expect([uploaded.status, uploaded.json().data.size]).toEqual([201, text.length]);
    const parts: Parts = [
      [record, described],
      [csrf, token],
      [file, text],
    ];
    expect((await post('/api/transfer/media', ...parts)).status).toBe(201);
  });

  const invalid: readonly (readonly [string, () => Parts])[] = [
    ['without a CSRF token', () => [[file, text]]],
    [
      'with a wrong CSRF token',
      () => [
        [csrf, `${token}x`],
        [file, text],
      ],
    ],
    [
      'with an empty CSRF token',
      () => [
        [csrf, ''],
        [file, text],
      ],
    ],
    [
      'with a CSRF token after the file',
      () => [
        [file, text],
        [csrf, token],
      ],
    ],
    [
      'with a CSRF token that is a file',
      () => [
        [{ ...csrf, filename: 'a' }, token],
        [file, text],
      ],
    ],
    ['without any part', () => []],
    ['without a CSRF token and with an invalid folder', () => [[{ name: 'folder' }, '..']]],
  ];

  test.each(invalid)('is rejected %s, and stores nothing', async (_, parts) => {
    const before = await world.stored();
    for (const path of ['/api/media/upload', '/api/transfer/media']) {
      const { status, json } = await post(path, ...parts());
      expect([path, status, json().code]).toEqual([path, 403, 'csrf_failed']);
    }
    expect(await world.stored()).toBe(before);
  });

  test('gets other errors only with a valid token', async () => {
    const { status, json } = await post('/api/media/upload', [csrf, token]);
    expect([status, json().issues]).toEqual([400, [{ path: 'file', message: 'is required' }]]);
  });

  test('is rejected when the file begins, before its bytes arrive', async () => {
    const before = await world.stored();
    const headers = { Cookie, 'Content-Length': '100000' };
    const socket = await beginUpload(world.app.url, '/api/media/upload', headers);
    socket.write(`${partHead(file)}the first bytes`);
    expect(await readAnswer(socket)).toMatch(/^HTTP\/1.1 403 [\s\S]*csrf_failed/);
    socket.destroy();
    expect(await world.stored()).toBe(before);
  });

  test('uses the header if both are present', async () => {
    const parts: Parts = [
      [csrf, token],
      [file, text],
    ];
    const statusWith = async (sent: string) =>
      (await send('/api/media/upload', parts, { 'X-CSRF-Token': sent })).status;
    expect([await statusWith('wrong'), await statusWith(token)]).toEqual([403, 201]);
  });
});
