import { expect, test, vi } from 'vitest';
import { tokens } from '../../bootstrap/tokens.ts';
import { operator } from '../../core/index.ts';
import { personAt, type Instances } from '../support/instances.ts';
import { writeAndReadBack } from '../support/random-writes.ts';
import { withThreeInstances } from '../support/with-instances.ts';

/** Resolves once every instance has its Redis again. */
const untilShared = async ({ clients }: Instances): Promise<void> => {
  for (const { request } of clients) {
    await vi.waitUntil(
      async () => (await request('/api/system/health')).json().data.status === 'healthy',
      {
        timeout: 10_000,
      },
    );
  }
};

await withThreeInstances((scene, isDisturbed) => {
  test('500 random writes are each read back at once through another instance', async () => {
    const { instances, redis } = scene();
    const [first] = instances.services;
    await first?.service.cms.plugins.configure(operator, 'cache', { active: true });
    const admin = await personAt(instances, 'admin', 'writer');
    const disturb: Readonly<Record<number, () => Promise<void> | void>> = {
      120: () => redis.hang(),
      150: async () => {
        redis.goOn();
        await untilShared(instances);
      },
      250: () => redis.kill(),
      400: async () => {
        await redis.startAgain();
        await untilShared(instances);
      },
    };
    const report = await writeAndReadBack(instances, admin, {
      writes: 500,
      seed: 20_261_121,
      before: async (write) => {
        if (isDisturbed) await disturb[write]?.();
      },
    });
    // The cache was in play, and not merely switched off by the trouble.
    expect(report.hits).toBeGreaterThan(report.writes);
  });

  test('of 100 that create the same slug at once one wins, and 99 are told that it is taken', async () => {
    const { instances, redis } = scene();
    const { headers } = await personAt(instances, 'editor', 'racer');
    const { request } = instances.proxied;
    const [collection] = (await request('/api/collections')).json().data;
    const json = { collectionId: collection.id, title: 'The same', slug: 'the-same' };
    const race = Array.from({ length: 100 }, async (_, n) => {
      if (isDisturbed && n === 50) await redis.kill();
      return (await request('/api/content', { method: 'POST', headers, json })).status;
    });
    const statuses = await Promise.all(race);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 99 }, () => 409),
    ]);
    const { data } = (await request('/api/content')).json();
    expect(data).toHaveLength(1);
    if (isDisturbed) await redis.startAgain();
  });

  test('250 updates of one item at once are all kept, one after the other', async () => {
    const { instances } = scene();
    const { headers } = await personAt(instances, 'editor', 'together');
    const { request } = instances.proxied;
    const [collection] = (await request('/api/collections')).json().data;
    const json = { collectionId: collection.id, title: 'Of everybody' };
    const created = await request('/api/content', { method: 'POST', headers, json });
    const { id } = created.json().data;
    const statuses = await Promise.all(
      Array.from({ length: 250 }, async (_, n) => {
        const json = { title: `Of ${n}` };
        return (await request(`/api/content/${id}`, { method: 'PUT', headers, json })).status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { contents } = await instances.services[0]!.service.container.getAsync(
      tokens.repositories,
    );
    expect((await contents.findById(id))?.version).toBe(251);
  });
});
