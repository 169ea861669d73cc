import { once } from 'node:events';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from 'koa';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseUpload } from '../../adapters/koa/body/upload-parser.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { countingStore, type CountingStore } from '../support/media/counting-store.ts';
import { beginUpload, boundary, partHead, readAnswer } from '../support/http/multipart.ts';

const mebibyte = 1024 * 1024;
const ending = `\r\n--${boundary}--\r\n`;
const start = partHead({ name: 'file', filename: 'notes.txt' });

let store: CountingStore;
let app: TestApp;
/** The server's end of the last connection. */
let served: Socket;
let bearer: Record<string, string>;

beforeEach(async () => {
  store = countingStore(() => served.bytesRead);
  app = await serveApp({ core: { uploadMaxBytes: 1024 * mebibyte, ports: { blobs: store } } });
  app.server.on('connection', (socket) => {
    served = socket;
  });
  ({ bearer } = await app.signIn('author'));
});

afterEach(() => app[Symbol.asyncDispose]());

const begin = (headers: Record<string, string> = {}) =>
  beginUpload(app.url, '/api/media/upload', { ...bearer, ...headers });

/** Writes as fast as the server reads. */
const write = async (socket: Socket, chunk: string | Uint8Array, times = 1): Promise<void> => {
  for (let count = 0; count < times; count += 1) {
    if (!socket.write(chunk)) await once(socket, 'drain');
  }
};

/** Resolves when the server has stopped reading. */
const untilReadingStops = async (): Promise<void> => {
  for (let before = -1; served.bytesRead !== before;) {
    before = served.bytesRead;
    await pause(100);
  }
};

describe('an upload in progress', () => {
  // Bytes that the process has read. The buffers of the operating system are not counted.
  const mostInProcess = mebibyte / 2;

  const bodies: readonly (readonly [string, string])[] = [
    ['text', 'a'.repeat(65_536)],
    ['lines', 'line\r\n'.repeat(10_000)],
    ['lines that start like the boundary', '\r\n--the-boundarY'.repeat(4_000)],
    ['lines that start like any boundary', '\r\n-'.repeat(20_000)],
  ];

  test.each(bodies)('is read only as fast as it is stored: %s', async (_, chunk) => {
    const times = Math.ceil((2 * mebibyte) / chunk.length);
    const size = chunk.length * times;
    const length = String(start.length + size + ending.length);
    const socket = await begin({ 'Content-Length': length });
    const answer = readAnswer(socket);
    const written = (async () => {
      await write(socket, start);
      await write(socket, chunk, times);
      await write(socket, ending);
    })();
    await store.asked;
    await untilReadingStops();
    expect(served.bytesRead).toBeLessThan(mostInProcess);
    store.open();
    await written;
    expect(await answer).toContain(`"size":${size}`);
    expect(store.mostAhead).toBeLessThan(mostInProcess);
    socket.destroy();
  });

  test('that breaks off is not stored and not logged as an error', async () => {
    store.open();
    const socket = await begin({ 'Content-Length': '1000000' });
    await write(socket, start + 'a'.repeat(100_000));
    await store.asked;
    await untilReadingStops();
    socket.destroy();
    expect(await store.failure).toMatchObject({
      code: 'malformed_body',
      message: 'The body is incomplete',
    });
    expect(app.log.entries.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('that breaks off between the file and the end of the form is not stored', async () => {
    store.open();
    const socket = await begin({ 'Content-Length': '1000000' });
    await write(socket, `${start}${'a'.repeat(100_000)}\r\n--${boundary}\r\n`);
    await store.asked;
    await untilReadingStops();
    socket.destroy();
    expect(await store.failure).toMatchObject({ code: 'malformed_body' });
  });

  test('is incomplete if the client closed the connection before it is read', async () => {
    const headers = {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': '10',
    };
    const req = Object.assign(new PassThrough().destroy(), { headers });
    const ctx = { req, method: 'POST', is: () => 'multipart/form-data' } as unknown as Context;
    const parsed = parseUpload(ctx, () => undefined, new AbortController());
    await expect(parsed).rejects.toMatchObject({ message: 'The body is incomplete' });
  });

  test('without Content-Length is stored', async () => {
    store.open();
    const socket = await begin({ 'Transfer-Encoding': 'chunked' });
    for (const part of [start, 'tidal ', 'pools', ending]) {
      await write(socket, `${part.length.toString(16)}\r\n${part}\r\n`);
    }
    await write(socket, '0\r\n\r\n');
    expect(await readAnswer(socket)).toContain('"size":11');
    socket.destroy();
  });
});

describe('an upload is rejected before the whole file has arrived', () => {
  const rejected: readonly (readonly [string, () => Promise<Record<string, string>>, string])[] = [
    ['an anonymous caller', async () => ({}), '401'],
    ['a viewer', async () => (await app.signIn('viewer')).bearer, '403'],
  ];

  test.each(rejected)('from %s', async (_, credentials, status) => {
    const headers = { 'Content-Length': '100000000', ...(await credentials()) };
    const socket = await beginUpload(app.url, '/api/media/upload', headers);
    await write(socket, start + 'a'.repeat(100_000));
    expect(await readAnswer(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    // A client can keep sending for a while: a reset connection would lose the response.
    await write(socket, 'a'.repeat(100_000), 50);
    socket.destroy();
  });

  test('with a file type that is not allowed', async () => {
    const socket = await begin({ 'Content-Length': '100000000' });
    await write(socket, `${start}<html>${'a'.repeat(100_000)}`);
    const answer = await readAnswer(socket);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('media_type_refused');
    socket.destroy();
  });

  test('with endless part headers', async () => {
    const socket = await begin({ 'Content-Length': '100000000' });
    await write(socket, `--${boundary}\r\nContent-Disposition: form-data; name="`);
    await write(socket, 'filename="a"x'.repeat(5_000), 8);
    const answer = await readAnswer(socket);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('The headers of the parts are too long');
    socket.destroy();
  });

  test('with endless text before the first part', async () => {
    const socket = await begin({ 'Content-Length': '100000000' });
    await write(socket, 'a'.repeat(100_000), 8);
    expect(await readAnswer(socket)).toMatch(/^HTTP\/1.1 400 /);
    socket.destroy();
  });

  test('with endless parts', async () => {
    const socket = await begin({ 'Content-Length': '100000000' });
    await write(socket, `${partHead({ name: 'x' })}y\r\n`.repeat(1_000), 8);
    expect(await readAnswer(socket)).toMatch(/^HTTP\/1.1 400 /);
    socket.destroy();
  });
});
