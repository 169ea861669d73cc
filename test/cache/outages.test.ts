import { expect, test } from 'vitest';
import { anonymous, hour, operator, type Cms } from '../../core/index.ts';
import { altered } from '../support/altered.ts';
import { cachedWorld, evictingCache, get, list, sourceOf } from '../support/cached-world.ts';
import { describeFault, faultPlans, faults } from '../support/faults.ts';

/** A service with one published item, and an instance whose shared cache can fail. */
const failingCacheWorld = async (plan: Parameters<typeof faults>[0]) => {
  const world = await cachedWorld();
  const item = await world.write(await world.person('author'), { status: 'published' });
  const trouble = faults(plan);
  const sharedCache = trouble.on(world.ports.sharedCache);
  const failing = world.another({ ports: { sharedCache } });
  const titleAt = async (cms: Cms): Promise<readonly string[]> => [
    (await get(cms, anonymous, item.id)).text.split(' ')[2]!,
    (await list(cms, anonymous)).text.split(' ')[2]!,
  ];
  const rename = (cms: Cms, title: string) => cms.content.update(operator, item.id, { title });
  return { ...world, item, trouble, failing, titleAt, rename };
};

const unreachable = { nth: 1, kind: 'rejected', isLasting: true } as const;

test('while the shared cache is unreachable, reads come from the database and nothing fails', async () => {
  const { failing, item, titleAt, rename, log } = await failingCacheWorld(unreachable);
  const uncached = { active: true, hit: false, source: 'database', ttlMs: 0 };
  for (let n = 0; n < 3; n += 1) {
    await rename(failing, `Title${n}`);
    expect(await titleAt(failing)).toEqual([`Title${n}`, `Title${n}`]);
    expect((await list(failing, anonymous)).cache).toEqual(uncached);
    expect((await get(failing, anonymous, item.id)).cache).toEqual(uncached);
  }
  await failing.plugins.purgeCache(operator);
  await failing.collections.update(operator, 'pages', { isActive: false });
  expect(log.entries).toHaveLength(1);
});

test('a full cache is logged once until it accepts a write again', async () => {
  const { person, write, ports, another, log } = await cachedWorld();
  const author = await person('author');
  const items = await Promise.all(Array.from({ length: 5 }, () => write(author)));
  let isFull = true;
  const here = another({
    ports: {
      sharedCache: altered(ports.sharedCache, {
        set: (...entry) =>
          isFull ? Promise.reject(new Error('full')) : ports.sharedCache.set(...entry),
      }),
    },
  });
  for (const { id } of items) await get(here, anonymous, id);
  expect(log.entries.map(({ level }) => level)).toEqual(['warn']);
  isFull = false;
  for (const { id } of items) {
    await here.content.update(operator, id, { title: 'Told' });
    await get(here, anonymous, id);
  }
  expect(log.entries.map(({ level }) => level)).toEqual(['warn', 'info']);
});

test('a write of an instance that cannot reach the cache is visible to the others', async () => {
  const { cms, another, trouble, failing, titleAt, rename, log } =
    await failingCacheWorld(unreachable);
  const other = another();
  await rename(cms, 'Before');
  for (const instance of [cms, other])
    expect(await titleAt(instance)).toEqual(['Before', 'Before']);
  await rename(failing, 'Meanwhile');
  for (const instance of [cms, other, failing, another()]) {
    expect(await titleAt(instance)).toEqual(['Meanwhile', 'Meanwhile']);
  }
  trouble.end();
  for (const instance of [failing, cms, other, another()]) {
    expect(await titleAt(instance)).toEqual(['Meanwhile', 'Meanwhile']);
  }
  expect(await sourceOf(list(failing, anonymous))).toBe('memory');
  expect(log.entries.map(({ level }) => level)).toEqual(['warn', 'info']);
});

test('concurrent writes share a new epoch, and all of them are visible', async () => {
  const { another, ports, person, write, titleAt, cms } = await failingCacheWorld(unreachable);
  const author = await person('author');
  const items = await Promise.all(Array.from({ length: 20 }, () => write(author)));
  let saves = 0;
  const { unitOfWork } = ports;
  const here = another({
    ports: {
      sharedCache: altered(ports.sharedCache, { set: () => Promise.reject(new Error('away')) }),
      unitOfWork: altered(unitOfWork, {
        runExclusive: (permit, lock, work) => {
          saves += lock === 'settings' ? 1 : 0;
          return unitOfWork.runExclusive(permit, lock, work);
        },
      }),
    },
  });
  await Promise.all(items.map(({ id }) => get(cms, anonymous, id)));
  await Promise.all(
    items.map(async ({ id }, n) => {
      await here.content.update(operator, id, { title: `Title${n}` });
      expect((await get(cms, anonymous, id)).text).toContain(`Title${n}`);
    }),
  );
  await titleAt(cms);
  expect(saves).toBeGreaterThan(0);
  expect(saves).toBeLessThan(10);
});

