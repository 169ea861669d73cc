import { expect, test, vi } from 'vitest';
import { operator } from '../../core/index.ts';
import { personAt, type Instances } from '../support/core/instances.ts';
import { writeAndReadBack } from '../support/core/random-writes.ts';
import { withThreeInstances } from '../support/core/with-instances.ts';

/** Resolves when every instance is connected to Redis again. */
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

await withThreeInstances((scene, isRedisKilled) => {
  // Fewer writes while Redis works: most of the disturbed run covers that, too.
  const writes = isRedisKilled ? 200 : 60;

  test(`each of ${writes} random writes is visible at once on another instance`, async () => {
    const { instances, redis } = scene();
    const [first] = instances.services;
    await first?.service.cms.plugins.configure(operator, 'cache', { active: true });
    const admin = await personAt(instances, 'admin', 'writer');
    // Redis comes back at multiples of 50: then everything is read, not only what was written.
    const disturb: Readonly<Record<number, () => Promise<void> | void>> = {
      30: () => redis.hang(),
      50: async () => {
        redis.resume();
        await untilShared(instances);
      },
      100: () => redis.kill(),
      150: async () => {
        await redis.restart();
        await untilShared(instances);
      },
    };
    await writeAndReadBack(instances, admin, {
      writes,
      before: async (write) => {
        if (isRedisKilled) await disturb[write]?.();
      },
    });
  });

  if (isRedisKilled) {
    test('of 100 concurrent creates with one slug, one succeeds and 99 get a conflict', async () => {
      const { instances, redis } = scene();
      const { headers } = await personAt(instances, 'editor', 'racer');
      const { request } = instances.proxied;
      const [collection] = (await request('/api/collections')).json().data;
      const json = { collectionId: collection.id, title: 'The same', slug: 'the-same' };
      const race = Array.from({ length: 100 }, async (_, n) => {
        if (n === 50) await redis.kill();
        return (await request('/api/content', { method: 'POST', headers, json })).status;
      });
      const statuses = await Promise.all(race);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([
        201,
        ...Array.from({ length: 99 }, () => 409),
      ]);
      const { data } = (await request('/api/content')).json();
      expect(data).toHaveLength(1);
    });
  } else {
    test('250 concurrent updates of one item all succeed', async () => {
      const { instances } = scene();
      const { headers } = await personAt(instances, 'editor', 'together');
      const { request } = instances.proxied;
      const [collection] = (await request('/api/collections')).json().data;
      const json = { collectionId: collection.id, title: 'Shared' };
      const created = await request('/api/content', { method: 'POST', headers, json });
      const { id } = created.json().data;
      const statuses = await Promise.all(
        Array.from({ length: 250 }, async (_, n) => {
          const json = { title: `Of ${n}` };
          return (await request(`/api/content/${id}`, { method: 'PUT', headers, json })).status;
        }),
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
      const store = await instances.services[0]!.service.get('store');
      const { contents } = store.repositories;
      expect((await contents.findById(id))?.version).toBe(251);
    });
  }
});
