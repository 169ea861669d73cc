import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loggedLines } from '../../support/service/logged-lines.ts';
import { refusesConnections, waitUntil } from '../../support/service/processes.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { call, withTwoWorkers, wrongLogin } from '../../support/service/two-workers.ts';

await withTwoWorkers(({ environment, start, startWith }) => {
  test('after SIGTERM all workers finish their requests, and the exit code is 0', async () => {
    const service = await start();
    // The signal arrives when none of their connections has been accepted yet.
    service.child.kill('SIGSTOP');
    const begun = await Promise.all(Array.from({ length: 30 }, () => slowRequest(service)));
    service.child.kill('SIGTERM');
    service.child.kill('SIGCONT');
    await waitUntil(() => loggedLines(service, 'Stopping').length === 2);
    await waitUntil(() => refusesConnections(`${service.url}/api/settings`));
    const answers = await Promise.all(begun.map((finish) => finish()));
    expect(answers.length).toBe(30);
    expect(new Set(answers)).toEqual(new Set([401, 429]));
    expect(await service.ended).toBe(0);
  });

  test('a signal to all processes at once, as from some process managers, stops quoin serve once', async () => {
    const service = await start({}, ['bootstrap/dist/cli.mjs', 'serve']);
    const health = (): Promise<number> =>
      call(`${service.url}/api/health`).then(({ status }) => status);
    expect(await health()).toBe(200);
    const workers = childrenOf(service.child.pid!);
    expect(workers.length).toBe(2);
    for (const pid of [...workers, service.child.pid!]) process.kill(Number(pid), 'SIGTERM');
    await waitUntil(() => loggedLines(service, 'Stopping').length === 2);
    // A health poller gets negative answers from every worker.
    expect([await health(), await health()]).toEqual([503, 503]);
    await waitUntil(() => refusesConnections(`${service.url}/api/health`));
    expect(await service.ended).toBe(0);
    expect(loggedLines(service, 'Stopping').length).toBe(2);
    expect(service.output()).not.toContain('did not stop cleanly');
  });

  test('a start that is stopped before it is ready stops cleanly', async () => {
    const service = await startWith(environment);
    await waitUntil(() => childrenOf(service.child.pid!).length === 2);
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(service.output()).not.toContain('did not stop cleanly');
  });

  test('a taken port is reported, and no process is left', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const service = await startWith({ ...environment, PORT: String(port) });
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain(`Port ${port} is taken by another program`);
    expect(service.output()).not.toContain('undefined');
    expect(service.output()).not.toContain('did not stop cleanly');
    taken.close();
  });

  test('when no worker can start, the service exits with the reason', async () => {
    const DATA_DIR = join(environment.DATA_DIR, 'with a file where the spool belongs');
    await mkdir(DATA_DIR);
    await writeFile(join(DATA_DIR, 'spool'), '');
    const service = await startWith({ ...environment, DATA_DIR });
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain('\nNo worker can be started. Cannot use the folder');
    expect(loggedLines(service, 'A worker died and is replaced').length).toBeGreaterThan(0);
  });
});

/** Sends the first part of a request. @returns a function that sends the rest and returns the status. */
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

const childrenOf = (pid: number): readonly string[] =>
  spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean);
