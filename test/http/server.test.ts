import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHttpServer } from '../../adapters/node-server/http-server.ts';
import { ownListener } from '../../adapters/node-server/listener.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { connectTo, readToEnd } from '../support/http/raw-socket.ts';

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

/** Sends raw bytes and returns everything received until the server closes the connection. */
const exchange = async (text: string): Promise<string> => {
  const socket = await open(text);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
};

const serverOptions = {
  uploadMaxBytes: 50 * 1024 * 1024,
  errorHeaders: {},
  timer: new SystemTimer(),
};

const get = 'GET /api/health HTTP/1.1\r\nHost: cms.test\r\nConnection: close\r\n';

describe('malformed requests', () => {
  test('a head over 16 KiB is rejected', async () => {
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
  ])('a request with %s is rejected', async (_, text) => {
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
    'the %i response is JSON with the code %s and the usual security headers',
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

  test('an HTTP/1.0 request needs no Host header', async () => {
    expect(await exchange('GET /api/health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  });

  test('an unknown expectation is ignored', async () => {
    expect(await exchange(`${get}Expect: miracles\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  });

  test('a request gets no second response if its body is malformed after the first', async () => {
    const socket = await open(chunked.replace('/auth/login', '/api/content'));
    const [first] = await once(socket, 'data');
    expect(String(first)).toMatch(/^HTTP\/1.1 401 /);
    socket.write('zz\r\n');
    expect(await Array.fromAsync(socket)).toEqual([]);
  });

  test('a parse error does not interrupt a response in progress', async () => {
    const begin = async (_: unknown, response: ServerResponse) => void response.write('begun');
    const { server, listen } = createHttpServer(begin, serverOptions);
    const port = await listen(ownListener(0, '127.0.0.1'));
    const socket = await connectTo(`http://127.0.0.1:${port}`);
    const answer = readToEnd(socket);
    socket.write('GET / HTTP/1.1\r\nHost: cms.test\r\n\r\n');
    await once(socket, 'data');
    socket.write('HELO\r\n\r\n');
    expect(await answer).toMatch(/^HTTP\/1.1 200 [^]*\r\nbegun\r\n$/);
    server.close();
  });

  test('an absolute URL gets the same response as its path, for any host', async () => {
    const absolute = get.replace('/api/health', 'http://evil.example/api/health');
    expect(await exchange(`${absolute}\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('the server', () => {
  test('limits every wait, and leaves enough time for the largest upload on a slow connection', () => {
    const { server } = createHttpServer(async () => undefined, serverOptions);
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxHeadersCount } = server;
    expect(headersTimeout).toBeGreaterThan(0);
    expect(headersTimeout).toBeLessThan(requestTimeout);
    expect(requestTimeout).toBeGreaterThan(3_000_000);
    expect(timeout).toBeGreaterThan(keepAliveTimeout);
    expect(maxHeadersCount).toBe(100);
  });
});

describe('slow clients', () => {
  const slow = 'Host: cms.test\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';

  /** Resolves at the next request. */
  const requested = () => once(app.server, 'request');

  test('a connection is closed if the body does not arrive', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const begun = requested();
    const socket = await open(`POST /auth/login HTTP/1.1\r\n${slow}`);
    await begun;
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    vi.advanceTimersByTime(30_000);
    await once(socket, 'close');
    expect(app.log.entries.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('a client that is still sending a too large body receives the error response', async () => {
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

  test('the rest of a rejected body is read for a limited time only', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const socket = await open(`POST /api/content HTTP/1.1\r\n${slow}`);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 401 /);
    expect(socket.closed).toBe(false);
    vi.advanceTimersByTime(30_000);
    await once(socket, 'close');
  });
});
