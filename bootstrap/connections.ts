import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What a server's connections are busy with, so that they can be ended without cutting anybody off. */
export interface Connections {
  readonly count: () => number;
  /** From now on each answer that has not begun says that it is the last of its connection. */
  readonly announceEnd: () => void;
  /**
   * Closes those on which nothing is asked, and from now on each as soon as its answer is out.
   *
   * The server's own way takes a connection for idle whose answer is not written to the end yet.
   */
  readonly closeQuiet: () => void;
  /** Resolves once there is none. */
  readonly allClosed: () => Promise<void>;
}

interface Traffic {
  /** Requests that are not answered to the end. */
  requests: number;
  /** What had been read when the last of them was over: more is the beginning of another. */
  bytesDone: number;
}

/** Watches the connections of a server to which none has come yet. */
export const trackConnections = (server: Server): Connections => {
  const traffic = new Map<Socket, Traffic>();
  const unanswered = new Set<ServerResponse>();
  const waiting = new Set<() => void>();
  let isEnding = false;
  let isClosing = false;

  const closeIfQuiet = (socket: Socket): void => {
    const { requests, bytesDone } = traffic.get(socket) ?? nothing;
    if (requests === 0 && socket.bytesRead === bytesDone) socket.destroy();
  };

  server.on('connection', (socket: Socket) => {
    traffic.set(socket, { ...nothing });
    socket.once('close', () => {
      traffic.delete(socket);
      if (traffic.size === 0) for (const resolve of waiting) resolve();
    });
  });

  // Before the listener that answers.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const own = traffic.get(socket);
    if (own === undefined) return;
    own.requests += 1;
    unanswered.add(response);
    if (isEnding) sayLast(response);
    whenBothClose(request, response, () => {
      unanswered.delete(response);
      own.requests -= 1;
      own.bytesDone = socket.bytesRead;
      if (isClosing) closeIfQuiet(socket);
    });
  });

  return {
    count: () => traffic.size,
    announceEnd: () => {
      isEnding = true;
      for (const response of unanswered) sayLast(response);
    },
    closeQuiet: () => {
      isClosing = true;
      for (const socket of traffic.keys()) closeIfQuiet(socket);
    },
    allClosed: () =>
      new Promise((resolve) => {
        if (traffic.size === 0) resolve();
        else waiting.add(resolve);
      }),
  };
};

const nothing: Readonly<Traffic> = { requests: 0, bytesDone: 0 };

const sayLast = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('Connection', 'close');
};

const whenBothClose = (
  request: IncomingMessage,
  response: ServerResponse,
  listener: () => void,
): void => {
  let open = 2;
  const close = (): void => {
    open -= 1;
    if (open === 0) listener();
  };
  request.once('close', close);
  response.once('close', close);
};
