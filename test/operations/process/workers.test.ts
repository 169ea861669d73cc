import { beforeAll, expect, test } from 'vitest';
import { loggedLines } from '../../support/service/logged-lines.ts';
import { waitUntil } from '../../support/service/processes.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { call, withTwoWorkers, wrongLogin } from '../../support/service/two-workers.ts';

const account = { email: 'ada@example.org', password: 'correct horse battery' };

await withTwoWorkers(({ start }) => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await start();
  });

  test('several workers serve one port, and the greeting is logged once', async () => {
    const requests = loggedLines(service, 'Request');
    expect(new Set(requests.map(({ pid }) => pid)).size).toBe(2);
    expect(requests.every(({ pid }) => pid !== service.child.pid)).toBe(true);
    expect(loggedLines(service, 'Quoin is ready').length).toBe(1);
  });

  test('of a hundred concurrent logins, five are accepted across all workers', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        call(`${service.url}/auth/login`, { method: 'POST', body: wrongLogin }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBe(5);
    expect(statuses.filter((status) => status === 429).length).toBe(95);
  });

  test('no worker serves a stale page after a write by another worker', async () => {
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
    expect(sources).toEqual(new Set(['database', 'memory']));
  });

  test('a dead worker is replaced, and the other workers serve requests meanwhile', async () => {
    const [victim] = loggedLines(service, 'Request');
    process.kill(victim!.pid!, 'SIGKILL');
    const deaths = () => loggedLines(service, 'A worker died and is replaced');
    await waitUntil(() => deaths().length > 0);
    expect(deaths()).toEqual([expect.objectContaining({ pid: victim!.pid })]);
    expect((await call(`${service.url}/api/settings`)).status).toBe(401);
    await waitUntil(async () => {
      await call(`${service.url}/api/settings`);
      return loggedLines(service, 'Request').some(({ worker }) => worker === 3);
    });
    expect(loggedLines(service, 'Quoin is ready').length).toBe(1);
  });

  test('workers exit when their primary is killed', async () => {
    const workers = new Set(loggedLines(service, 'Request').map(({ pid }) => pid!));
    expect(workers.size).toBeGreaterThan(1);
    service.child.kill('SIGKILL');
    await service.ended;
    await waitUntil(() => [...workers].every((pid) => !isAlive(pid)));
  });

  test('while Redis is unreachable, each worker has its own login limit', async () => {
    const service = await start({ REDIS_URL: 'redis://127.0.0.1:1' });
    const answers: number[] = [];
    for (let attempt = 0; attempt < 14; attempt += 1) {
      const { status } = await call(`${service.url}/auth/login`, {
        method: 'POST',
        body: wrongLogin,
      });
      answers.push(status);
    }
    expect(answers).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
  });
});

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
