import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { serveApp, type SignedIn, type TestApp } from '../support/http/app.ts';
import { fingerprint } from '../support/access/fingerprint.ts';
import { boundary, formEnd, rawField, rawFile, rawPart } from '../support/media/raw-upload.ts';
import { statusesIn, sendRaw } from '../support/http/raw-socket.ts';

let app: TestApp;
let author: SignedIn;

beforeAll(async () => {
  app = await serveApp();
  author = await app.signIn('author');
});

afterAll(() => app[Symbol.asyncDispose]());

const multipart = `multipart/form-data; boundary=${boundary}`;

/** Sends a body byte for byte. @returns its status and code, and whether anything was stored. */
const upload = async (body: string, type = multipart, path = '/api/media/upload') => {
  const before = await fingerprint(app.ports);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: a',
    'Connection: close',
    `Authorization: ${author.bearer.Authorization}`,
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
  ];
  const answer = await sendRaw(app.url, `${head.join('\r\n')}\r\n\r\n`, body);
  const [, code] = /"code":"(\w+)"/.exec(answer) ?? [];
  return [...statusesIn(answer), code, (await fingerprint(app.ports)) !== before];
};

const stored = [201, undefined, true];
const rejected = (status: number, code: string) => [status, code, false];

test('a valid form is stored, so the forms below are rejected for their defects', async () => {
  expect(await upload(rawField('folder', 'a/b') + rawFile() + formEnd)).toEqual(stored);
});

