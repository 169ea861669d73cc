import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer, type AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/** Where the connections of a server come from. */
export interface Listener {
  /**
   * Connections reach the server from now on.
   *
   * @returns the port that clients connect to.
   * @throws Error of Node's when the address cannot be listened on.
   */
  readonly listen: (server: Server) => Promise<number>;
  /** Resolves once every connection that was made has reached the server, and none will any more. */
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

/** @returns the port, also where 0 left the choice open. */
export const listenOn = async (server: NetServer, port: number, host: string): Promise<number> => {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

/** More than the system keeps waiting for a server to accept them. */
const queueMax = 4096;

/**
 * Accepts who has connected by now, then nobody any more: closing the socket under somebody who
 * still waits in its queue would reset their connection. Connections stay as they are.
 */
export const stopAccepting = async (server: NetServer): Promise<void> => {
  let accepted = 0;
  const count = (): void => void (accepted += 1);
  server.on('connection', count);
  await turn();
  // From here on, a whole turn of the event loop accepts one of them at least.
  let before: number;
  do {
    before = accepted;
    await turn();
  } while (accepted > before && accepted < queueMax);
  server.off('connection', count);
  // A server for HTTP would also close what it takes for idle: answers still being written, too.
  NetServer.prototype.close.call(server);
};
