import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { trackConnections, type Connections } from '../../../adapters/node-server/connections.ts';
import { drain } from '../../../adapters/node-server/drain.ts';
import { ownListener } from '../../../adapters/node-server/listener.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { minute } from '../../../core/vocabulary.ts';

const opened: (Server | Socket)[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) {
    if ('closeAllConnections' in each) each.closeAllConnections();
    else each.destroy();
  }
});

interface Served {
  readonly server: Server;
  readonly port: number;
  readonly connections: Connections;
  /** Opens a connection and sends something on it. */
  readonly open: (text: string) => Promise<Socket>;
  /** @returns how many connections were closed at the deadline. */
  readonly end: (deadlineMs?: number) => Promise<number>;
}

const serve = async (answer: RequestListener): Promise<Served> => {
  const server = createServer({ keepAliveTimeout: minute });
  const connections = trackConnections(server, async (...exchange) => answer(...exchange));
  opened.push(server);
  const listener = ownListener(0, '127.0.0.1');
  const port = await listener.listen(server);
  return {
    server,
    port,
    connections,
    open: async (text) => {
      const socket = connect(port, '127.0.0.1');
      opened.push(socket);
      const accepted = once(server, 'connection');
      await once(socket, 'connect');
      await accepted;
      if (text !== '') socket.write(text);
      return socket;
    },
    end: (deadlineMs = minute) =>
      drain({
        server,
        connections,
        listener,
        timer: new SystemTimer(),
        idleGraceMs: 250,
        deadlineMs,
      }),
  };
};

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

const read = async (socket: Socket): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const answerAtOnce: RequestListener = (_request, response) => void response.end('done');

test('a connection whose response is still being written is not idle', async () => {
  const size = 30_000_000;
  const { server, connections, open, end } = await serve((_request, response) => {
    response.end(Buffer.alloc(size, 'x'));
  });
  const asked = once(server, 'request');
  const socket = await open(get);
  await asked;
  connections.announceClose();
  const drained = end();
  while (server.listening) await new Promise(setImmediate);
  const answer = await read(socket);
  expect(answer.length).toBeGreaterThan(size);
  expect(await drained).toBe(0);
});

test('a request sent before the announcement gets a response with Connection: close', async () => {
  const { connections, open, end } = await serve(answerAtOnce);
  const socket = await open(get);
  expect(String((await once(socket, 'data'))[0])).toContain('keep-alive');
  connections.announceClose();
  const drained = end();
  socket.write(get);
  expect(await read(socket)).toMatch(/^HTTP\/1.1 200 [^]*\r\nConnection: close\r\n[^]*done$/);
  expect(await drained).toBe(0);
});

test('connections in the queue of the operating system are served, later ones are refused', async () => {
  const { server, port, connections, end } = await serve(answerAtOnce);
  const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
  opened.push(...sockets);
  for (const socket of sockets) socket.on('error', () => undefined).write(get);
  // They connect in this tick; the server accepts them in the next turn at the earliest.
  await new Promise<void>((resolve) => {
    process.nextTick(resolve);
  });
  connections.announceClose();
  const drained = end();
  for (const socket of sockets) expect(await read(socket)).toContain('Connection: close');
  expect(await drained).toBe(0);
  expect(server.listening).toBe(false);
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
});

test('a response that begins after the announcement carries Connection: close', async () => {
  let answer = (): void => undefined;
  const { server, connections, open, end } = await serve((_request, response) => {
    answer = () => response.end('done');
  });
  const asked = once(server, 'request');
  const socket = await open(get);
  await asked;
  connections.announceClose();
  const drained = end();
  answer();
  expect(await read(socket)).toContain('Connection: close');
  expect(await drained).toBe(0);
});

test('a connection is closed after a response that began before the announcement', async () => {
  let finish = (): void => undefined;
  const { server, connections, open, end } = await serve((_request, response) => {
    response.write('begun ');
    finish = () => response.end('done');
  });
  const socket = await open(get);
  await once(socket, 'data');
  connections.announceClose();
  const drained = end();
  while (server.listening) await new Promise(setImmediate);
  finish();
  expect(await read(socket)).toContain('done');
  expect(await drained).toBe(0);
});

test('idle connections do not delay the drain', async () => {
  const { open, end } = await serve(answerAtOnce);
  const reused = await open(get);
  await once(reused, 'data');
  await open('');
  expect(await end()).toBe(0);
});

test('the drain waits for a request with incomplete headers', async () => {
  const { server, connections, open, end } = await serve(answerAtOnce);
  const reused = await open(get);
  await once(reused, 'data');
  const fresh = await open('');
  const drained = end();
  for (const socket of [reused, fresh]) socket.write(get.slice(0, 9));
  while (server.listening) await new Promise(setImmediate);
  connections.announceClose();
  for (const socket of [reused, fresh]) socket.write(get.slice(9));
  for (const socket of [reused, fresh]) expect(await read(socket)).toContain('done');
  expect(await drained).toBe(0);
});

test('connections that are open at the deadline are closed and counted', async () => {
  const { open, end } = await serve(() => undefined);
  const sockets = await Promise.all([open(get), open(get)]);
  const closed = Promise.all(sockets.map((socket) => read(socket).catch(() => 'reset')));
  expect(await end(50)).toBe(2);
  expect((await closed).join('')).not.toContain('HTTP');
});
