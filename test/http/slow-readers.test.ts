import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  closeSlowReaders,
  type SlowReaderLimits,
} from '../../adapters/node-server/slow-readers.ts';
import { connectTo } from '../support/http/raw-socket.ts';

const mebibyte = 1024 * 1024;

/** More than the system takes at once. */
const large = Buffer.alloc(48 * mebibyte);

const limits: SlowReaderLimits = {
  checkEveryMs: 10,
  stallMs: { least: 300, most: 600 },
  readBytesPerSecond: 16 * mebibyte,
  bytesPerSecond: 1024,
  windowMs: 200,
};

const serve = async (listener: RequestListener, changed: Partial<SlowReaderLimits> = {}) => {
  const server = createServer(listener);
  server.on('connection', closeSlowReaders({ ...limits, ...changed }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connect = async (): Promise<Socket> => {
    const socket = await connectTo(`http://127.0.0.1:${port}`);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    return socket;
  };
  return {
    connect,
    connections: () =>
      new Promise<number>((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

/** Reads up to `bytes` every `everyMs`. @returns how many were read when the connection ended or `enough` came. */
const readSlowly = async (
  socket: Socket,
  bytes: number,
  everyMs: number,
  enough = Infinity,
): Promise<number> => {
  socket.pause();
  let isClosed = false;
  socket.once('close', () => {
    isClosed = true;
  });
  let read = 0;
  while (!isClosed && read < enough) {
    const chunk = (socket.read(bytes) ?? socket.read()) as Buffer | null;
    read += chunk?.length ?? 0;
    await sleep(everyMs);
  }
  return read;
};

test('a client that reads nothing is disconnected', async () => {
  await using server = await serve((_, response) => response.end(large));
  for (let n = 0; n < 5; n += 1) (await server.connect()).pause();
  await expect.poll(server.connections).toBe(5);
  await expect.poll(server.connections).toBe(0);
});

test('so is one that reads too slowly, although it goes on reading', async () => {
  const rate = { bytesPerSecond: 64 * mebibyte, stallMs: { least: 60_000, most: 60_000 } };
  await using server = await serve((_, response) => response.end(large), rate);
  const socket = await server.connect();
  const read = await readSlowly(socket, 64 * 1024, 5);
  expect(read).toBeLessThan(large.length);
});

test('one that reads fast enough gets everything, also after a pause', async () => {
  // Longer than a busy machine lets this process wait.
  const patient = { stallMs: { least: 5_000, most: 10_000 }, windowMs: 5_000 };
  await using server = await serve((_, response) => response.end(large), patient);
  const socket = await server.connect();
  socket.pause();
  await sleep(150);
  expect(await readSlowly(socket, 2 * mebibyte, 10, large.length)).toBeGreaterThanOrEqual(
    large.length,
  );
  socket.destroy();
});

test('time in which no byte waits does not count', async () => {
  await using server = await serve((_, response) => {
    response.write('a');
    setTimeout(() => response.end('b'), 1_000);
  });
  const socket = await server.connect();
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await expect.poll(() => text).toMatch(/a[\s\S]*b/);
  // Nor does that between two requests.
  await sleep(700);
  expect(await server.connections()).toBe(1);
  socket.destroy();
});
