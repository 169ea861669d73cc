import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { trackConnections, type Connections } from '../../bootstrap/connections.ts';
import { drain } from '../../bootstrap/drain.ts';
import { ownListener } from '../../bootstrap/listener.ts';
import { minute } from '../../core/index.ts';

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
  /** @returns how many were cut. */
  readonly end: (deadlineMs?: number) => Promise<number>;
}

const serve = async (answer: RequestListener): Promise<Served> => {
  const server = createServer({ keepAliveTimeout: minute }, answer);
  const connections = trackConnections(server);
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
    end: (deadlineMs = minute) => drain({ server, connections, listener, deadlineMs }),
  };
};

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

const read = async (socket: Socket): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const answerAtOnce: RequestListener = (_request, response) => void response.end('done');

test('an answer that is still being written is not taken for idle', async () => {
  const size = 30_000_000;
  const { server, connections, open, end } = await serve((_request, response) => {
    response.end(Buffer.alloc(size, 'x'));
  });
  const asked = once(server, 'request');
  const socket = await open(get);
  await asked;
  connections.announceEnd();
  const drained = end();
  while (server.listening) await new Promise(setImmediate);
  const answer = await read(socket);
  expect(answer.length).toBeGreaterThan(size);
  expect(await drained).toBe(0);
});

test('a request that is on its way when the end is announced is answered, and told that it is the last', async () => {
  const { connections, open, end } = await serve(answerAtOnce);
  const socket = await open(get);
  expect(String((await once(socket, 'data'))[0])).toContain('keep-alive');
  connections.announceEnd();
  const drained = end();
  socket.write(get);
  expect(await read(socket)).toMatch(/^HTTP\/1.1 200 [^]*\r\nConnection: close\r\n[^]*done$/);
  expect(await drained).toBe(0);
});

test('who has connected and was not accepted yet is answered, and nobody after them', async () => {
  const { server, port, connections, end } = await serve(answerAtOnce);
  const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
  opened.push(...sockets);
  for (const socket of sockets) socket.on('error', () => undefined).write(get);
  // They connect in this tick, and the server looks after them in the next turn at the earliest.
  await new Promise<void>((resolve) => {
    process.nextTick(resolve);
  });
  connections.announceEnd();
  const drained = end();
  for (const socket of sockets) expect(await read(socket)).toContain('Connection: close');
  expect(await drained).toBe(0);
  expect(server.listening).toBe(false);
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
});

test('an answer that began late says so, too, and its connection is not kept', async () => {
  let answer = (): void => undefined;
  const { server, connections, open, end } = await serve((_request, response) => {
    answer = () => response.end('done');
  });
  const asked = once(server, 'request');
  const socket = await open(get);
  await asked;
  connections.announceEnd();
  const drained = end();
  answer();
  expect(await read(socket)).toContain('Connection: close');
  expect(await drained).toBe(0);
});

test('a connection is closed after an answer that had begun before the end was announced', async () => {
  let finish = (): void => undefined;
  const { server, connections, open, end } = await serve((_request, response) => {
    response.write('begun ');
    finish = () => response.end('done');
  });
  const socket = await open(get);
  await once(socket, 'data');
  connections.announceEnd();
  const drained = end();
  while (server.listening) await new Promise(setImmediate);
  finish();
  expect(await read(socket)).toContain('done');
  expect(await drained).toBe(0);
});

test('connections on which nothing is asked hold nobody up', async () => {
  const { open, end } = await serve(answerAtOnce);
  const kept = await open(get);
  await once(kept, 'data');
  await open('');
  expect(await end()).toBe(0);
});

test('the head of a request that has begun is waited for', async () => {
  const { server, connections, open, end } = await serve(answerAtOnce);
  const kept = await open(get);
  await once(kept, 'data');
  const fresh = await open('');
  const drained = end();
  for (const socket of [kept, fresh]) socket.write(get.slice(0, 9));
  while (server.listening) await new Promise(setImmediate);
  connections.announceEnd();
  for (const socket of [kept, fresh]) socket.write(get.slice(9));
  for (const socket of [kept, fresh]) expect(await read(socket)).toContain('done');
  expect(await drained).toBe(0);
});

test('what is not over at the deadline is cut and counted', async () => {
  const { open, end } = await serve(() => undefined);
  const sockets = await Promise.all([open(get), open(get)]);
  const closed = Promise.all(sockets.map((socket) => read(socket).catch(() => 'reset')));
  expect(await end(50)).toBe(2);
  expect((await closed).join('')).not.toContain('HTTP');
});
