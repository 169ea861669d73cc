import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, testPassword, type TestApp } from '../support/http/app.ts';
import { fingerprint } from '../support/access/fingerprint.ts';
import { restSubject } from '../support/http/rest-subject.ts';

let app: TestApp;
let bearer: { readonly Authorization: string };
let pages: string;
let id: string;
let subject: ReturnType<typeof restSubject>;

beforeAll(async () => {
  app = await serveApp();
  subject = restSubject(app.url);
  ({ bearer } = await app.signIn('admin'));
  const collections = await app.cms.collections.list(operator);
  pages = collections.find(({ name }) => name === 'pages')?.id ?? '';
  ({ id } = await app.cms.content.create(operator, { collectionId: pages, title: 'One' }));
});

afterAll(async () => {
  subject.close();
  await app[Symbol.asyncDispose]();
});

const send = async (method: string, path: string, body: string | Uint8Array, headers = {}) => {
  const answer = await subject.send({
    method,
    path,
    headers: { 'Content-Type': 'application/json', ...bearer, ...headers },
    body,
  });
  const code: unknown = answer.status < 400 ? undefined : JSON.parse(answer.text).code;
  return [answer.status, code];
};

describe('a body is limited in depth, width and size', () => {
  const deep = (open: string, close: string, depth: number) =>
    open.repeat(depth) + close.repeat(depth);

  test.each([
    ['deep lists', deep('[', ']', 100_000)],
    ['deep objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['open lists', '['.repeat(1_000_000)],
    ['lists as deep as a stack', deep('[', ']', 5_000)],
    ['deep __proto__ members', `${'{"__proto__":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
  ])('%s are rejected', async (_, json) => {
    const before = await fingerprint(app.ports);
    const body = `{"collectionId":"${pages}","title":"Deep","data":{"a":${json}}}`;
    expect(await send('POST', '/api/content', body)).toEqual([400, expect.any(String)]);
    expect(await fingerprint(app.ports)).toBe(before);
    expect(
      await send('PUT', '/api/settings', `{"siteName":"a","unknown":${deep('[', ']', 20_000)}}`),
    ).toEqual([200, undefined]);
  });

  test('wide objects are accepted up to the limit and rejected above it', async () => {
    const wide = (count: number) =>
      `{"collectionId":"${pages}","title":"Wide","data":{${Array.from({ length: count }, (_, n) => `"k${n}":[]`).join(',')}}}`;
    expect(await send('POST', '/api/content', wide(150_000))).toEqual([201, undefined]);
    expect(await send('POST', '/api/content', wide(250_000))).toEqual([400, 'invalid_data']);
    expect(await send('POST', '/api/content', wide(500_000))).toEqual([413, 'body_too_large']);
  });

  test('numbers beyond the range of a double are rejected and change nothing', async () => {
    const before = await fingerprint(app.ports);
    for (const number of ['1e400', '-1e400', '9'.repeat(5_000)]) {
      expect(
        await send('PUT', '/api/plugins/cache', `{"settings":{"ttlSeconds":${number}}}`),
      ).toEqual([400, 'invalid_data']);
      expect(await send('PUT', '/api/plugins/cache', `{"active":${number}}`)).toEqual([
        400,
        'invalid_input',
      ]);
    }
    expect(await fingerprint(app.ports)).toBe(before);
  });

  test('data with an integer that a double cannot hold is rejected, and nothing is stored', async () => {
    const before = await fingerprint(app.ports);
    const body = (number: string) =>
      `{"collectionId":"${pages}","title":"Steam","data":{"ids":[1,{"steam":${number}}]}}`;
    for (const number of [
      '76561198009194284',
      '12345678901234567890.0',
      '-1.2345678901234567890e19',
    ]) {
      for (const [method, path] of [
        ['POST', '/api/content'],
        ['PUT', `/api/content/${id}`],
      ] as const) {
        expect(await send(method, path, body(number))).toEqual([400, 'invalid_input']);
      }
      const transfer = `{"items":[{"collection":"pages","title":"A","data":{"steam":${number}}}]}`;
      expect(await send('POST', '/api/transfer/content', transfer)).toEqual([400, 'invalid_input']);
      const schema = `{"type":"object","properties":{"a":{"type":"number","maximum":${number}}}}`;
      const collection = `{"name":"a","schema":${schema}}`;
      expect(await send('POST', '/api/collections', collection)).toEqual([400, 'invalid_input']);
    }
    expect(await fingerprint(app.ports)).toBe(before);
    const { text } = await subject.send({
      method: 'POST',
      path: '/api/content',
      headers: { 'Content-Type': 'application/json', ...bearer },
      body: body('76561198009194284'),
    });
    expect(JSON.parse(text).issues).toEqual([
      {
        path: 'data.ids.1.steam',
        message: 'has more digits than a JSON number keeps; send it as text',
      },
    ]);
    for (const number of ['0.1', '1e21', '9007199254740991', '"76561198009194284"']) {
      const accepted = body(number).replace('Steam', `Number ${number.replaceAll('"', '')}`);
      expect(await send('POST', '/api/content', accepted)).toEqual([201, undefined]);
    }
  });

  const bomb = Buffer.alloc(8 * 1024 * 1024, ' ');

  test.each([
    ['gzip', gzipSync(bomb)],
    ['x-gzip', gzipSync(bomb)],
    ['deflate', deflateSync(bomb)],
    ['br', brotliCompressSync(bomb)],
    ['zstd', zstdCompressSync(bomb)],
    ['GZIP', gzipSync(bomb)],
    ['identity, gzip', gzipSync(bomb)],
    ['gzip, identity', gzipSync(bomb)],
    ['unknown', bomb.subarray(0, 10)],
  ])('a compressed body is rejected: %s', async (encoding, body) => {
    const headers = { 'Content-Encoding': encoding };
    const rejected = [415, 'unsupported_content_type'];
    expect(await send('PUT', '/api/settings', body, headers)).toEqual(rejected);
    expect(await send('POST', '/api/content', body, headers)).toEqual(rejected);
    const upload = { ...headers, 'Content-Type': 'multipart/form-data; boundary=x' };
    expect(await send('POST', '/api/media/upload', body, upload)).toEqual(rejected);
  });
});

describe('no key of a body reaches a prototype', () => {
  const traps = [
    '{"__proto__":{"isPolluted":true}}',
    String.raw`{"\u005f\u005fproto\u005f\u005f":{"isPolluted":true}}`,
    '{"constructor":{"prototype":{"isPolluted":true}}}',
    '{"a":{"__proto__":{"isPolluted":true}}}',
    '[{"__proto__":{"isPolluted":true}}]',
  ];

  test.each(traps)('%s', async (trap) => {
    const bodies = [
      ['PUT', '/api/settings', trap],
      ['PUT', '/api/plugins/cache', `{"settings":${trap}}`],
      ['POST', '/api/content', `{"collectionId":"${pages}","title":"Trap","data":{"x":${trap}}}`],
      ['POST', '/api/collections', `{"name":"trap","schema":{"properties":${trap}}}`],
      [
        'POST',
        '/api/transfer/content',
        `{"items":[{"collection":"pages","title":"T","data":{"x":${trap}}}]}`,
      ],
      ['PUT', '/auth/me', trap],
    ] as const;
    for (const [method, path, body] of bodies) {
      const [status] = await send(method, path, body);
      expect([path, status]).toEqual([path, expect.toBeOneOf([200, 201, 400, 409])]);
    }
    // It is not stored either, so it cannot reach a client that merges objects.
    expect(await fingerprint(app.ports)).not.toContain('__proto__');
    expect(Reflect.get({}, 'isPolluted')).toBe(undefined);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe('no text makes a pattern match slow (CVE-2025-69873)', () => {
  const evil = `${'a'.repeat(2_000)}!`;

  test.each([
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '(.*a){20}$',
    '^([a-zA-Z]+)*$',
    'a{0,100}a{0,100}$',
  ])('with the pattern of a field: %s', async (pattern) => {
    const name = `p${Buffer.from(pattern).toString('hex').slice(0, 60)}`;
    const schema = { properties: { f: { type: 'string', pattern } } };
    const made = await send('POST', '/api/collections', JSON.stringify({ name, schema }));
    expect(made).toEqual([201, undefined]);
    const stored = await app.ports.store.repositories.collections.findByName(name);
    const item = { collectionId: stored?.id, title: 'Evil', slug: name, data: { f: evil } };
    const [status] = await send('POST', '/api/content', JSON.stringify(item));
    expect(status).toBe(new RegExp(pattern).test('a!') ? 201 : 400);
  });

  test('with the patterns of the service', async () => {
    const email = `${'a.'.repeat(9_000)}@${'a-'.repeat(9_000)}`;
    const login = { email, password: testPassword };
    expect((await send('POST', '/auth/login', JSON.stringify(login)))[0]).toBe(401);
    const slug = encodeURIComponent('-'.repeat(7_000));
    expect((await app.request(`/api/content/check-slug?slug=${slug}`)).status).toBe(400);
    const folder = '/'.repeat(10_000);
    expect((await app.request(`/api/media?folder=${folder}`, { headers: bearer })).status).toBe(
      400,
    );
    const tags = ['"'.repeat(7_000), 'W/"'.repeat(3_000), `${'"a",'.repeat(2_000)}x`];
    for (const tag of tags) {
      const headers = {
        'If-None-Match': tag,
        Range: `bytes=${'0-,'.repeat(500)}`,
        Cookie: '; '.repeat(500),
      };
      expect((await app.request(`/api/content/${id}`, { headers })).status).toBeOneOf([200, 304]);
    }
  });
});
