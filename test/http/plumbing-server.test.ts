import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHttpServer } from '../../adapters/koa/http-server.ts';
import { serveApp, type TestApp } from '../support/app.ts';
import { connectTo, readToEnd } from '../support/wire.ts';

let app: TestApp;

beforeEach(async () => {
  app = await serveApp();
});

afterEach(async () => {
  vi.useRealTimers();
  await app[Symbol.asyncDispose]();
});

const open = async (text: string): Promise<Socket> => {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
};

/** What the server says to raw bytes before it closes the connection. */
const exchange = async (text: string): Promise<string> => {
  const socket = await open(text);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
};

const get = 'GET /api/health HTTP/1.1\r\nHost: cms.test\r\nConnection: close\r\n';

describe('what is no decent request', () => {
  test('a head over 16 KiB is refused', async () => {
    expect(await exchange(`${get}X-A: ${'a'.repeat(17_000)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431 /);
    expect(await exchange(`${get}X-A: ${'a'.repeat(15_000)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  });

  test.each([
    ['no host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two lengths', `${get}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
    [
      'a length and chunks',
      `${get}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a bare line feed', 'GET /api/health HTTP/1.1\nHost: cms.test\n\n'],
    ['a space before the colon', `${get}X-A : 1\r\n\r\n`],
    ['a folded header', `${get}X-A: 1\r\n 2\r\n\r\n`],
  ])('one with %s is refused', async (_, text) => {
    expect(await exchange(text)).toMatch(/^HTTP\/1.1 400 /);
  });

  const chunked =
    'POST /auth/login HTTP/1.1\r\nHost: cms.test\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';

  test.each([
    [431, 'malformed_request', `${get}X-A: ${'a'.repeat(17_000)}\r\n\r\n`],
    [400, 'malformed_request', 'HELO cms.test\r\n\r\n'],
    [400, 'malformed_request', `${get}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
    [400, 'malformed_request', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [400, 'malformed_request', `${chunked}zz\r\n`],
    [413, 'body_too_large', `${chunked}1;a=${'b'.repeat(17_000)}\r\n{\r\n0\r\n\r\n`],
  ])(
    '%i is said in JSON, with the code %s, as safely as everything else',
    async (status, code, text) => {
      const [head = '', body = ''] = (await exchange(text)).split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} [A-Z]`));
      expect(JSON.parse(body)).toEqual({ error: expect.stringMatching(/^[A-Z]/), code });
      const { headers } = await app.request('/api/nothing');
      const names = ['content-security-policy', 'x-content-type-options', 'x-frame-options'];
      for (const name of [...names, 'content-type', 'cache-control', 'referrer-policy']) {
        expect(head.toLowerCase()).toContain(`\r\n${name}: ${headers.get(name)}`.toLowerCase());
      }
    },
  );

  test('a request of HTTP/1.0 needs no host', async () => {
    expect(await exchange('GET /api/health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  });

  test('one that expects what nobody knows is answered all the same', async () => {
    expect(await exchange(`${get}Expect: miracles\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  });

  test('one that was answered before its body broke is not answered again', async () => {
    const socket = await open(chunked.replace('/auth/login', '/api/content'));
    const [first] = await once(socket, 'data');
    expect(String(first)).toMatch(/^HTTP\/1.1 401 /);
    socket.write('zz\r\n');
    expect(await Array.fromAsync(socket)).toEqual([]);
  });

  test('nothing is said in the middle of an answer', async () => {
    const begin = async (_: unknown, response: ServerResponse) => void response.write('begun');
    const server = createHttpServer(begin, { uploadMaxBytes: 1, publicUrl: 'http://cms.test' });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = await connectTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const answer = readToEnd(socket);
    socket.write('GET / HTTP/1.1\r\nHost: cms.test\r\n\r\n');
    await once(socket, 'data');
    socket.write('HELO\r\n\r\n');
    expect(await answer).toMatch(/^HTTP\/1.1 200 [^]*\r\nbegun\r\n$/);
    server.close();
  });

  test('an absolute address is answered like its path, whatever host it names', async () => {
    const absolute = get.replace('/api/health', 'http://evil.example/api/health');
    expect(await exchange(`${absolute}\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('the server', () => {
  test('leaves no wait without an end, and lets the largest upload finish on a slow line', () => {
    const server = createHttpServer(async () => undefined, {
      uploadMaxBytes: 50 * 1024 * 1024,
      publicUrl: 'http://cms.test',
    });
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxHeadersCount } = server;
    expect(headersTimeout).toBeGreaterThan(0);
    expect(headersTimeout).toBeLessThan(requestTimeout);
    expect(requestTimeout).toBeGreaterThan(3_000_000);
    expect(timeout).toBeGreaterThan(keepAliveTimeout);
    expect(maxHeadersCount).toBe(100);
  });
});

describe('patience', () => {
  const slow = 'Host: cms.test\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';

  /** Resolves once the server works on a request. */
  const requested = () => once(app.server, 'request');

  test('a body that does not come costs its connection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const begun = requested();
    const socket = await open(`POST /auth/login HTTP/1.1\r\n${slow}`);
    await begun;
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    vi.advanceTimersByTime(30_000);
    await once(socket, 'close');
    expect(app.log.entries.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('who is still sending a body that is too large gets to read why', async () => {
    const { token } = await app.signIn('admin');
    const socket = await open(
      `PUT /api/settings HTTP/1.1\r\nHost: cms.test\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const answer = once(socket, 'data');
    for (let count = 0; count < 100; count += 1) {
      if (!socket.write(chunk)) await once(socket, 'drain');
    }
    expect(String((await answer)[0])).toMatch(/^HTTP\/1.1 413 /);
    socket.destroy();
  });

  test('who sends on after the answer is listened to for a while only', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const socket = await open(`POST /api/content HTTP/1.1\r\n${slow}`);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 401 /);
    expect(socket.closed).toBe(false);
    vi.advanceTimersByTime(30_000);
    await once(socket, 'close');
  });
});
