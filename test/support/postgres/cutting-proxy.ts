import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy between a client and a server that can cut connections. */
export interface CuttingProxy extends AsyncDisposable {
  readonly port: number;
  /** From now on: forwards bytes that contain `text`, then closes the connection before the response. */
  cutAfter(text: string): void;
  /** Stops cutting connections. */
  heal(): void;
  /** Closes all connections. Later ones lead to another server. */
  redirect(target: URL): void;
}

export const startCuttingProxy = async (first: URL): Promise<CuttingProxy> => {
  let target = first;
  let cutText: string | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.on('data', (bytes) => {
      upstream.write(bytes);
      if (cutText !== undefined && bytes.includes(cutText)) client.destroy();
    });
    upstream.on('data', (bytes) => {
      if (!client.destroyed) client.write(bytes);
    });
    // What was forwarded reaches the server before the end.
    client.on('close', () => upstream.end());
    upstream.on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  const closeAll = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cutAfter: (text) => {
      cutText = text;
    },
    heal: () => {
      cutText = undefined;
    },
    redirect: (other) => {
      target = other;
      closeAll();
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      closeAll();
    },
  };
};
