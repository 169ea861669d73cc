import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between a program and a server, and can cut the wire between them. */
export interface CuttingProxy extends AsyncDisposable {
  readonly port: number;
  /** From now on whatever is sent reaches the server; its answer to bytes with `text` in them does not. */
  cutAfter(text: string): void;
  /** Cuts no more. */
  heal(): void;
}

export const startCuttingProxy = async (target: URL): Promise<CuttingProxy> => {
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
    client.on('end', () => upstream.end());
    upstream.on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cutAfter: (text) => {
      cutText = text;
    },
    heal: () => {
      cutText = undefined;
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
