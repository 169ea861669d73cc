import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { dataFolder } from '../../support/service/data-folder.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { loggedLines } from '../../support/service/logged-lines.ts';
import { testSecret } from '../../support/core/memory-cms.ts';
import { beginUpload, boundary, partHead, readAnswer } from '../../support/http/multipart.ts';
import {
  refusesConnections,
  serviceStarter,
  waitForOutput,
  waitUntil,
} from '../../support/service/processes.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';

const startService = serviceStarter();

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(() => folder[Symbol.asyncDispose]());

const account = { email: 'ada@example.org', password: 'correct horse battery' };

/** Registers the first account, or signs in. */
const signIn = async (service: ServiceProcess): Promise<string> => {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(account),
  };
  const registered = await fetch(`${service.url}/auth/register`, init);
  const answer = registered.ok ? registered : await fetch(`${service.url}/auth/login`, init);
  const { token } = (await answer.json()) as { readonly token: string };
  return token;
};

const bytes = 'Tidal pools in winter.\n'.repeat(10_000);

const half = bytes.length / 2;

const head = partHead({ name: 'file', filename: 'notes.txt' });

const end = `\r\n--${boundary}--\r\n`;

/** Starts an upload and waits until the service has received the first half. */
const uploadUnderWay = async (service: ServiceProcess, token: string): Promise<Socket> => {
  const socket = await beginUpload(service.url, '/api/media/upload', {
    Authorization: `Bearer ${token}`,
    'Content-Length': String(head.length + bytes.length + end.length),
  });
  socket.on('error', () => undefined);
  socket.write(head + bytes.slice(0, half));
  await waitUntil(async () => (await filesIn(folder.path)).length > 0);
  return socket;
};

/** The files of complete and incomplete uploads. */
const filesIn = async (path: string): Promise<readonly string[]> => {
  const entries = await readdir(join(path, 'files'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

await withPostgres('migrated', (url) => {
  const startReady = async (): Promise<ServiceProcess> => {
    const service = await startService({
      DATABASE_URL: url,
      JWT_SECRET: testSecret,
      DATA_DIR: folder.path,
    });
    await service.ready;
    return service;
  };

  const { knex: database } = openPool({ url, poolMax: 1 }, new SystemTimer());
  afterAll(() => database.destroy());
  const mediaRows = async (): Promise<number> => (await database('media').select('id')).length;

  test('an upload in flight finishes before the service exits, and no new connection is accepted', async () => {
    const rowsBefore = await mediaRows();
    const service = await startReady();
    const socket = await uploadUnderWay(service, await signIn(service));
    service.child.kill('SIGTERM');
    await waitForOutput(service, 'Stopping');
    await waitUntil(() => refusesConnections(`${service.url}/api/settings`));
    const answer = readAnswer(socket);
    socket.write(bytes.slice(half) + end);
    expect(await answer).toMatch(/^HTTP\/1.1 201 [^]*\r\nConnection: close\r\n/);
    expect(await service.ended).toBe(0);
    expect(service.output()).not.toContain('cut off');
    const [waiting] = loggedLines(service, 'Waiting for requests in progress');
    expect(waiting).toMatchObject({ requests: 1, seconds: 10 });
    expect(service.output()).toMatch(/"message":"Stopped"\}\n$/);
    expect((await filesIn(folder.path)).length).toBe(1);
    expect(await mediaRows()).toBe(rowsBefore + 1);
  });

  test('an upload that is too slow is cut off at the deadline and leaves nothing', async () => {
    const rowsBefore = await mediaRows();
    const service = await startReady();
    const socket = await uploadUnderWay(service, await signIn(service));
    service.child.kill('SIGTERM');
    await once(socket, 'close');
    expect(await service.ended).toBe(0);
    expect(service.output()).toContain('Requests were cut off at the deadline');
    const [request] = loggedLines(service, 'Request was cut off');
    expect([request?.method, request?.status]).toEqual(['POST', undefined]);
    expect(await filesIn(folder.path)).toEqual([]);
    expect(await mediaRows()).toBe(rowsBefore);
  });

  test('a health poller gets two negative answers before the port closes', async () => {
    const service = await startReady();
    const health = `${service.url}/api/health`;
    expect((await fetch(health)).status).toBe(200);
    service.child.kill('SIGTERM');
    await waitForOutput(service, 'Stopping');
    const answer = await fetch(health);
    expect([answer.status, answer.headers.get('connection')]).toEqual([503, 'close']);
    // Longer than idle connections stay open. Pollers need two negative answers, so the port is open.
    await sleep(600);
    const others = await fetch(`${service.url}/docs`);
    expect([others.status, others.headers.get('connection')]).toEqual([200, 'close']);
    const system = await fetch(`${service.url}/api/system/health`);
    expect([system.status, system.headers.get('connection')]).toEqual([200, 'close']);
    expect((await fetch(health)).status).toBe(503);
    await waitUntil(() => refusesConnections(health));
    expect(await service.ended).toBe(0);
    expect(service.output()).not.toContain('not available');
  });

  test('Ctrl-C does not wait until health pollers notice it', async () => {
    const service = await startReady();
    expect((await fetch(`${service.url}/api/health`)).status).toBe(200);
    service.child.kill('SIGINT');
    expect(await service.ended).toBe(0);
    expect(service.output()).toContain('"signal":"SIGINT"');
    expect(service.output()).not.toContain('Waiting for health checks');
  });

  test('a second signal exits at once, but an echo of the first does not', async () => {
    const service = await startReady();
    const socket = await uploadUnderWay(service, await signIn(service));
    // Two different signals: the operating system may merge two equal ones.
    service.child.kill('SIGINT');
    service.child.kill('SIGTERM');
    await waitForOutput(service, 'Stopping');
    await waitUntil(() => refusesConnections(`${service.url}/api/settings`));
    // Longer than the time in which a second signal counts as an echo.
    const state = await Promise.race([service.ended, sleep(600, 'running')]);
    expect(state).toBe('running');
    service.child.kill('SIGINT');
    expect(await service.ended).toBe(1);
    socket.destroy();
  });
});

test('a start stops cleanly while the embedded database opens', async () => {
  await using embedded = await dataFolder();
  const start = () => startService({ DATA_DIR: embedded.path });
  const first = await start();
  await waitUntil(() => existsSync(join(embedded.path, 'lock-holder')));
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(first.output()).not.toContain('Quoin is ready');
  // A slow one was cut off, and has left its note; either way, the folder is free.
  const second = await start();
  await second.ready;
  expect((await fetch(`${second.url}/api/content`)).status).toBe(200);
  second.child.kill('SIGINT');
  expect(await second.ended).toBe(0);
});

test('a start stops cleanly while the database server does not answer', async () => {
  const mute = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const service = await startService({
    DATABASE_URL: `postgres://127.0.0.1:${(mute.address() as AddressInfo).port}/none`,
    JWT_SECRET: testSecret,
    DATA_DIR: folder.path,
  });
  const [connection] = (await once(mute, 'connection')) as [Socket];
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
  connection.destroy();
  mute.close();
});
