import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { statementReader } from './client-messages.ts';

/** Where a connection is lost: before the server gets a statement, or before the client gets its response. */
export interface Cut {
  /** The number of the statement, from 0. */
  readonly at: number;
  readonly when: 'before' | 'after';
  /** Loses it. By default, the proxy closes the connection. */
  readonly end?: () => void;
}

/** A TCP proxy between one client and PostgreSQL that counts statements. */
export interface CountingProxy extends AsyncDisposable {
  readonly port: number;
  /**
   * Counts from now on. The cut ends one connection; the client can open others.
   *
   * @param isCounted by default true for each statement.
   */
  readonly count: (cut?: Cut, isCounted?: (name: string) => boolean) => void;
  /** The names of the statements that were counted. */
  readonly counted: () => readonly string[];
  /** Waits until the server has ended all connections, and so has decided their writes. */
  readonly settled: () => Promise<void>;
}

export const startCountingProxy = async ({ port, hostname }: URL): Promise<CountingProxy> => {
  let names: string[] | undefined;
  let cut: Cut | undefined;
  let isCounted = (_: string): boolean => true;
  const ends: Promise<unknown>[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    ends.push(
      new Promise((resolve) => {
        upstream.once('close', resolve);
      }),
    );
    const read = statementReader();
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay();
      socket.on('error', () => undefined);
    }
    const end = (): void => {
      const close = cut?.end ?? (() => client.destroy());
      cut = undefined;
      close();
    };
    client.on('data', (bytes: Buffer) => {
      for (const { name, bytes: sent } of read(bytes)) {
        if (client.destroyed) return;
        // What begins a connection is no statement.
        const counts = names !== undefined && name !== '' && isCounted(name);
        const when = counts && names?.length === cut?.at ? cut?.when : undefined;
        if (counts) names?.push(name);
        if (when === 'before') return end();
        upstream.write(sent);
        if (when === 'after') return end();
      }
    });
    upstream.on('data', (bytes) => {
      if (!client.destroyed) client.write(bytes);
    });
    // What was forwarded reaches the server before the end.
    client.on('close', () => upstream.end());
    upstream.on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    count: (next, only = () => true) => {
      names = [];
      cut = next;
      isCounted = only;
    },
    counted: () => names ?? [],
    settled: async () => {
      await Promise.all(ends);
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
