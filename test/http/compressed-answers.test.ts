import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { connectTo, readToEnd } from '../support/http/raw-socket.ts';

let app: TestApp;
let id: string;
let smallId: string;
let session: string;
let token: string;

beforeAll(async () => {
  app = await serveApp();
  const { cms } = app;
  const [collection] = await cms.collections.list(operator);
  const create = async (title: string, text: string): Promise<string> => {
    const item = { collectionId: collection!.id, title, data: { text } };
    return (await cms.content.create(operator, item)).id;
  };
  id = await create('Long', 'Émile 😀 '.repeat(1_000));
  smallId = await create('Short', 'x');
  session = (await app.signIn('editor')).token;
  token = (await cms.apiTokens.create(operator, { name: 'reader' })).secret;
});

afterAll(() => app[Symbol.asyncDispose]());

interface Answer {
  readonly head: string;
  readonly coding: string | undefined;
  /** Decoded. */
  readonly body: string;
}

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes) => bytes,
};

const ask = async (path: string, headers: string, method = 'GET'): Promise<Answer> => {
  const socket = await connectTo(app.url);
  const received = readToEnd(socket);
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`);
  const answer = await received;
  const end = answer.indexOf('\r\n\r\n') + 4;
  const head = answer.slice(0, end);
  const bytes = Buffer.from(answer.slice(end), 'latin1');
  const coding = /\r\nContent-Encoding: (\w+)\r\n/.exec(head)?.[1];
  const [, length] = /\r\nContent-Length: (\d+)\r\n/.exec(head) ?? [];
  if (length !== undefined && method === 'GET') expect(bytes.length).toBe(Number(length));
  const isPlain = coding === undefined || bytes.length === 0;
  const body = isPlain ? bytes : decoders[coding]!(bytes);
  return { head, coding, body: body.toString() };
};

const accept = (value: string): string => `Accept-Encoding: ${value}\r\n`;

const dataOf = ({ body }: Answer): unknown => JSON.parse(body).data;

const tagOf = ({ head }: Answer): string => /\r\nETag: ([^\r]*)/.exec(head)![1]!;

const isVaried = ({ head }: Answer): boolean => /\r\nVary: [^\r]*\bAccept-Encoding\b/.test(head);

for (const plugin of [false, true]) {
  test(`items and lists are compressed, with the plugin ${plugin ? 'on' : 'off'}`, async () => {
    await app.cms.plugins.configure(operator, 'cache', { active: plugin });
    for (const path of [`/api/content/${id}`, '/api/content']) {
      const plain = await ask(path, '');
      expect([plain.coding, isVaried(plain)]).toEqual([undefined, true]);
      for (const coding of ['br', 'gzip']) {
        for (const isLater of [false, true]) {
          const answer = await ask(path, accept(coding));
          expect(dataOf(answer)).toEqual(dataOf(plain));
          expect([answer.coding, isVaried(answer)]).toEqual([coding, true]);
          expect(tagOf(answer)).toBe(tagOf(plain));
          if (isLater) expect(answer.head.includes('X-Cache-Source: memory')).toBe(plugin);
        }
        const { head, body } = await ask(path, accept(coding), 'HEAD');
        expect(body).toBe('');
        expect(head).toContain(`\r\nContent-Encoding: ${coding}\r\n`);
      }
      expect((await ask(path, accept('br, gzip'))).coding).toBe('br');
      expect((await ask(path, accept('zstd'))).coding).toBeUndefined();
      expect((await ask(path, accept('br;q=0'))).coding).toBeUndefined();
      const unchanged = await ask(path, `${accept('br')}If-None-Match: ${tagOf(plain)}\r\n`);
      expect(unchanged.head).toMatch(/^HTTP\/1.1 304/);
      expect([unchanged.coding, unchanged.body, isVaried(unchanged)]).toEqual([
        undefined,
        '',
        true,
      ]);
    }
  });
}

test('only answers of content are compressed, and short ones are not', async () => {
  const paths = [
    `/api/content/${smallId}`,
    '/api/content/none',
    '/api/collections',
    '/api/health',
    '/auth/me',
    '/api/settings',
  ];
  const admin = (await app.signIn('admin')).token;
  for (const path of paths) {
    const headers = `${accept('br')}Authorization: Bearer ${admin}\r\n`;
    for (let n = 0; n < 3; n += 1)
      expect([path, (await ask(path, headers)).coding]).toEqual([path, undefined]);
  }
});

// Another site could make the browser send requests, and learn from the size of the answers (BREACH).
test('answers to a session in a cookie are not compressed, those to other callers are', async () => {
  for (const active of [false, true]) {
    await app.cms.plugins.configure(operator, 'cache', { active });
    const codingFor = async (credential: string): Promise<string | undefined> => {
      const headers = `${accept('gzip')}${credential}\r\n`;
      await ask('/api/content', headers);
      return (await ask('/api/content', headers)).coding;
    };
    expect(await codingFor(`Cookie: auth_token=${session}`)).toBeUndefined();
    for (const credential of [`Authorization: Bearer ${session}`, `X-API-Key: ${token}`]) {
      expect(await codingFor(credential)).toBe('gzip');
    }
    expect(await codingFor(`Cookie: auth_token=${session}`)).toBeUndefined();
  }
});

test('a page that is too large to hold in memory is compressed while it is sent', async () => {
  const [collection] = await app.cms.collections.list(operator);
  const text = 'Émile 😀 '.repeat(150_000);
  for (const n of [1, 2, 3, 4, 5]) {
    const item = { collectionId: collection!.id, title: `Large ${n}`, data: { text } };
    await app.cms.content.create(operator, item);
  }
  const read = (coding: string) =>
    fetch(`${app.url}/api/content`, { headers: { 'Accept-Encoding': coding } });
  const plain = await read('identity');
  expect([plain.headers.get('content-encoding'), plain.headers.get('content-length')]).toEqual([
    null,
    null,
  ]);
  const { data } = await plain.json();
  expect(data).toHaveLength(7);
  for (const coding of ['br', 'gzip']) {
    const answer = await read(coding);
    expect([answer.headers.get('content-encoding'), answer.headers.get('etag')]).toEqual([
      coding,
      null,
    ]);
    expect((await answer.json()).data).toEqual(data);
  }
});
