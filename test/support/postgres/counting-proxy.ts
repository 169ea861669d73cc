import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { statementReader } from './client-messages.ts';

/** Where a connection is lost: before the server gets a statement, or before the client gets its response. */
export interface Cut {
  /** The number of the statement, from 0. */
  readonly at: number;
  readonly when: 'before' | 'after';
}

/** A TCP proxy between one client and PostgreSQL that counts statements. */
export interface CountingProxy extends AsyncDisposable {
  readonly port: number;
  /** Counts from now on. After the cut, nothing gets through, as if the client had crashed. @param onCut is called then. */
  readonly count: (cut?: Cut, onCut?: () => void) => void;
  /** The names of the statements that were counted. */
  readonly counted: () => readonly string[];
}

export const startCountingProxy = async ({ port, hostname }: URL): Promise<CountingProxy> => {
  let names: string[] | undefined;
  let cut: Cut | undefined;
  let isCut = false;
  let notify: () => void = () => undefined;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    const read = statementReader();
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay();
      socket.on('error', () => undefined);
    }
    const end = (): void => {
      isCut = true;
      client.destroy();
      notify();
    };
    client.on('data', (bytes: Buffer) => {
      for (const { name, bytes: sent } of read(bytes)) {
        if (isCut) return;
        const isHere = names?.length === cut?.at;
        // What begins a connection is no statement.
        if (name !== '') names?.push(name);
        const isNow = names !== undefined && isHere && name !== '';
        if (isNow && cut?.when === 'before') return end();
        upstream.write(sent);
        if (isNow && cut?.when === 'after') return end();
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
    count: (next, onCut = () => undefined) => {
      names = [];
      cut = next;
      notify = onCut;
      isCut = false;
    },
    counted: () => names ?? [],
    [Symbol.asyncDispose]: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
