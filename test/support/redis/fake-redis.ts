import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A TCP server in place of Redis. */
export interface FakeRedis {
  readonly url: string;
  /** The number of connections so far. */
  connections(): number;
  /** The number of open connections. */
  open(): number;
  /** All bytes received so far, as Latin-1. */
  received(): string;
  /** Changes the reply. Sends none if it is undefined, and none to commands that contain `silentTo`. */
  answerWith(reply: string | undefined, silentTo?: string): void;
  /** Closes all open connections. */
  hangUp(): void;
}

/**
 * Starts a server that sends the same reply to every command. It stops after the test.
 *
 * @param reply the bytes to send, in the Redis protocol or not; undefined to send nothing.
 */
export const startFakeRedis = async (reply: string | undefined): Promise<FakeRedis> => {
  let answer = reply;
  let unanswered: string | undefined;
  let text = '';
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    count += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
      if (answer === undefined) return;
      if (unanswered !== undefined && chunk.includes(unanswered)) return;
      // Each command begins with the number of its parts.
      for (const _ of chunk.matchAll(/^\*\d+\r$/gm)) socket.write(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => count,
    open: () => sockets.size,
    received: () => text,
    answerWith: (next, silentTo) => {
      answer = next;
      unanswered = silentTo;
    },
    hangUp: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
};
