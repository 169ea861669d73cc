import { spawnSync } from 'node:child_process';
import { request, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { withPostgres } from '../support/fresh-database.ts';
import { testSecret } from '../support/memory-cms.ts';
import { isRefused, servicesOfATest, until } from '../support/processes.ts';
import { said } from '../support/log-lines.ts';
import { startQuoin } from '../support/quoin-process.ts';
import { freePort } from '../support/server-process.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const startService = servicesOfATest();

const folder = await temporaryFolder();
afterAll(() => folder[Symbol.asyncDispose]());

interface CallOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Called {
  readonly status: number;
  readonly json: ReturnType<typeof JSON.parse>;
  readonly source: string | null;
}

/** On a connection of its own, so that any worker may answer. */
const call = async (url: string, { body, ...init }: CallOptions = {}): Promise<Called> => {
  const response = await fetch(url, {
    ...init,
    headers: {
      Connection: 'close',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...init.headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const source = response.headers.get('x-cache-source');
  return { status: response.status, json: JSON.parse(text), source };
};

const wrongLogin = { email: 'bob@example.org', password: 'wrong, but long enough' };
const account = { email: 'ada@example.org', password: 'correct horse battery' };

/** Resolves once each of two workers has answered. */
const untilBothAnswer = (service: ServiceProcess): Promise<void> =>
  until(async () => {
    await call(`${service.url}/api/settings`);
    return new Set(said(service, 'Request').map(({ worker }) => worker)).size >= 2;
  });

await withPostgres('migrated', (url) => {
  const environment = {
    DATABASE_URL: url,
    JWT_SECRET: testSecret,
    WORKERS: '2',
    DATA_DIR: folder.path,
  };
  const start = async (): Promise<ServiceProcess> => {
    const service = await startService(environment);
    await service.ready;
    await untilBothAnswer(service);
    return service;
  };

  test('several processes answer on one port, and greet once', async () => {
    const service = await start();
    const requests = said(service, 'Request');
    expect(new Set(requests.map(({ pid }) => pid)).size).toBe(2);
    expect(requests.every(({ pid }) => pid !== service.child.pid)).toBe(true);
    expect(said(service, 'Quoin is ready').length).toBe(1);
  });

  test('of a hundred logins at once five get through, whichever process they meet', async () => {
    const service = await start();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        call(`${service.url}/auth/login`, { method: 'POST', body: wrongLogin }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBe(5);
    expect(statuses.filter((status) => status === 429).length).toBe(95);
  });

  test('no process shows from the cache what another has overwritten', async () => {
    const service = await start();
    const { json: registered } = await call(`${service.url}/auth/register`, {
      method: 'POST',
      body: account,
    });
    const headers = { Authorization: `Bearer ${registered.token}` };
    const put = { method: 'PUT', headers };
    const cache = await call(`${service.url}/api/plugins/cache`, {
      ...put,
      body: { active: true },
    });
    expect(cache.status).toBe(200);
    const { json: collections } = await call(`${service.url}/api/collections`, { headers });
    const { json: item } = await call(`${service.url}/api/content`, {
      method: 'POST',
      headers,
      body: { collectionId: collections.data[0].id, title: 'First' },
    });
    const address = `${service.url}/api/content/${item.data.id}`;
    const sources = new Set<string | null>();
    for (let round = 0; round < 20; round += 1) {
      const title = `Title ${round}`;
      expect((await call(address, { ...put, body: { title } })).status).toBe(200);
      for (let reader = 0; reader < 6; reader += 1) {
        const { json, source } = await call(address);
        expect(json.data.title).toBe(title);
        sources.add(source);
      }
    }
    expect(sources).toEqual(new Set(['database', 'kv', 'memory']));
  });

  test('a worker that dies is replaced, and the others answer meanwhile', async () => {
    const service = await start();
    const [victim] = said(service, 'Request');
    process.kill(victim!.pid!, 'SIGKILL');
    await until(() => said(service, 'A worker died and is replaced').length === 1);
    expect((await call(`${service.url}/api/settings`)).status).toBe(401);
    await until(async () => {
      await call(`${service.url}/api/settings`);
      return said(service, 'Request').some(({ worker }) => worker === 3);
    });
    expect(said(service, 'Quoin is ready').length).toBe(1);
  });

  test('SIGTERM lets all of them finish, and the exit code is 0', async () => {
    const service = await start();
    // The signal arrives when none of their connections has been accepted yet.
    service.child.kill('SIGSTOP');
    const begun = await Promise.all(Array.from({ length: 30 }, () => slowRequest(service)));
    service.child.kill('SIGTERM');
    service.child.kill('SIGCONT');
    await until(() => said(service, 'Stopping').length === 2);
    await until(() => isRefused(`${service.url}/api/settings`));
    const answers = await Promise.all(begun.map((finish) => finish()));
    expect(answers.length).toBe(30);
    expect(new Set(answers)).toEqual(new Set([401, 429]));
    expect(await service.ended).toBe(0);
  });

  test('a signal to every process at once, as a terminal sends it, is the same', async () => {
    const service = await start();
    const workers = new Set(said(service, 'Request').map(({ pid }) => pid!));
    for (const pid of [...workers, service.child.pid!]) process.kill(pid, 'SIGINT');
    expect(await service.ended).toBe(0);
    expect(said(service, 'Stopping').length).toBe(2);
    expect(service.output()).not.toContain('did not end well');
  });

  test('who watches is told, whichever process they ask', async () => {
    const service = await start();
    const health = (): Promise<number> =>
      call(`${service.url}/api/health`).then(({ status }) => status);
    expect(await health()).toBe(200);
    service.child.kill('SIGTERM');
    await until(() => said(service, 'Stopping').length === 2);
    expect([await health(), await health()]).toEqual([503, 503]);
    await until(() => isRefused(`${service.url}/api/health`));
    expect(await service.ended).toBe(0);
  });

  test('workers do not outlive a primary that is killed', async () => {
    const service = await start();
    const workers = new Set(said(service, 'Request').map(({ pid }) => pid!));
    service.child.kill('SIGKILL');
    await service.ended;
    await until(() => [...workers].every((pid) => !isAlive(pid)));
  });

  test('a start that is ended before it is ready ends cleanly', async () => {
    const service = await startService(environment);
    await until(() => childrenOf(service.child.pid!).length === 2);
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(service.output()).not.toContain('did not end well');
  });

  test('when none can start, it gives up with the reason', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const service = await startService({ ...environment, PORT: String(port) });
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain(`No worker can be started. Port ${port} is taken`);
    expect(said(service, 'A worker died and is replaced').length).toBeGreaterThan(0);
    taken.close();
  });

  test('quoin serve does the same', async () => {
    const PORT = String(await freePort());
    const quoin = startQuoin(['serve'], { ...environment, PORT });
    await quoin.says('Quoin is ready');
    await until(() => childrenOf(quoin.child.pid!).length === 2);
    quoin.child.kill('SIGTERM');
    expect((await quoin.ended).exitCode).toBe(0);
  });
});

/** Sends the head of a request and, when it is asked to, the rest. @returns its status then. */
const slowRequest = async (service: ServiceProcess): Promise<() => Promise<number | undefined>> => {
  const body = JSON.stringify(wrongLogin);
  const outgoing = request(`${service.url}/auth/login`, {
    method: 'POST',
    agent: false,
    headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
  });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  await new Promise<void>((resolve) => {
    outgoing.write(body.slice(0, 10), () => resolve());
  });
  return async () => {
    outgoing.end(body.slice(10));
    const [response] = await answered;
    return response.resume().statusCode;
  };
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const childrenOf = (pid: number): readonly string[] =>
  spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean);
