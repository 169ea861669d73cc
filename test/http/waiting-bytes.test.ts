import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasCode, operator } from '../../core/index.ts';
import { minute } from '../../core/vocabulary.ts';
import { times } from '../conformance/cases.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { connectTo } from '../support/http/raw-socket.ts';
import { onePixel } from '../support/write-files.ts';

/** Each client has its own address. */
let app: TestApp;
let admin: string;
let paths: Readonly<Record<string, string>>;

const mebibyte = 1024 * 1024;

beforeAll(async () => {
  app = await serveApp({ trustProxy: 1, core: { uploadMaxBytes: 4 * mebibyte } });
  const { cms } = app;
  admin = (await app.signIn('admin')).token;
  // It can hardly be compressed.
  const text = randomBytes(1.4 * mebibyte).toString('base64');
  let id = '';
  for (let n = 0; n < 6; n += 1) {
    const item = { collection: 'pages', title: `Item ${n}`, data: { text } };
    ({ id } = await cms.content.create(operator, item));
  }
  const file = await cms.media.upload(operator, {
    originalName: 'large.png',
    body: (async function* () {
      yield onePixel;
      yield new Uint8Array(3 * mebibyte);
    })(),
    folder: async () => undefined,
  });
  const docs = (await app.request('/docs')).text;
  paths = {
    'a list': '/api/content?limit=3',
    'another list': '/api/content?limit=4',
    'an item': `/api/content/${id}`,
    'a list that is too large to hold in memory': '/api/content?limit=6',
    'a file': `/files/${file.key}`,
    'a file of the documentation': /\/docs\/\w+\/[\w-]+\.js/.exec(docs)![0],
    'the description of the API': '/api/',
    'an export': '/api/transfer/export',
  };
});

afterAll(() => app[Symbol.asyncDispose]());

const refusals = (): number =>
  app.log.entries.filter(({ cause }) => hasCode(cause, 'overloaded')).length;

interface Flood {
  readonly method?: string;
  readonly body?: string;
  readonly count?: number;
  readonly headers?: string;
}

/** Requests a path often on one connection and reads nothing, until requests are refused. */
const flood = async (
  path: string,
  client: string,
  { method = 'GET', count = 20, headers = '', body = '' }: Flood = {},
): Promise<Socket> => {
  const socket = (await connectTo(app.url)).pause();
  const length =
    body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${client}\r\n`;
  const request = `${head}${headers}${length}\r\n${body}`;
  // The log has a refusal once a minute.
  app.clock.advance(minute);
  const before = refusals();
  // In one packet: while much waits on a connection, the service reads no more requests from it.
  socket.write(request.repeat(count));
  await expect.poll(refusals).toBeGreaterThan(before);
  return socket;
};

const ask = (path: string, client: string, headers = {}, method = 'GET') =>
  fetch(`${app.url}${path}`, {
    method,
    headers: {
      'Accept-Encoding': 'identity',
      'X-Forwarded-For': client,
      ...(path === paths['an export'] && { Authorization: `Bearer ${admin}` }),
      ...headers,
    },
  });

/** Whether a client gets the whole response. */
const isServed = async (path: string, client: string): Promise<boolean> => {
  const answer = await ask(path, client);
  await answer.arrayBuffer();
  return answer.status === 200;
};

describe('a client that does not read its responses', () => {
  const floods: readonly (readonly [string, Flood])[] = [
    ['a list', {}],
    ['a list', { headers: 'Accept-Encoding: gzip\r\n' }],
    ['an item', { count: 40 }],
    ['an item', { count: 40, headers: 'Accept-Encoding: br\r\n' }],
    ['a list that is too large to hold in memory', {}],
    ['a file', { count: 300 }],
    ['a file of the documentation', { count: 60 }],
    ['the description of the API', { count: 400 }],
    ['an export', {}],
  ];

  test.each(floods)('gets no more than its share of %s %j', async (name, requests) => {
    const path = paths[name]!;
    const client = '10.0.0.1';
    expect(await isServed(path, client)).toBe(true);
    const authorization = name === 'an export' ? `Authorization: Bearer ${admin}\r\n` : '';
    const headers = `${authorization}${requests.headers ?? ''}`;
    const socket = await flood(path, client, { ...requests, headers });
    const refused = await ask(paths['another list']!, client);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toMatchObject({ code: 'overloaded' });
    // What is small is served, and so are others.
    const tag = (await ask(path, '10.0.0.2', {}, 'HEAD')).headers.get('etag');
    expect((await ask(path, client, {}, 'HEAD')).status).toBe(200);
    if (tag !== null) expect((await ask(path, client, { 'If-None-Match': tag })).status).toBe(304);
    expect((await ask('/api/health', client)).status).toBe(200);
    for (const each of [path, paths['an item']!, paths['a file']!]) {
      expect(await isServed(each, '10.0.0.2')).toBe(true);
    }
    socket.destroy();
    await expect.poll(() => isServed(path, client)).toBe(true);
  });

  test('takes nothing from others, until too much waits in all', async () => {
    const path = paths['a list']!;
    const sockets: Socket[] = [];
    for (let n = 0; n < 5; n += 1) sockets.push(await flood(path, `10.0.1.${n}`));
    expect(await isServed(paths['another list']!, '10.0.0.2')).toBe(false);
    expect((await ask('/api/content?limit=1&offset=100', '10.0.0.2')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => isServed(path, '10.0.0.2')).toBe(true);
  });

  test('gets its responses once it reads, and then more', async () => {
    const path = paths['a list']!;
    const socket = await flood(path, '10.0.0.3');
    expect(await isServed(path, '10.0.0.3')).toBe(false);
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    socket.resume();
    await expect.poll(() => bytes).toBeGreaterThan(28 * mebibyte);
    await expect.poll(() => isServed(path, '10.0.0.3')).toBe(true);
    socket.destroy();
  });

  test('gets no more than its share of streams', async () => {
    const path = '/api/changes/stream?after=start';
    const client = '10.0.0.4';
    const open = await Promise.all(times(14, () => ask(path, client)));
    const refused = open.filter(({ status }) => status !== 200);
    expect(refused).not.toHaveLength(0);
    for (const { status, headers } of refused) {
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    }
    // Each waits with an item of 1.9 MB, and its text. Others have ended when they needed the next item.
    await expect.poll(() => app.cms.changes.countReaders()).toBeLessThanOrEqual(8);
    expect((await ask(path, client, {}, 'HEAD')).status).toBe(200);
    expect(await isServed(paths['another list']!, '10.0.0.2')).toBe(true);
    await Promise.all(open.map(({ body }) => body!.cancel()));
    await expect.poll(() => isServed(paths['another list']!, client)).toBe(true);
  });

  test('gets no more than its share of responses that are sent again', async () => {
    const client = '10.0.0.5';
    const headers = `Authorization: Bearer ${admin}\r\nIdempotency-Key: one-title\r\n`;
    const body = JSON.stringify({ title: 'Item 5' });
    const socket = await flood(paths['an item']!, client, { method: 'PUT', headers, body });
    expect(await isServed(paths['an item']!, '10.0.0.2')).toBe(true);
    socket.destroy();
    await expect.poll(() => isServed(paths['another list']!, client)).toBe(true);
  });
});
