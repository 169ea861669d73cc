import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { multipart, type Parts } from '../support/http/multipart.ts';
import {
  file,
  folder,
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

const rejected: readonly (readonly [string, Parts, number, string, string | undefined])[] = [
  ['no file', [[folder, 'a']], 400, 'invalid_input', 'file'],
  ['no parts', [], 400, 'invalid_input', 'file'],
  ['a file that was not chosen', [[{ ...file, filename: '' }, '']], 400, 'invalid_input', 'file'],
  ['text instead of a file', [[{ name: 'file' }, text]], 400, 'invalid_input', 'file'],
  ['a file in the wrong part', [[{ ...file, name: 'folder' }, text]], 400, 'invalid_input', 'file'],
  [
    'two files',
    [
      [file, text],
      [file, text],
    ],
    400,
    'invalid_input',
    'file',
  ],
  [
    'a second file in another part',
    [
      [file, text],
      [{ ...file, name: 'b' }, text],
    ],
    400,
    'invalid_input',
    'file',
  ],
  [
    'two folders',
    [
      [file, text],
      [folder, 'a'],
      [folder, 'b'],
    ],
    400,
    'invalid_input',
    'folder',
  ],
  [
    'a folder with ..',
    [
      [file, text],
      [folder, '../a'],
    ],
    400,
    'invalid_folder',
    'folder',
  ],
  [
    'a folder with a NUL',
    [
      [folder, 'a\0'],
      [file, text],
    ],
    400,
    'invalid_text',
    'folder',
  ],
  [
    'a folder that is not UTF-8',
    [
      [folder, Buffer.from([0xff])],
      [file, text],
    ],
    400,
    'invalid_text',
    'folder',
  ],
  [
    'a text part above its limit',
    [
      [file, text],
      [folder, 'a'.repeat(65_537)],
    ],
    413,
    'body_too_large',
    undefined,
  ],
  [
    'an unknown part above the limit',
    [
      [file, text],
      [{ name: 'x' }, 'a'.repeat(65_537)],
    ],
    413,
    'body_too_large',
    undefined,
  ],
  [
    'a file above the limit',
    [[file, 'a'.repeat(uploadMaxBytes + 1)]],
    413,
    'file_too_large',
    undefined,
  ],
  ['an empty file', [[file, '']], 400, 'media_type_refused', undefined],
  [
    'a program',
    [[file, '<html><script>alert(1)</script></html>']],
    400,
    'media_type_refused',
    undefined,
  ],
];

describe('rejected uploads store nothing', () => {
  test.each(rejected)('%s', async (_, parts, status, code, path) => {
    const before = await world.stored();
    const answer = await world.upload(...parts);
    expect([answer.status, answer.json().code]).toEqual([status, code]);
    if (path !== undefined) expect(answer.json().issues[0].path).toBe(path);
    expect(await world.stored()).toBe(before);
  });

  test('a file in another part is answered with the name of that part and of the right one', async () => {
    const message = async (name: string) => {
      const answer = await world.upload([{ ...file, name }, text]);
      return [answer.status, answer.json().issues];
    };
    expect(await message('upload')).toEqual([
      400,
      [{ path: 'file', message: "is required, but the file is in the part 'upload'" }],
    ]);
    const long = "is required, but the file is in the part '";
    expect(await message('a'.repeat(5_000))).toEqual([
      400,
      [{ path: 'file', message: `${long}${'a'.repeat(100)}'` }],
    ]);
  });

  const body = multipart([file, text]);

  test.each([
    ['no last boundary', body.subarray(0, -8)],
    ['incomplete part headers', body.subarray(0, 60)],
    ['no boundary at all', Buffer.from(text)],
    ['invalid part headers', Buffer.from(`--the-boundary\r\n?: ?\r\n\r\n${text}`)],
    ['no bytes', Buffer.alloc(0)],
  ])('a form with %s is malformed', async (_, malformed) => {
    const before = await world.stored();
    const { status, json } = await world.post('/api/media/upload', Buffer.from(malformed));
    expect(status).toBe(400);
    expect(['malformed_body', 'invalid_input']).toContain(json().code);
    expect(await world.stored()).toBe(before);
  });

  test('other media types and compressed forms get 415', async () => {
    const whole = Buffer.from(body);
    for (const headers of [
      { 'Content-Type': 'application/json' },
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      { 'Content-Type': 'multipart/mixed; boundary=the-boundary' },
      { 'Content-Encoding': 'gzip' },
    ]) {
      expect((await world.post('/api/media/upload', whole, headers)).status).toBe(415);
    }
    const withoutBoundary = { 'Content-Type': 'multipart/form-data' };
    const { status, json } = await world.post('/api/media/upload', whole, withoutBoundary);
    expect([status, json().code]).toEqual([400, 'malformed_body']);
  });
});