describe('an oversized or malformed form is rejected and stores nothing (CVE-2025-48997)', () => {
  const invalid = rejected(400, 'invalid_input');
  const malformed = rejected(400, 'malformed_body');
  const forms: Readonly<Record<string, readonly [string, readonly unknown[]]>> = {
    'a file part with an empty name': [
      rawFile('form-data; name=""; filename="a.gif"') + formEnd,
      invalid,
    ],
    'a file part without a name': [rawFile('form-data; filename="a.gif"') + formEnd, invalid],
    'a file part with another name': [
      rawFile('form-data; name="files"; filename="a.gif"') + formEnd,
      invalid,
    ],
    'a file part with the name of a list': [
      rawFile('form-data; name="file[]"; filename="a.gif"') + formEnd,
      invalid,
    ],
    'a file part with the name __proto__': [
      rawFile('form-data; name="__proto__"; filename="a.gif"') + formEnd,
      invalid,
    ],
    'a part without Content-Disposition': [rawPart('X-A: b', 'x') + formEnd, invalid],
    'a file without a file name': [
      rawFile('form-data; name="file"; filename=""') + formEnd,
      invalid,
    ],
    'text instead of a file': [rawField('file', '/etc/passwd') + formEnd, invalid],
    'a URL instead of a file': [rawField('url', 'http://169.254.169.254/') + formEnd, invalid],
    'text and a file': [rawField('file', 'x') + rawFile() + formEnd, invalid],
    'two files': [rawFile() + rawFile() + formEnd, invalid],
    'a file and another one under a different name': [
      rawFile() + rawFile('form-data; name="x"; filename="b.gif"') + formEnd,
      invalid,
    ],
    'two folders': [
      rawField('folder', 'a') + rawField('folder', 'b') + rawFile() + formEnd,
      invalid,
    ],
    'an invalid folder after the file': [
      rawFile() + rawField('folder', '../..') + formEnd,
      rejected(400, 'invalid_folder'),
    ],
    'no last boundary': [rawFile(), malformed],
    'an end within part headers': [`--${boundary}\r\nContent-Dispo`, malformed],
    'only the last boundary': [formEnd, invalid],
    'no bytes': ['', invalid],
    'line feeds without carriage returns': [
      (rawFile() + formEnd).replaceAll('\r\n', '\n'),
      malformed,
    ],
    'endless part headers': [
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${'a'.repeat(1_000_000)}`,
      malformed,
    ],
    'a part header above the limit, in one chunk with its part': [
      rawFile(`form-data; name="${'a'.repeat(20_000)}"; filename="a.gif"`) + formEnd,
      malformed,
    ],
    'thousands of part headers': [
      rawPart('X-A: b\r\n'.repeat(50_000).trim(), 'x') + formEnd,
      malformed,
    ],
    'thousands of parts': [rawField('a', 'x').repeat(20_000) + rawFile() + formEnd, malformed],
    'thousands of empty parts': [rawPart('', '').repeat(50_000) + rawFile() + formEnd, malformed],
    'a field above its limit': [
      rawField('folder', 'x'.repeat(500_000)) + rawFile() + formEnd,
      rejected(413, 'body_too_large'),
    ],
    'an unknown field above the limit': [
      rawField('other', 'x'.repeat(500_000)) + rawFile() + formEnd,
      rejected(413, 'body_too_large'),
    ],
    'a file above the limit': [
      rawFile(undefined, 'a'.repeat(1_100_000)) + formEnd,
      rejected(413, 'file_too_large'),
    ],
    'an unknown transfer encoding': [
      rawPart(
        'Content-Disposition: form-data; name="file"; filename="a.gif"\r\nContent-Transfer-Encoding: zip',
        'x',
      ) + formEnd,
      malformed,
    ],
    'a form within a form': [
      rawPart(
        'Content-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: multipart/mixed; boundary=in',
        `--in\r\n\r\n\u0000\r\n--in--`,
      ) + formEnd,
      rejected(400, 'media_type_refused'),
    ],
  };

  test.each(Object.entries(forms))('%s', async (_, [body, expected]) => {
    expect(await upload(body)).toEqual(expected);
  });
});

describe('other media types are not parsed as forms (npm:koa-body:20180127)', () => {
  const body = rawFile() + formEnd;
  const wrong = rejected(415, 'unsupported_content_type');

  test.each([
    ['application/json', '{"files":{"file":{"path":"/etc/passwd","filepath":"/etc/passwd"}}}'],
    ['application/x-www-form-urlencoded', 'file[path]=/etc/passwd&files.file.filepath=/etc/passwd'],
    ['application/octet-stream', body],
    ['multipart/mixed; boundary=bnd', body],
    ['multipart/related; boundary=bnd', body],
    ['text/plain', body],
    ['image/gif', body],
  ])('%s is rejected', async (type, content) => {
    expect(await upload(content, type)).toEqual(wrong);
  });

  test.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    'multipart/form-data; boundary=other',
    'multipart/form-data; boundary=other; boundary=bnd',
    `multipart/form-data; boundary=${'b'.repeat(8_000)}`,
  ])('%s does not name the boundary of the body', async (type) => {
    expect(await upload(body, type)).toEqual(rejected(400, 'malformed_body'));
  });

  describe('a boundary that reads like a media type does not change how the body is parsed', () => {
    let folder: string;

    afterEach(async () => {
      vi.unstubAllEnvs();
      await rm(folder, { recursive: true, force: true });
    });

    test.each([
      'octet-stream',
      'application/octet-stream',
      'json',
      'application/json',
      'urlencoded',
      'application/x-www-form-urlencoded',
      'a-json-octet-stream-urlencoded-z',
    ])('%s', async (word) => {
      folder = await mkdtemp(join(tmpdir(), 'quoin-upload-'));
      vi.stubEnv('TMPDIR', folder);
      const renamed = (text: string): string => text.replaceAll(`--${boundary}`, `--${word}`);
      const type = `multipart/form-data; boundary="${word}"`;
      expect(await upload(renamed(body), type)).toEqual(stored);
      const large = rawFile(undefined, 'a'.repeat(3_000_000)) + formEnd;
      expect(await upload(renamed(large), type)).toEqual(rejected(413, 'file_too_large'));
      expect(await upload(body, `${multipart}; x=${word}`)).toEqual(stored);
      // Nothing is written outside of the blob store.
      expect(await readdir(folder)).toEqual([]);
    });
  });
});