test('while the plugin is off, writes reach neither cache nor epoch', async () => {
  const { cms, another, ports, titleAt, rename } = await failingCacheWorld(unreachable);
  await titleAt(cms);
  await another().plugins.configure(operator, 'cache', { active: false });
  const { cacheEpoch } = await ports.site.load();
  const sharedCache = altered(ports.sharedCache, { set: () => Promise.reject(new Error('away')) });
  await rename(another({ ports: { sharedCache } }), 'Quietly');
  expect((await ports.site.load()).cacheEpoch).toBe(cacheEpoch);
  await another().plugins.configure(operator, 'cache', { active: true });
  expect(await titleAt(cms)).toEqual(['Quietly', 'Quietly']);
});

test('an invalidation that failed in cache and database is retried before the next read', async () => {
  const { another, ports, item, titleAt, rename, cms, log } = await failingCacheWorld(unreachable);
  let isAway = true;
  const { unitOfWork } = ports;
  const here = another({
    ports: {
      sharedCache: altered(ports.sharedCache, {
        set: (...entry) =>
          isAway ? Promise.reject(new Error('away')) : ports.sharedCache.set(...entry),
      }),
      unitOfWork: altered(unitOfWork, {
        runExclusive: (permit, lock, work) =>
          isAway && lock === 'settings'
            ? Promise.reject(new Error('away as well'))
            : unitOfWork.runExclusive(permit, lock, work),
      }),
    },
  });
  await titleAt(cms);
  await rename(here, 'Unheard');
  expect((await get(here, anonymous, item.id)).text).toContain('Unheard');
  isAway = false;
  expect(await titleAt(here)).toEqual(['Unheard', 'Unheard']);
  expect(await titleAt(cms)).toEqual(['Unheard', 'Unheard']);
  const warnings = log.entries.filter(({ message }) => message.startsWith('The cache could'));
  expect(warnings).toHaveLength(1);
});

test('an instance without failures does not invalidate the entries of others', async () => {
  const { cms, another, trouble, failing, titleAt } = await failingCacheWorld(unreachable);
  await titleAt(cms);
  await titleAt(failing);
  trouble.end();
  await titleAt(failing);
  expect(await sourceOf(list(cms, anonymous))).toBe('memory');
  expect(await sourceOf(list(another(), anonymous))).toBe('kv');
});

test('whichever call to the cache fails, a read is never older than the last write of its instance', async () => {
  const script = async ({
    failing,
    titleAt,
    rename,
  }: Awaited<ReturnType<typeof failingCacheWorld>>) => {
    for (let n = 0; n < 3; n += 1) {
      await titleAt(failing);
      await rename(failing, `Title${n}`);
      expect(await titleAt(failing)).toEqual([`Title${n}`, `Title${n}`]);
    }
  };
  const withoutFaults = await failingCacheWorld({
    nth: Infinity,
    kind: 'rejected',
    isLasting: false,
  });
  await script(withoutFaults);
  const plans = faultPlans(withoutFaults.trouble.calls());
  expect(plans.length).toBeGreaterThan(50);
  for (const plan of plans) {
    const world = await failingCacheWorld(plan);
    await script(world).catch((cause: unknown) => {
      throw new Error(describeFault(plan), { cause });
    });
    for (const instance of [world.cms, world.another()]) {
      expect(await world.titleAt(instance), describeFault(plan)).toEqual(['Title2', 'Title2']);
    }
    world.trouble.end();
    for (const instance of [world.failing, world.cms, world.another()]) {
      expect(await world.titleAt(instance), describeFault(plan)).toEqual(['Title2', 'Title2']);
    }
  }
});

test('a cache that evicts everything immediately only costs time', async () => {
  const { another, person, write } = await cachedWorld();
  const cms = another({ ports: { sharedCache: evictingCache } });
  const { id } = await write(await person('author'));
  for (let n = 0; n < 3; n += 1) {
    expect((await get(cms, anonymous, id)).text).toContain(id);
    expect((await list(cms, anonymous)).text).toContain(id);
  }
  const near = another({ ports: { processCache: evictingCache } });
  await list(near, anonymous);
  expect(await sourceOf(list(near, anonymous))).toBe('kv');
});

test('evicted stamps never bring back what was cached under them', async () => {
  const { cms, another, clock, person, write } = await cachedWorld({ ttlSeconds: 86_400 });
  const author = await person('author');
  const { id } = await write(author);
  clock.advance(12 * hour);
  await list(cms, anonymous);
  clock.advance(12 * hour);
  await another().content.delete(operator, id);
  clock.advance(11 * hour);
  expect((await list(cms, anonymous)).text).not.toContain(id);
});
