import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withOwnPostgres } from '../../support/postgres/with-own-postgres.ts';
import { asJson, attempt, startLoad, type Outcome } from '../../support/service/request-load.ts';
import { startService } from '../../support/service/service-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { testSecret } from '../../support/core/memory-cms.ts';

const account = { email: 'ada@example.org', password: 'correct horse battery' };

/** Maximum time until requests succeed again after a restart, in milliseconds. */
const recoveryMax = 5_000;

await withOwnPostgres((postgres) => {
  test('the service recovers from a database crash and from a longer outage, and no acknowledged write is missing', async () => {
    await using folder = await temporaryFolder();
    await using service = await startService({
      DATABASE_URL: postgres.url,
      JWT_SECRET: testSecret,
      DATA_DIR: folder.path,
      DATABASE_POOL_MAX: '5',
    });
    await service.ready;
    const { token } = JSON.parse(
      (await attempt(`${service.url}/auth/register`, asJson('POST', account))).body,
    );
    const collections = JSON.parse((await attempt(`${service.url}/api/collections`, {})).body);
    const collectionId = collections.data[0].id;

    const writes: Outcome[] = [];
    const reads: Outcome[] = [];
    let count = 0;
    const writers = startLoad(8, async () => {
      const item = { collectionId, title: `Item ${(count += 1)}`, data: { text: 'x'.repeat(500) } };
      const url = `${service.url}/api/content`;
      writes.push(await attempt(url, asJson('POST', item, token)));
    });
    const readers = startLoad(4, async () => {
      reads.push(await attempt(`${service.url}/api/content?limit=5`, {}));
    });
    const untilWritten = async (more: number): Promise<void> => {
      const stored = (): number => writes.filter(({ status }) => status === 201).length;
      const before = stored();
      await expect.poll(stored, { timeout: 20_000 }).toBeGreaterThan(before + more);
    };

    await untilWritten(100);
    const outages: { readonly begunAt: number; readonly endedAt: number }[] = [];
    for (const downtimeMs of [0, 2_500]) {
      const begunAt = performance.now();
      await postgres.stop('immediate');
      await sleep(downtimeMs);
      await postgres.start();
      outages.push({ begunAt, endedAt: performance.now() });
      await untilWritten(100);
    }
    await writers.stop();
    await readers.stop();

    for (const outcomes of [writes, reads]) {
      const answered = outcomes === writes ? 201 : 200;
      const failed = outcomes.filter(({ status }) => status !== answered);
      expect(failed.length).toBeGreaterThan(0);
      for (const { status, retryAfter } of failed) {
        expect([status, retryAfter]).toEqual([503, expect.stringMatching(/^[1-9]\d*$/)]);
      }
      const recoveries = outages.map(({ endedAt: time }, index) => {
        const next = outages[index + 1]?.begunAt ?? Infinity;
        const late = failed.filter(({ endedAt }) => endedAt > time && endedAt < next);
        return Math.max(0, ...late.map(({ endedAt }) => endedAt - time));
      });
      for (const recovery of recoveries) expect(recovery).toBeLessThan(recoveryMax);
    }
    expect(service.child.exitCode).toBeNull();

    const acknowledged = writes.filter(({ status }) => status === 201);
    const unknown = writes.filter(({ body }) => body.includes('not known whether'));
    const titles = await everyTitle(service.url);
    expect(new Set(titles).size).toBe(titles.length);
    const stored = new Set(titles);
    const missing = acknowledged.filter(({ body }) => !stored.has(JSON.parse(body).data.title));
    expect(missing).toEqual([]);
    expect(titles.length).toBeGreaterThanOrEqual(acknowledged.length);
    expect(titles.length).toBeLessThanOrEqual(acknowledged.length + unknown.length);
  });
});

const everyTitle = async (url: string): Promise<readonly string[]> => {
  const titles: string[] = [];
  for (;;) {
    const page = `${url}/api/content?limit=1000&offset=${titles.length}`;
    const { data } = JSON.parse((await attempt(page, {})).body) as {
      readonly data: readonly { readonly title: string }[];
    };
    if (data.length === 0) return titles;
    titles.push(...data.map(({ title }) => title));
  }
};
