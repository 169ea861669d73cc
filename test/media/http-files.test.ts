import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentDisposition, parseRange } from '../../adapters/http/rest/answers/file-headers.ts';
import { operator } from '../../core/index.ts';
import type { MediaFile } from '../../core/vocabulary.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';

const text = 'A file of thirty-two plain bytes';
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

let app: TestApp;
let file: MediaFile;
let path: string;

beforeAll(async () => {
  app = await serveApp();
  file = await upload('Grüße "\r\n.txt', text);
  path = `/files/${file.key}`;
});

afterAll(() => app[Symbol.asyncDispose]());

async function* bytesOf(content: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(content);
}

const upload = (originalName: string, content: string): Promise<MediaFile> =>
  app.cms.media.upload(operator, { originalName, body: bytesOf(content), folder: () => undefined });

describe('a file', () => {
  test('is returned whole, cacheable for a year, and sandboxed', async () => {
    const { status, headers, text: body } = await app.request(path);
    expect([status, body]).toEqual([200, text]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': '32',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    expect(headers.has('set-cookie')).toBe(false);
  });

  test('that is not a raster image, audio, video or PDF is downloaded under its name', async () => {
    const { headers } = await app.request(path);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Gr__e _.txt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%22.txt`,
    );
    const drawing = await upload('drawing.svg', svg);
    const served = await app.request(`/files/${drawing.key}`);
    expect(served.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(served.headers.get('content-type')).toBe('image/svg+xml');
  });

  test('that is an image is displayed inline', async () => {
    const picture = await upload('dot.gif', 'GIF89a\x01\x00\x01\x00\x00\x00\x00;');
    const { headers } = await app.request(`/files/${picture.key}`);
    expect(headers.get('content-disposition')).toMatch(/^inline;/);
    expect(headers.get('content-type')).toBe('image/gif');
  });

  test.each([
    'a.srt',
    'note.ipynb',
    'x.tsv',
    'Grüße.md',
    'README',
    '.htaccess',
    'A.TXT',
    'a.tar.x',
  ])('is downloaded as it was named: %s', async (name) => {
    const { key } = await upload(name, text);
    const { headers } = await app.request(`/files/${key}`);
    expect(headers.get('content-disposition')).toContain(`''${encodeURIComponent(name)}`);
  });

  test.each([
    ['letter.exe', 'letter.txt'],
    ['letter.EXE. .', 'letter.txt'],
    ['letter.txt.scr', 'letter.txt.txt'],
    ['start.desktop', 'start.txt'],
    ['..', 'file.txt'],
  ])('does not keep the extension of a program: %s', async (name, expected) => {
    const letter = await upload(name, text);
    const { headers } = await app.request(`/files/${letter.key}`);
    expect(headers.get('content-disposition')).toContain(`filename="${expected}"`);
  });

  test('answers HEAD without bytes and ignores Range there', async () => {
    for (const wanted of [{}, { Range: 'bytes=0-1' }]) {
      const options = { method: 'HEAD', headers: wanted };
      const { status, headers, text: body } = await app.request(path, options);
      expect([status, headers.get('content-length'), body]).toEqual([200, '32', '']);
    }
  });

  test('gets 304 for a matching ETag, also with Range', async () => {
    const tag = (await app.request(path)).headers.get('etag')!;
    const known = { 'If-None-Match': tag };
    expect((await app.request(path, { headers: known })).status).toBe(304);
    for (const Range of ['bytes=0-1', 'bytes=99-']) {
      const { status, headers } = await app.request(path, { headers: { ...known, Range } });
      expect([Range, status]).toEqual([Range, 304]);
      expect([headers.get('content-range'), headers.get('content-length')]).toEqual([null, null]);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  test.each(['/files/nothing', '/files/a/b.txt', '/files/..%2f..%2fetc/passwd', '/files/a/../b'])(
    '%s is not found',
    async (unknown) => {
      expect((await app.request(unknown)).status).toBe(404);
    },
  );

  test('without stored bytes gets 404, not an incomplete 200', async () => {
    const lost = await upload('lost.txt', text);
    await app.ports.blobs.delete(lost.key);
    expect((await app.request(`/files/${lost.key}`)).status).toBe(404);
  });
});

describe('ranges of a file', () => {
  const part = async (headers: Readonly<Record<string, string>>) => {
    const answer = await app.request(path, { headers });
    const range = answer.headers.get('content-range');
    return { status: answer.status, range, text: answer.text };
  };

  test('are sent with 206 and Content-Range', async () => {
    expect(await part({ Range: 'bytes=2-5' })).toEqual({
      status: 206,
      range: 'bytes 2-5/32',
      text: 'file',
    });
    expect(await part({ Range: 'bytes=-5' })).toEqual({
      status: 206,
      range: 'bytes 27-31/32',
      text: 'bytes',
    });
    expect(await part({ Range: 'bytes=27-' })).toMatchObject({ status: 206, text: 'bytes' });
  });

  test('outside of the file get 416 with its length', async () => {
    const none = { status: 416, range: 'bytes */32', text: '' };
    expect(await part({ Range: 'bytes=32-40' })).toEqual(none);
    expect(await part({ Range: 'bytes=-0' })).toEqual(none);
    const { headers } = await app.request(path, { headers: { Range: 'bytes=32-' } });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('with an If-Range that does not match get the whole file', async () => {
    const tag = (await app.request(path)).headers.get('etag')!;
    const Range = 'bytes=0-0';
    expect(await part({ Range, 'If-Range': tag })).toMatchObject({ status: 206, text: 'A' });
    for (const other of ['"other"', `W/${tag}`, 'Sat, 01 Jan 2028 00:00:00 GMT']) {
      expect(await part({ Range, 'If-Range': other })).toMatchObject({ status: 200, text });
    }
  });
});

test.each([
  [undefined, 'whole'],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['BYTES=0-0', { start: 0, end: 0 }],
  ['bytes=5-', { start: 5, end: 9 }],
  ['bytes=5-99999999999999999999999999', { start: 5, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=99999999999999999999999999-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-4', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,4-5', 'whole'],
  ['bytes=a-b', 'whole'],
  ['bytes=1.5-2', 'whole'],
  ['bytes=+1-2', 'whole'],
  ['lines=0-1', 'whole'],
  ['0-1', 'whole'],
])('for a file of ten bytes, the Range header %s means %o', (header, expected) => {
  expect(parseRange(header, 10)).toEqual(expected);
});

test('an empty file has no ranges, but can be sent whole', () => {
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(parseRange('bytes=-1', 0)).toBe('whole');
});

test.each([
  ['a.txt', `attachment; filename="a.txt"; filename*=UTF-8''a.txt`],
  [
    '"; x="y\\.txt',
    `attachment; filename="_; x=_y_.txt"; filename*=UTF-8''%22%3B%20x%3D%22y%5C.txt`,
  ],
  [
    'a\r\nSet-Cookie: b',
    `attachment; filename="a__Set-Cookie: b"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b`,
  ],
  [`it's (1)*`, `attachment; filename="it's (1)*"; filename*=UTF-8''it%27s%20%281%29%2A`],
  ['100%.txt', `attachment; filename="100_.txt"; filename*=UTF-8''100%25.txt`],
])('the file name %j is escaped in Content-Disposition', (name, expected) => {
  expect(contentDisposition('attachment', name)).toBe(expected);
});
