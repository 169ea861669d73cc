import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Parts } from '../support/http/multipart.ts';
import {
  file,
  folder,
  record,
  text,
  uploadMaxBytes,
  uploadWorld,
  type UploadWorld,
} from '../support/media/upload-world.ts';

let world: UploadWorld;

beforeAll(async () => {
  world = await uploadWorld();
});

afterAll(() => world[Symbol.asyncDispose]());

describe('uploads', () => {
  test('are stored unchanged, with the folder before or after the file', async () => {
    for (const parts of [
      [
        [folder, 'a/b'],
        [file, text],
      ],
      [
        [file, text],
        [folder, 'a/b'],
      ],
    ] as const) {
      const { status, json, headers } = await world.upload(...parts);
      const { id, folder: stored, originalName, url, size } = json().data;
      expect([status, stored, originalName, size]).toEqual([201, 'a/b', 'notes.txt', text.length]);
      expect(headers.get('location')).toBe(`/api/media/${id}`);
      expect((await world.app.request(new URL(url).pathname)).text).toBe(text);
    }
  });

  test('are accepted from a browser’s form', async () => {
    const form = new FormData();
    form.append('folder', 'fotos');
    form.append('file', new Blob([text], { type: 'text/html' }), 'Größe "1".txt');
    form.append('other', 'ignored');
    const { status, json } = await world.app.request('/api/media/upload', {
      method: 'POST',
      body: form,
      headers: (await world.app.signIn('author')).bearer,
    });
    const { originalName, mimeType } = json().data;
    expect([status, originalName, mimeType]).toEqual([201, 'Größe "1".txt', 'text/plain']);
  });

  test('need no Content-Type, and lose the path in their file name', async () => {
    const disposition = 'Content-Disposition: form-data; name="file"; filename="../../etc/passwd"';
    const { status, json } = await world.upload([{ name: 'file', headers: [disposition] }, text]);
    expect([status, json().data.originalName]).toEqual([201, 'passwd']);
  });

  test('of exactly the maximum size are stored', async () => {
    const { status, json } = await world.upload([file, 'a'.repeat(uploadMaxBytes)]);
    expect([status, json().data.size]).toEqual([201, uploadMaxBytes]);
  });

  test('may contain text that looks like a boundary', async () => {
    const tricky = ['\r\n--the-boundar', '\r\n--the-boundaryX', '\r\n-', '--', '\r', ''].join(
      '\r\n',
    );
    const { json } = await world.upload([file, tricky.repeat(500)]);
    const { text: stored } = await world.app.request(new URL(json().data.url).pathname);
    expect(stored).toBe(tricky.repeat(500));
  });
});

describe('uploads with a record', () => {
  const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
  const described = JSON.stringify({ id, originalName: 'notes.txt', alt: 'Notes' });

  test.each([
    [
      'comes after the file',
      [
        [file, text],
        [record, described],
      ],
      'record is required',
    ],
    ['is missing', [[file, text]], 'record is required'],
    [
      'is not JSON',
      [
        [record, '{'],
        [file, text],
      ],
      'record must be JSON: see line 1, column 2',
    ],
    [
      'is not an object',
      [
        [record, '[]'],
        [file, text],
      ],
      'record must be an object',
    ],
    [
      'has an id that is not a UUID',
      [
        [record, '{"id":"x","originalName":"n"}'],
        [file, text],
      ],
      'record.id must be a UUID',
    ],
    [
      'contains __proto__',
      [
        [record, '{"__proto__":{}}'],
        [file, text],
      ],
      'record must not name __proto__',
    ],
    [
      'is sent twice',
      [
        [record, described],
        [record, described],
        [file, text],
      ],
      'record must be given only once',
    ],
  ] as const)('are rejected when the record %s', async (_, parts, sentence) => {
    const before = await world.stored();
    const { status, json } = await world.transfer(...parts);
    expect([status, json().code]).toEqual([400, 'invalid_input']);
    expect(`${json().issues[0].path} ${json().issues[0].message}`).toBe(sentence);
    expect(await world.stored()).toBe(before);
  });

  test('are stored once; the second upload is skipped without reading the file', async () => {
    const parts: Parts = [
      [record, described],
      [file, text],
    ];
    const first = await world.transfer(...parts);
    const second = await world.transfer(...parts);
    expect([first.status, first.json().data.outcome]).toEqual([201, 'created']);
    expect([second.status, second.json().data.outcome]).toEqual([200, 'unchanged']);
    expect(first.json().data.file).toMatchObject({ id, alt: 'Notes' });
  });
});
