import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { multipart, type Parts } from '../support/http/multipart.ts';
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
