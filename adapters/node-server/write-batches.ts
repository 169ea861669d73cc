import { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';

/** The most sockets that wait, so that the first of them does not wait long. */
const batchSize = 32;

/**
 * Sends what is written to sockets in one turn of the event loop at its end. To wake a client that waits costs
 * as much as the write itself, and clients that share a process are awake for the second response if it comes
 * right after the first.
 *
 * @returns a function that makes the writes of a socket wait whenever it is uncorked.
 */
export const writeBatches = (): ((socket: Writable) => void) => {
  let waiting: (() => void)[] = [];

  const sendAll = (): void => {
    const batch = waiting;
    waiting = [];
    for (const send of batch) send();
  };

  return (socket) => {
    const uncork = socket.uncork.bind(socket);
    const end = socket.end.bind(socket);
    let isWaiting = false;
    const send = (): void => {
      isWaiting = false;
      while (socket.writableCorked > 0) uncork();
    };
    socket.uncork = () => {
      if (isWaiting) return;
      isWaiting = true;
      waiting.push(send);
      if (waiting.length === 1) setImmediate(sendAll);
      if (waiting.length === batchSize) sendAll();
    };
    // An end uncorks the socket, and does not complete if that waits.
    socket.end = (...rest: readonly unknown[]) => {
      send();
      return end(...(rest as Parameters<Writable['end']>));
    };
  };
};

/** A response that writes to its socket while this is corked, also if it has no body. Node uncorks it at the end. */
export class CorkedResponse extends ServerResponse {
  override end(...args: readonly unknown[]): this {
    // Without it, the head of a response without a body is sent at once.
    this.socket?.cork();
    return super.end(...(args as Parameters<ServerResponse['end']>));
  }
}
