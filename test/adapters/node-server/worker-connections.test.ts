import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import {
  connectionsFromPrimary,
  distributeConnections,
} from '../../../adapters/node-server/worker-connections.ts';
import { freePort } from '../../support/service/server-process.ts';

const opened: { destroy(): unknown }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.destroy();
});

interface FakeWorker {
  readonly worker: Worker;
  readonly received: Socket[];
}

/** @param isReached false for a worker that exits: messages to it do not arrive. */
const fakeWorker = (isReached = true): FakeWorker => {
  const received: Socket[] = [];
  const send = (_message: object, socket: Socket, sent: (error: Error | null) => void): boolean => {
    opened.push(socket);
    if (isReached) received.push(socket);
    sent(isReached ? null : new Error('The channel is closed'));
    return true;
  };
  return { received, worker: { send } as Partial<Worker> as Worker };
};

const openDistributor = async () => {
  const distributor = distributeConnections();
  const port = await freePort();
  await distributor.listen(port, '127.0.0.1');
  opened.push({ destroy: () => distributor.close() });
  const call = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    opened.push(socket);
    await once(socket, 'connect');
    // Until it is accepted.
    for (let turns = 0; turns < 5; turns += 1) await turn();
    return socket;
  };
  return { distributor, call };
};

test('connections go to the workers in turn', async () => {
  const { distributor, call } = await openDistributor();
  const workers = [fakeWorker(), fakeWorker(), fakeWorker()];
  for (const { worker } of workers) distributor.add(worker);
  for (let calls = 0; calls < 7; calls += 1) await call();
  expect(workers.map(({ received }) => received.length)).toEqual([3, 2, 2]);
});

test('connections that an exiting worker did not receive go to another', async () => {
  const { distributor, call } = await openDistributor();
  const dying = fakeWorker(false);
  distributor.add(dying.worker);
  await call();
  await call();
  const other = fakeWorker();
  distributor.add(other.worker);
  distributor.remove(dying.worker);
  expect(other.received.length).toBe(2);
});

test('without a worker, connections wait for the next worker or are closed by close', async () => {
  const { distributor, call } = await openDistributor();
  await call();
  const { worker, received } = fakeWorker();
  distributor.add(worker);
  expect(received.length).toBe(1);
  distributor.remove(worker);
  const late = await call();
  const closed = once(late.resume(), 'close');
  await distributor.close();
  await closed;
  expect(received.length).toBe(1);
});

test('connections that the last worker does not receive are closed by close', async () => {
  const { distributor, call } = await openDistributor();
  const dying = fakeWorker(false);
  distributor.add(dying.worker);
  const closed = once((await call()).resume(), 'close');
  await distributor.close();
  distributor.remove(dying.worker);
  await closed;
});

test('the timeouts of a server apply to connections from the primary, too', async () => {
  const server = createHttpServer({ headersTimeout: 50, connectionsCheckingInterval: 20 });
  opened.push({ destroy: () => server.close() });
  await connectionsFromPrimary(1).listen(server);
  const primary = createServer({ pauseOnConnect: true }, (socket) => {
    process.emit('message', { kind: 'connection' }, socket);
  }).listen(0, '127.0.0.1');
  opened.push({ destroy: () => primary.close() });
  await once(primary, 'listening');
  const client = connect((primary.address() as AddressInfo).port, '127.0.0.1');
  opened.push(client);
  client.write('GET / HTTP/1.1\r\nHost: ');
  expect(String((await once(client, 'data'))[0])).toContain('408 Request Timeout');
});
