import type { Worker } from 'node:cluster';
import { createServer, type Socket } from 'node:net';
import { listenOn, stopAccepting } from '../listener.ts';
import type { PrimaryMessage } from './messages.ts';

/**
 * Accepts connections and hands each to one of the workers, in turn.
 *
 * Node's cluster would do so, too, but it keeps a connection open and unserved for which the last
 * worker has closed its server in the same moment.
 */
export interface ConnectionDesk {
  /** @throws Error of Node's when the address cannot be listened on. */
  readonly listen: (port: number, host: string) => Promise<void>;
  readonly add: (worker: Worker) => void;
  /** What it was handed and has not received is handed to others. */
  readonly remove: (worker: Worker) => void;
  /** Resolves once every connection that was made is on its way to a worker, and none will follow. */
  readonly close: () => Promise<void>;
}

export const handOutConnections = (): ConnectionDesk => {
  /** What each has not received yet. The first is the next one's turn. */
  const workers = new Map<Worker, Set<Socket>>();
  /** For a worker. */
  const waiting = new Set<Socket>();
  let isClosed = false;

  const handOut = (socket: Socket): void => {
    const [next] = workers;
    if (next === undefined) return void (isClosed ? socket.destroy() : waiting.add(socket));
    const [worker, sent] = next;
    workers.delete(worker);
    workers.set(worker, sent);
    sent.add(socket);
    const message: PrimaryMessage = { kind: 'connection' };
    worker.send(message, socket, (error) => {
      // Otherwise the worker is about to be removed.
      if (error === null) sent.delete(socket);
    });
  };

  const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    // Of a client that has gone: whoever receives the connection finds out.
    socket.on('error', () => undefined);
    handOut(socket);
  });

  return {
    listen: async (port, host) => void (await listenOn(server, port, host)),
    add: (worker) => {
      workers.set(worker, new Set());
      const sockets = [...waiting];
      waiting.clear();
      for (const socket of sockets) handOut(socket);
    },
    remove: (worker) => {
      const sent = workers.get(worker) ?? [];
      workers.delete(worker);
      for (const socket of sent) handOut(socket);
    },
    close: async () => {
      await stopAccepting(server);
      isClosed = true;
      for (const socket of waiting) socket.destroy();
      waiting.clear();
    },
  };
};
