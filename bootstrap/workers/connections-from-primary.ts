import { Socket } from 'node:net';
import type { Listener } from '../listener.ts';
import type { PrimaryMessage } from './messages.ts';

/**
 * Receives the connections that the primary accepts on `port` and hands out.
 *
 * It sends no more once it has told the worker to end, and what it sends arrives in order: there is
 * nothing to stop here.
 */
export const connectionsFromPrimary = (port: number): Listener => ({
  listen: async (server) => {
    process.on('message', (message: PrimaryMessage, socket: unknown) => {
      // A client that has gone by now leaves a message without a connection.
      if (message.kind === 'connection' && socket instanceof Socket) {
        server.emit('connection', socket);
      }
    });
    // Node's server looks for requests that are too slow from then on.
    server.emit('listening');
    return port;
  },
  stop: async () => undefined,
});
