import { expect, test } from 'vitest';
import { anonymous, operator, type MemoryListener } from '../../core/index.ts';
import { altered, alteredEncoded } from '../support/altered.ts';
import { get, list } from '../support/cached-world.ts';
import { coreWorld } from '../support/core-world.ts';

/** What a read reports while the plugin is off. */
const off = { active: false, hit: false, source: 'database', ttlMs: undefined };

/** A core that counts the lists that it loads, and how often it asks for confirmation. */
const world = async (confirm: () => Promise<boolean>) => {
  const origin = await coreWorld();
  const { id } = await origin.write(await origin.person('author'));
  const counts = { loads: 0, confirmations: 0 };
  const contents = alteredEncoded(origin.ports.contents, (intact) => ({
    list: (query) => {
      counts.loads += 1;
      return intact.list(query);
    },
  }));
  const memories: MemoryListener[] = [];
  const coordinator = altered(origin.ports.coordinator, {
    join: (memory) => {
      memories.push(memory);
      origin.ports.coordinator.join(memory);
    },
    confirm: async () => {
      counts.confirmations += 1;
      const isConfirmed = await confirm();
      if (!isConfirmed) memories.forEach((memory) => memory.dropAll());
      return isConfirmed;
    },
  });
  return { ...origin, counts, id, cms: origin.another({ ports: { contents, coordinator } }) };
};

test('text from memory is sent if the database confirms it, as if it was read', async () => {
  const { cms, counts, id } = await world(async () => true);
  const [read, item] = [await list(cms, anonymous), await get(cms, anonymous, id)];
  expect([read.cache, item.cache]).toEqual([off, off]);
  expect(counts).toEqual({ loads: 1, confirmations: 0 });
  expect([await list(cms, anonymous), await get(cms, anonymous, id)]).toEqual([read, item]);
  expect(counts).toEqual({ loads: 1, confirmations: 2 });
  expect(await cms.plugins.getCacheStatistics(operator)).toMatchObject({ hits: 0, misses: 0 });
});

test('what the database does not confirm is loaded', async () => {
  const { cms, counts } = await world(async () => false);
  for (let n = 0; n < 3; n += 1) expect((await list(cms, anonymous)).cache).toEqual(off);
  expect(counts.loads).toBe(3);
});

test('what is written while the database confirms is loaded', async () => {
  let meanwhile = async (): Promise<unknown> => undefined;
  const { cms, counts, id } = await world(async () => {
    await meanwhile();
    return true;
  });
  const { text } = await list(cms, anonymous);
  meanwhile = () => cms.content.update(operator, id, { title: 'Meanwhile' }, undefined);
  const later = await list(cms, anonymous);
  expect(later.text).not.toBe(text);
  expect(later.text).toContain('Meanwhile');
  expect(counts.confirmations).toBeGreaterThan(0);
});

test('a refreshed page is sent only if the database confirms the rest of it', async () => {
  let isIntact = true;
  const { cms, counts, id } = await world(async () => isIntact);
  await list(cms, anonymous);
  await cms.content.update(operator, id, { title: 'One' }, undefined);
  expect((await list(cms, anonymous)).text).toContain('One');
  expect(counts.loads).toBe(1);
  await cms.content.update(operator, id, { title: 'Two' }, undefined);
  isIntact = false;
  expect((await list(cms, anonymous)).text).toContain('Two');
  expect(counts.loads).toBe(2);
});

test('equal reads at the same time share a load', async () => {
  const { cms, counts } = await world(async () => true);
  await Promise.all([list(cms, anonymous), list(cms, anonymous), list(cms, operator)]);
  expect(counts.loads).toBe(2);
});

test('text that was read with the plugin on is not sent, nor the other way round', async () => {
  const { cms, counts } = await world(async () => true);
  const configure = (active: boolean) =>
    cms.plugins.configure(operator, 'cache', { active, settings: {} });
  await list(cms, anonymous);
  await configure(true);
  expect((await list(cms, anonymous)).cache).toMatchObject({ active: true, hit: false });
  await configure(false);
  expect((await list(cms, anonymous)).cache).toEqual(off);
  expect(counts.loads).toBe(3);
});
