import { expect, test } from 'vitest';
import { withPostgres } from '../support/fresh-database.ts';
import { said } from '../support/log-lines.ts';
import { until } from '../support/processes.ts';
import { call, twoWorkersOn, wrongLogin } from '../support/two-workers.ts';

const account = { email: 'ada@example.org', password: 'correct horse battery' };

await withPostgres('migrated', async (url) => {
  const { start } = await twoWorkersOn(url);

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

  test('without Redis, which is configured and away, still five get through at the instance', async () => {
    const service = await start({ REDIS_URL: 'redis://127.0.0.1:1' });
    const answers: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const { status } = await call(`${service.url}/auth/login`, {
        method: 'POST',
        body: wrongLogin,
      });
      answers.push(status);
    }
    expect(answers).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
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
});
