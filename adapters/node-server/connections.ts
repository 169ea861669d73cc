import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Answers a request. The promise resolves when the handler has cleaned up, and never rejects. Undefined if
 * the handler has finished already.
 */
export type Handle = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void> | undefined;

/** The open connections of a server and the requests on them. */
export interface Connections {
  readonly count: () => number;
  /** How many requests are not complete in both directions. */
  readonly requestCount: () => number;
  /** The responses of the requests on this connection that are not complete in both directions. */
  readonly responsesOn: (socket: Duplex) => readonly ServerResponse[];
  /** From now on, every response whose headers are not sent yet carries `Connection: close`. */
  readonly announceClose: () => void;
  /**
   * Closes idle connections now, and every other connection after its last response.
   *
   * Node's `closeIdleConnections` also closes connections whose response is not fully written.
   */
  readonly closeIdle: () => void;
  /** Resolves when no connection is open. */
  readonly allClosed: () => Promise<void>;
  /** Resolves when every handler has finished, including handlers whose connection is closed. */
  readonly allHandled: () => Promise<void>;
}

interface Connection {
  readonly responses: Set<ServerResponse>;
  /** `bytesRead` when the last request ended: a larger value means that another request has begun. */
  idleAtBytes: number;
}

/** Answers the server's requests with `handle` and tracks its connections. Call it before `listen`. */
export const trackConnections = (server: Server, handle: Handle): Connections => {
  const connections = new Map<Duplex, Connection>();
  const running = new Set<Promise<void>>();
  const onAllClosed = new Set<() => void>();
  let isAnnounced = false;
  let isClosing = false;

  const closeIfIdle = (socket: Socket, { responses, idleAtBytes }: Connection): void => {
    if (responses.size === 0 && socket.bytesRead === idleAtBytes) socket.destroy();
  };

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { responses: new Set(), idleAtBytes: 0 });
    socket.once('close', () => {
      connections.delete(socket);
      if (connections.size === 0) for (const resolve of onAllClosed) resolve();
    });
  });

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connections.get(socket);
    connection?.responses.add(response);
    if (isAnnounced) sendConnectionClose(response);
    whenBothClose(request, response, () => {
      if (connection === undefined) return;
      connection.responses.delete(response);
      connection.idleAtBytes = socket.bytesRead;
      if (isClosing) closeIfIdle(socket, connection);
    });
    const handling = handle(request, response);
    if (handling === undefined) return;
    const handled = handling.finally(() => running.delete(handled));
    running.add(handled);
  });

  return {
    count: () => connections.size,
    requestCount: () =>
      [...connections.values()].reduce((sum, { responses }) => sum + responses.size, 0),
    responsesOn: (socket) => [...(connections.get(socket)?.responses ?? [])],
    announceClose: () => {
      isAnnounced = true;
      for (const { responses } of connections.values()) responses.forEach(sendConnectionClose);
    },
    closeIdle: () => {
      isClosing = true;
      for (const [socket, connection] of connections) closeIfIdle(socket as Socket, connection);
    },
    allClosed: () =>
      new Promise((resolve) => {
        if (connections.size === 0) resolve();
        else onAllClosed.add(resolve);
      }),
    allHandled: async () => void (await Promise.allSettled(running)),
  };
};

const sendConnectionClose = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('Connection', 'close');
};

const whenBothClose = (
  request: IncomingMessage,
  response: ServerResponse,
  listener: () => void,
): void => {
  // Each is emitted once; `on` costs less than `once`.
  response.on('close', () => {
    if (request.closed) listener();
    else request.on('close', listener);
  });
};
