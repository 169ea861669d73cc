import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveApp, type SignedIn, type TestApp } from '../support/http/app.ts';
import { statusesIn, sendRaw } from '../support/http/raw-socket.ts';

let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await serveApp();
  admin = await app.signIn('admin');
});

afterAll(() => app[Symbol.asyncDispose]());

const put = async (body: BodyInit | undefined, headers: Record<string, string> = {}) => {
  const { status, json } = await app.request('/api/settings', {
    method: 'PUT',
    ...(body !== undefined && { body }),
    headers: { 'Content-Type': 'application/json', ...admin.bearer, ...headers },
  });
  return status === 200
    ? [200, json().data.siteName]
    : [status, json().code, json().issues?.[0].path];
};

describe('JSON bodies', () => {
  test('are UTF-8 with or without a byte order mark', async () => {
    expect(await put('{"siteName":"Größe 👋"}')).toEqual([200, 'Größe 👋']);
    expect(await put('\ufeff{"siteName":"BOM"}')).toEqual([200, 'BOM']);
    expect(
      await put('{"siteName":"a"}', { 'Content-Type': 'application/json; charset=utf-8' }),
    ).toEqual([200, 'a']);
  });

  test.each([
    ['', 'malformed_body', undefined],
    ['{', 'malformed_body', undefined],
    ["{'siteName':'a'}", 'malformed_body', undefined],
    ['{"siteName":"a"} trailing', 'malformed_body', undefined],
    ['[]', 'invalid_input', 'body'],
    ['null', 'invalid_input', 'body'],
    ['"text"', 'invalid_input', 'body'],
    ['{"siteName":1}', 'invalid_input', 'siteName'],
    [String.raw`{"siteName":"\u0000"}`, 'invalid_text', 'siteName'],
    [String.raw`{"unknown":["\udead"]}`, 'invalid_text', 'unknown.0'],
    ['{"__proto__":{"a":1}}', 'invalid_input', 'body'],
    ['{"siteName":12345678901234567890}', 'invalid_input', 'siteName'],
    ['{"unknown":[1,{"a.b":1.2345678901234567890e19}]}', 'invalid_input', 'unknown.1.a.b'],
    ['12345678901234567890', 'invalid_input', 'body'],
  ])('%j is rejected with %s', async (body, code, path) => {
    expect(await put(body)).toEqual([400, code, path]);
  });

  test.each([
    ['PUT', '/api/settings', '{\n "siteName": secret', 2, 14],
    ['POST', '/api/content', `{"data":{"a":"${'x'.repeat(3_000_000)}"},\n!`, 2, 1],
  ])(
    'the answer to malformed JSON for %s %s contains the place, but nothing of the text',
    async (method, path, body, ...at) => {
      const headers = { ...admin.bearer, 'Content-Type': 'application/json' };
      const { status, json, text } = await app.request(path, { method, body, headers });
      expect([status, json()]).toEqual([
        400,
        {
          error: `The body is not valid JSON: see line ${at[0]}, column ${at[1]}`,
          code: 'malformed_body',
        },
      ]);
      expect(text).not.toContain('secret');
    },
  );

  test('invalid UTF-8 is rejected, not repaired', async () => {
    const latin1 = Buffer.from('{"siteName":"Größe"}', 'latin1');
    expect(await put(latin1)).toEqual([400, 'malformed_body', undefined]);
  });

  test('a missing body is malformed', async () => {
    const { status, json } = await app.request('/api/settings', {
      method: 'PUT',
      headers: admin.bearer,
    });
    expect([status, json().code]).toEqual([415, 'unsupported_content_type']);
  });

  test('unknown members are ignored', async () => {
    expect(await put('{"siteName":"b","plugins":{"cache":{"active":false}}}')).toEqual([200, 'b']);
    const plugins = await app.request('/api/plugins', { headers: admin.bearer });
    expect(plugins.json().data[0].active).toBe(true);
  });

  test('unknown members are ignored at any depth, also with escaped names', async () => {
    for (const letter of ['<', String.raw`\u003c`]) {
      const deep = `${'['.repeat(1_000)}"${letter}"${']'.repeat(1_000)}`;
      expect(await put(`{"siteName":"c","unknown":${deep}}`)).toEqual([200, 'c']);
    }
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'text/json',
  ])('%s is another media type', async (type) => {
    expect(await put('{"siteName":"a"}', { 'Content-Type': type })).toEqual([
      415,
      'unsupported_content_type',
      undefined,
    ]);
  });

  test('a compressed body is rejected without decompressing it', async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024, ' '));
    expect(await put(bomb, { 'Content-Encoding': 'gzip' })).toEqual([
      415,
      'unsupported_content_type',
      undefined,
    ]);
  });

  test('a body of exactly the limit is accepted, one byte more is too large', async () => {
    const limit = 64 * 1024;
    const start = '{"siteName":"full"';
    const padded = (length: number): string => `${start.padEnd(length - 1)}}`;
    expect(await put(padded(limit))).toEqual([200, 'full']);
    expect(await put(padded(limit + 1))).toEqual([413, 'body_too_large', undefined]);
  });

  test('a body slightly over the limit is too large, also in one chunk without a length', async () => {
    const head = `PUT /api/settings HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: ${admin.bearer.Authorization}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    for (const length of [64 * 1024 + 1, 128 * 1024]) {
      const chunk = `${length.toString(16)}\r\n${' '.repeat(length)}\r\n0\r\n\r\n`;
      expect(statusesIn(await sendRaw(app.url, head + chunk))).toEqual([413]);
    }
  });

  test('a body without a length is cut off at the limit', async () => {
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(Buffer.alloc(16 * 1024, ' ')),
    });
    // The client may receive the error response while it is still sending.
    const answer = await put(endless).catch((error: Error) => error.message);
    expect([[413, 'body_too_large', undefined], 'fetch failed']).toContainEqual(answer);
  });
});

describe('forms', () => {
  const post = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const answer = await app.request('/auth/login/form', { method: 'POST', body, headers });
    return [answer.status, answer.headers.get('location')];
  };
  const good = { email: 'admin@example.com', password: 'correct horse battery' };

  test('are accepted as a browser sends them', async () => {
    expect(await post(new URLSearchParams(good))).toEqual([303, '/admin']);
  });

  test('contain only text fields', async () => {
    const [status] = await post('email[$ne]=&password[$ne]=', {
      'Content-Type': 'application/x-www-form-urlencoded',
    });
    expect(status).toBe(400);
  });

  test('with another media type or a repeated field are rejected with a page', async () => {
    const json = { method: 'POST', json: good };
    const answer = await app.request('/auth/login/form', json);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      415,
      'text/html; charset=utf-8',
    ]);
    const twice = new URLSearchParams([...Object.entries(good), ['email', 'b@example.com']]);
    expect((await post(twice))[0]).toBe(400);
  });
});
