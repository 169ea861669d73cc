import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { connectionsFromPrimary } from '../../bootstrap/workers/connections-from-primary.ts';
import { handOutConnections } from '../../bootstrap/workers/hand-out-connections.ts';
import { freePort } from '../support/server-process.ts';

const opened: { destroy(): unknown }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.destroy();
});

interface PretendedWorker {
  readonly worker: Worker;
  readonly received: Socket[];
}

/** @param isReached whether what is sent to it arrives, as nothing does at one that is dying. */
const pretendedWorker = (isReached = true): PretendedWorker => {
  const received: Socket[] = [];
  const send = (_message: object, socket: Socket, sent: (error: Error | null) => void): boolean => {
    opened.push(socket);
    if (isReached) received.push(socket);
    sent(isReached ? null : new Error('The channel is closed'));
    return true;
  };
  return { received, worker: { send } as Partial<Worker> as Worker };
};

const openDesk = async () => {
  const desk = handOutConnections();
  const port = await freePort();
  await desk.listen(port, '127.0.0.1');
  opened.push({ destroy: () => desk.close() });
  const call = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    opened.push(socket);
    await once(socket, 'connect');
    // Until it is accepted.
    for (let turns = 0; turns < 5; turns += 1) await turn();
    return socket;
  };
  return { desk, call };
};

test('workers take turns', async () => {
  const { desk, call } = await openDesk();
  const workers = [pretendedWorker(), pretendedWorker(), pretendedWorker()];
  for (const { worker } of workers) desk.add(worker);
  for (let calls = 0; calls < 7; calls += 1) await call();
  expect(workers.map(({ received }) => received.length)).toEqual([3, 2, 2]);
});

test('what a dying worker did not receive goes to another', async () => {
  const { desk, call } = await openDesk();
  const dying = pretendedWorker(false);
  desk.add(dying.worker);
  await call();
  await call();
  const other = pretendedWorker();
  desk.add(other.worker);
  desk.remove(dying.worker);
  expect(other.received.length).toBe(2);
});

test('what has come while there was no worker is handed to the next one, or closed in the end', async () => {
  const { desk, call } = await openDesk();
  await call();
  const { worker, received } = pretendedWorker();
  desk.add(worker);
  expect(received.length).toBe(1);
  desk.remove(worker);
  const late = await call();
  const closed = once(late.resume(), 'close');
  await desk.close();
  await closed;
  expect(received.length).toBe(1);
});

test('what the last worker does not receive is closed in the end', async () => {
  const { desk, call } = await openDesk();
  const dying = pretendedWorker(false);
  desk.add(dying.worker);
  const closed = once((await call()).resume(), 'close');
  await desk.close();
  desk.remove(dying.worker);
  await closed;
});

test('a worker gives a connection that it was handed as little time as any other', async () => {
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
