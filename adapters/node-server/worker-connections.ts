import type { Worker } from 'node:cluster';
import { createServer, Socket } from 'node:net';
import { listenOn, stopAccepting, type Listener } from './listener.ts';

/** Sent to a worker together with the connection. */
interface ConnectionMessage {
  readonly kind: 'connection';
}

/**
 * Accepts connections in the primary and passes each to the next worker.
 *
 * Node's cluster does this, too, but when the last worker closes its server while a connection is
 * being passed, the cluster keeps that connection open and no process reads it.
 */
export interface ConnectionDistributor {
  /** @throws the error of Node when the process cannot listen on the address. */
  readonly listen: (port: number, host: string) => Promise<void>;
  readonly add: (worker: Worker) => void;
  /** Passes the connections that the worker has not received to other workers. */
  readonly remove: (worker: Worker) => void;
  /** Resolves when every accepted connection is sent to a worker and no other will follow. */
  readonly close: () => Promise<void>;
}

export const distributeConnections = (): ConnectionDistributor => {
  /** The connections that each worker has not received yet. The first worker is the next in turn. */
  const workers = new Map<Worker, Set<Socket>>();
  /** Accepted while there was no worker. */
  const waiting = new Set<Socket>();
  let isClosed = false;

  const pass = (socket: Socket): void => {
    const [next] = workers;
    if (next === undefined) return void (isClosed ? socket.destroy() : waiting.add(socket));
    const [worker, sent] = next;
    workers.delete(worker);
    workers.set(worker, sent);
    sent.add(socket);
    const message: ConnectionMessage = { kind: 'connection' };
    worker.send(message, socket, (error) => {
      // After an error the worker exits; `remove` passes its connections on.
      if (error === null) sent.delete(socket);
    });
  };

  const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    // The worker that receives the connection handles its errors.
    socket.on('error', () => undefined);
    pass(socket);
  });

  return {
    listen: async (port, host) => void (await listenOn(server, port, host)),
    add: (worker) => {
      workers.set(worker, new Set());
      const sockets = [...waiting];
      waiting.clear();
      for (const socket of sockets) pass(socket);
    },
    remove: (worker) => {
      const sent = workers.get(worker) ?? [];
      workers.delete(worker);
      for (const socket of sent) pass(socket);
    },
    close: async () => {
      await stopAccepting(server);
      isClosed = true;
      for (const socket of waiting) socket.destroy();
      waiting.clear();
    },
  };
};

/**
 * Receives, in a worker, the connections that the primary accepts on `port`.
 *
 * Needs no stop of its own: the primary closes its distributor before it asks the worker to stop, and
 * messages arrive in order.
 */
export const connectionsFromPrimary = (port: number): Listener => ({
  listen: async (server) => {
    process.on('message', (message: ConnectionMessage, socket: unknown) => {
      // The message has no socket if the client has disconnected.
      if (message.kind === 'connection' && socket instanceof Socket) {
        server.emit('connection', socket);
      }
    });
    // Starts the interval in which Node's server checks for slow requests.
    server.emit('listening');
    return port;
  },
  stop: async () => undefined,
});
