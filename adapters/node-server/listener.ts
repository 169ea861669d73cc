import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer, type AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The source of a server's connections. */
export interface Listener {
  /**
   * Passes connections to the server from now on.
   *
   * @returns the port that clients connect to.
   * @throws the error of Node when the process cannot listen on the address.
   */
  readonly listen: (server: Server) => Promise<number>;
  /** Resolves when every connection has reached the server and no other will. */
  readonly stop: () => Promise<void>;
}

/** Listens in this process. */
export const ownListener = (port: number, host: string): Listener => {
  let listening: Server | undefined;
  return {
    listen: async (server) => {
      listening = server;
      return listenOn(server, port, host);
    },
    stop: async () => {
      if (listening !== undefined) await stopAccepting(listening);
    },
  };
};

/** @returns the port. If `port` is 0, the operating system chooses one. */
export const listenOn = async (server: NetServer, port: number, host: string): Promise<number> => {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

/** More connections than an operating system queues for a server. */
const backlogMax = 4096;

/**
 * Accepts the connections in the system's queue, then stops. Closing the socket while connections
 * are queued would reset them. Accepted connections stay open.
 */
export const stopAccepting = async (server: NetServer): Promise<void> => {
  let accepted = 0;
  const count = (): void => void (accepted += 1);
  server.on('connection', count);
  await nextTurn();
  // While connections are queued, each turn of the event loop accepts at least one.
  let before: number;
  do {
    before = accepted;
    await nextTurn();
  } while (accepted > before && accepted < backlogMax);
  server.off('connection', count);
  // The `close` of an HTTP server would also close connections that are still sending a response.
  NetServer.prototype.close.call(server);
};
