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
} from '../support/multipart.ts';
import { uploadParts, type Part } from '../../adapters/koa/upload-parts.ts';
import { csrfField } from '../../contracts/request-body.ts';
import { testPassword } from '../support/app.ts';
import { file, record, text, uploadWorld, type UploadWorld } from '../support/upload-world.ts';

let world: UploadWorld;
/** What a browser holds after signing in as an admin, and what its page repeats. */
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

const proof = { name: '_csrf' };
const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
const described = JSON.stringify({ id, originalName: 'notes.txt' });

const send = (path: string, parts: Parts, headers: Readonly<Record<string, string>> = {}) =>
  world.app.request(path, {
    method: 'POST',
    body: multipart(...parts),
    headers: { 'Content-Type': multipartType, Cookie, ...headers },
  });

/** Sends parts as a form does, which can set no header. */
const post = (path: string, ...parts: Parts) => send(path, parts);

test('a token that follows the file in one breath is not there', () => {
  const body = { kind: 'upload', schema: Type.Object(csrfField), limit: 1_000 } as const;
  const { receive, texts } = uploadParts({ ...body, fileLast: false }, () => new PassThrough());
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

describe('an upload from a page', () => {
  test('proves by a part before the file that the page meant it', async () => {
    const uploaded = await post('/api/media/upload', [proof, token], [file, text]);
    expect([uploaded.status, uploaded.json().data.size]).toEqual([201, text.length]);
    const parts: Parts = [
      [record, described],
      [proof, token],
      [file, text],
    ];
    expect((await post('/api/transfer/media', ...parts)).status).toBe(201);
  });

  const unproved: readonly (readonly [string, () => Parts])[] = [
    ['without it', () => [[file, text]]],
    [
      'with a wrong one',
      () => [
        [proof, `${token}x`],
        [file, text],
      ],
    ],
    [
      'with an empty one',
      () => [
        [proof, ''],
        [file, text],
      ],
    ],
    [
      'with one that follows the file',
      () => [
        [file, text],
        [proof, token],
      ],
    ],
    [
      'with one that is a file',
      () => [
        [{ ...proof, filename: 'a' }, token],
        [file, text],
      ],
    ],
    ['without any part', () => []],
    ['without it, and with a folder that cannot be', () => [[{ name: 'folder' }, '..']]],
  ];

  test.each(unproved)('is refused %s, and stores nothing', async (_, parts) => {
    const before = await world.stored();
    for (const path of ['/api/media/upload', '/api/transfer/media']) {
      const { status, json } = await post(path, ...parts());
      expect([path, status, json().code]).toEqual([path, 403, 'csrf_failed']);
    }
    expect(await world.stored()).toBe(before);
  });

  test('is told what is wrong with it once it is proved', async () => {
    const { status, json } = await post('/api/media/upload', [proof, token]);
    expect([status, json().issues]).toEqual([400, [{ path: 'file', message: 'is required' }]]);
  });

  test('is refused when the file begins, before its bytes come', async () => {
    const before = await world.stored();
    const headers = { Cookie, 'Content-Length': '100000' };
    const socket = await beginUpload(world.app.url, '/api/media/upload', headers);
    socket.write(`${partHead(file)}the first bytes`);
    expect(await readAnswer(socket)).toMatch(/^HTTP\/1.1 403 [\s\S]*csrf_failed/);
    socket.destroy();
    expect(await world.stored()).toBe(before);
  });

  test('goes by the header where both are there', async () => {
    const parts: Parts = [
      [proof, token],
      [file, text],
    ];
    const statusWith = async (sent: string) =>
      (await send('/api/media/upload', parts, { 'X-CSRF-Token': sent })).status;
    expect([await statusWith('wrong'), await statusWith(token)]).toEqual([403, 201]);
  });
});
