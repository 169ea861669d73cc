import { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';

/** The maximum number of waiting sockets, so that the first does not wait long. */
const batchSize = 32;

/**
 * Delays the writes to sockets until the end of the turn of the event loop, and sends them together. Waking a
 * waiting client costs as much as the write, and clients that share a process are already awake for the second
 * response.
 *
 * @returns a function that delays the writes of a socket, each time it is uncorked.
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
    // `end` uncorks the socket, and does not complete while that is delayed.
    socket.end = (...rest: readonly unknown[]) => {
      send();
      return end(...(rest as Parameters<Writable['end']>));
    };
  };
};

/** A response that corks its socket, also if it has no body. Node uncorks it at the end. */
export class CorkedResponse extends ServerResponse {
  override end(...args: readonly unknown[]): this {
    // Otherwise the head of a response without a body is sent at once.
    this.socket?.cork();
    return super.end(...(args as Parameters<ServerResponse['end']>));
  }
}
