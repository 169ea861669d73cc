import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server where a Redis should be. */
export interface OddRedis {
  readonly url: string;
  /** Connections that were ever made. */
  connections(): number;
  /** Connections that are open. */
  open(): number;
  /** All that was ever sent to it. */
  received(): string;
  /** From now on it answers so; nothing at all if undefined, nor to commands with `silentTo` in them. */
  answerWith(reply: string | undefined, silentTo?: string): void;
  /** Closes the connections that there are. */
  hangUp(): void;
}

/**
 * Answers whatever is sent with the same reply. Ended when the test is over.
 *
 * @param reply in the protocol of Redis, or not.
 */
export const startOddRedis = async (reply: string | undefined): Promise<OddRedis> => {
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
