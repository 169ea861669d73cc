import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createHttpServer, type HttpServer } from '../../../adapters/node-server/http-server.ts';
import { ownListener } from '../../../adapters/node-server/listener.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { connectTo, readToEnd } from '../../support/http/raw-socket.ts';

const opened: HttpServer[] = [];
afterEach(async () => {
  for (const { stop } of opened.splice(0)) await stop();
});

type Handle = Parameters<typeof createHttpServer>[0];
type Options = Partial<Parameters<typeof createHttpServer>[1]>;

const serve = async (handle: Handle, options: Options = {}) => {
  const server = createHttpServer(handle, {
    uploadMaxBytes: 1024,
    errorHeaders: { 'X-Planted': 'yes' },
    timer: new SystemTimer(),
    ...options,
  });
  opened.push(server);
  const port = await server.listen(ownListener(0, '127.0.0.1'));
  return { ...server, port, url: `http://127.0.0.1:${port}` };
};

test('records health polls: before the answer while ready, after it while stopping', async () => {
  const polls: unknown[] = [];
  let allNotified = (): void => undefined;
  const { url, stop, isReady } = await serve(
    async (_request, response) => {
      polls.push('answer');
      response.writeHead(isReady() ? 200 : 503).end();
    },
    {
      pollers: {
        record: (...poll) => void polls.push(poll),
        allNotified: () =>
          new Promise((resolve) => {
            allNotified = resolve;
          }),
      },
    },
  );
  const get = async (path: string) => (await fetch(`${url}${path}`)).status;
  expect(await get('/api/health?x=1')).toBe(200);
  expect(await get('/api/content')).toBe(200);
  const stopped = stop();
  expect(await get('/api/health')).toBe(503);
  expect(polls).toEqual([['127.0.0.1', true], 'answer', 'answer', 'answer', ['127.0.0.1', false]]);
  allNotified();
  expect(await stopped).toBe(0);
});

test('sends the given headers with answers to requests that cannot be parsed', async () => {
  const { url } = await serve(async () => undefined);
  const socket = await connectTo(url);
  const answer = readToEnd(socket);
  socket.write('HELO\r\n\r\n');
  expect(await answer).toMatch(/^HTTP\/1.1 400 [^]*X-Planted: yes\r\n[^]*"malformed_request"/);
});

test.each([
  ['a body', 200, 'body'],
  ['no body', 304, undefined],
])('a response with %s is sent at the end of the turn', async (_name, status, body) => {
  const waiting: number[] = [];
  const { url } = await serve((request, response) => {
    response.writeHead(status).end(body);
    waiting.push(request.socket.writableLength);
    return undefined;
  });
  const response = await fetch(url);
  expect([response.status, await response.text()]).toEqual([status, body ?? '']);
  expect(waiting).toEqual([expect.any(Number)]);
  expect(waiting).not.toContain(0);
});

test('a client that closes its side right after a request gets the response, and the connection ends', async () => {
  const { url } = await serve(async (_request, response) => void response.end('complete'));
  const socket = await connectTo(url);
  const answer = readToEnd(socket);
  socket.end('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(await answer).toMatch(/^HTTP\/1.1 200 [^]*complete$/);
});

test('a complete response is sent although the next request cannot be parsed', async () => {
  const { url } = await serve(async (_request, response) => void response.end('complete'));
  const socket = await connectTo(url);
  const answer = readToEnd(socket);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\nHELO\r\n\r\n');
  expect(await answer).toMatch(/^HTTP\/1.1 200 [^]*complete$/);
});

test('allHandled waits for a handler whose connection is closed', async () => {
  const { promise: cleanedUp, resolve: cleanUp } = Promise.withResolvers<void>();
  const { server, port, allHandled } = await serve(() => cleanedUp);
  const requested = once(server, 'request');
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await requested;
  socket.destroy();
  let isDone = false;
  const done = allHandled().then(() => (isDone = true));
  await new Promise(setImmediate);
  expect(isDone).toBe(false);
  cleanUp();
  await done;
});

test('a stop announces how many requests it waits for; without a request it announces nothing', async () => {
  const waits: unknown[] = [];
  const onDrain = (...wait: unknown[]): void => void waits.push(wait);
  const idle = await serve(async () => undefined, { onDrain });
  await idle.stop();
  expect(waits).toEqual([]);
  const { server, url, stop } = await serve(async () => undefined, { onDrain });
  const requested = once(server, 'request');
  const response = fetch(url).catch(() => undefined);
  const [, pending] = (await requested) as [unknown, ServerResponse];
  const stopped = stop();
  await new Promise(setImmediate);
  expect(waits).toEqual([[1, 10]]);
  pending.end();
  expect((await response)?.status).toBe(200);
  expect(await stopped).toBe(0);
});

test('a server that never listened stops at once', async () => {
  const { stop } = createHttpServer(async () => undefined, {
    uploadMaxBytes: 1,
    errorHeaders: {},
    timer: new SystemTimer(),
  });
  expect(await stop()).toBe(0);
});
