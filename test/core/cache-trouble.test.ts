import { expect, test } from 'vitest';
import { anonymous, hour, operator, type Cms } from '../../core/index.ts';
import { altered } from '../support/altered.ts';
import { cachedWorld, forgetfulCache, get, list, sourceOf } from '../support/cached-world.ts';
import { describeFault, faultPlans, faults } from '../support/faults.ts';

/** A service with one published item, and an instance whose shared store can fail. */
const troubledWorld = async (plan: Parameters<typeof faults>[0]) => {
  const world = await cachedWorld();
  const item = await world.write(await world.person('author'), { status: 'published' });
  const trouble = faults(plan);
  const sharedCache = trouble.on(world.ports.sharedCache);
  const troubled = world.another({ ports: { sharedCache } });
  const titleAt = async (cms: Cms): Promise<readonly string[]> => [
    (await get(cms, anonymous, item.id)).text.split(' ')[2]!,
    (await list(cms, anonymous)).text.split(' ')[2]!,
  ];
  const rename = (cms: Cms, title: string) => cms.content.update(operator, item.id, { title });
  return { ...world, item, trouble, troubled, titleAt, rename };
};

const goneForGood = { nth: 1, kind: 'refused', isLasting: true } as const;

test('while the shared store is away everything is read from the database, and nothing fails', async () => {
  const { troubled, item, titleAt, rename, log } = await troubledWorld(goneForGood);
  const uncached = { active: true, hit: false, source: 'database', ttlMs: 0 };
  for (let n = 0; n < 3; n += 1) {
    await rename(troubled, `Title${n}`);
    expect(await titleAt(troubled)).toEqual([`Title${n}`, `Title${n}`]);
    expect((await list(troubled, anonymous)).cache).toEqual(uncached);
    expect((await get(troubled, anonymous, item.id)).cache).toEqual(uncached);
  }
  await troubled.plugins.purgeCache(operator);
  await troubled.collections.update(operator, 'pages', { isActive: false });
  expect(log.entries).toHaveLength(1);
});

test('a store that is full, and read as ever, is told of once until it takes something again', async () => {
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

test('what one instance could not tell the store, those that reach it know all the same', async () => {
  const { cms, another, trouble, troubled, titleAt, rename, log } =
    await troubledWorld(goneForGood);
  const other = another();
  await rename(cms, 'Before');
  for (const instance of [cms, other])
    expect(await titleAt(instance)).toEqual(['Before', 'Before']);
  await rename(troubled, 'Meanwhile');
  for (const instance of [cms, other, troubled, another()]) {
    expect(await titleAt(instance)).toEqual(['Meanwhile', 'Meanwhile']);
  }
  trouble.end();
  for (const instance of [troubled, cms, other, another()]) {
    expect(await titleAt(instance)).toEqual(['Meanwhile', 'Meanwhile']);
  }
  expect(await sourceOf(list(troubled, anonymous))).toBe('memory');
  expect(log.entries.map(({ level }) => level)).toEqual(['warn', 'info']);
});

test('writes at the same time share what the database is told, and none is left out', async () => {
  const { another, ports, person, write, titleAt, cms } = await troubledWorld(goneForGood);
  const author = await person('author');
  const items = await Promise.all(Array.from({ length: 20 }, () => write(author)));
  let saves = 0;
  const { unitOfWork } = ports;
  const here = another({
    ports: {
      sharedCache: altered(ports.sharedCache, { set: () => Promise.reject(new Error('away')) }),
      unitOfWork: altered(unitOfWork, {
        run: (lock, work) => {
          saves += lock === 'settings' ? 1 : 0;
          return unitOfWork.run(lock, work);
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

test('while the plugin is off nobody is told of anything', async () => {
  const { cms, another, ports, titleAt, rename } = await troubledWorld(goneForGood);
  await titleAt(cms);
  await another().plugins.configure(operator, 'cache', { active: false });
  const { cacheEpoch } = await ports.settings.load();
  const sharedCache = altered(ports.sharedCache, { set: () => Promise.reject(new Error('away')) });
  await rename(another({ ports: { sharedCache } }), 'Quietly');
  expect((await ports.settings.load()).cacheEpoch).toBe(cacheEpoch);
  await another().plugins.configure(operator, 'cache', { active: true });
  expect(await titleAt(cms)).toEqual(['Quietly', 'Quietly']);
});

test('what neither the store nor the database could be told is made up for before the next read', async () => {
  const { another, ports, item, titleAt, rename, cms, log } = await troubledWorld(goneForGood);
  let isAway = true;
  const { unitOfWork } = ports;
  const here = another({
    ports: {
      sharedCache: altered(ports.sharedCache, {
        set: (...entry) =>
          isAway ? Promise.reject(new Error('away')) : ports.sharedCache.set(...entry),
      }),
      unitOfWork: altered(unitOfWork, {
        run: (lock, work) =>
          isAway && lock === 'settings'
            ? Promise.reject(new Error('away as well'))
            : unitOfWork.run(lock, work),
      }),
    },
  });
  await titleAt(cms);
  await rename(here, 'Unheard');
  expect((await get(here, anonymous, item.id)).text).toContain('Unheard');
  isAway = false;
  expect(await titleAt(here)).toEqual(['Unheard', 'Unheard']);
  expect(await titleAt(cms)).toEqual(['Unheard', 'Unheard']);
  const told = log.entries.filter(({ message }) => message.startsWith('Cached pages'));
  expect(told).toHaveLength(1);
});

test('an instance that missed nothing leaves the others’ entries alone', async () => {
  const { cms, another, trouble, troubled, titleAt } = await troubledWorld(goneForGood);
  await titleAt(cms);
  await titleAt(troubled);
  trouble.end();
  await titleAt(troubled);
  expect(await sourceOf(list(cms, anonymous))).toBe('memory');
  expect(await sourceOf(list(another(), anonymous))).toBe('kv');
});

test('whatever call to the store fails, a read is never older than what was written here before it', async () => {
  const script = async ({
    troubled,
    titleAt,
    rename,
  }: Awaited<ReturnType<typeof troubledWorld>>) => {
    for (let n = 0; n < 3; n += 1) {
      await titleAt(troubled);
      await rename(troubled, `Title${n}`);
      expect(await titleAt(troubled)).toEqual([`Title${n}`, `Title${n}`]);
    }
  };
  const undisturbed = await troubledWorld({ nth: Infinity, kind: 'refused', isLasting: false });
  await script(undisturbed);
  const plans = faultPlans(undisturbed.trouble.calls());
  expect(plans.length).toBeGreaterThan(50);
  for (const plan of plans) {
    const world = await troubledWorld(plan);
    await script(world).catch((cause: unknown) => {
      throw new Error(describeFault(plan), { cause });
    });
    for (const instance of [world.cms, world.another()]) {
      expect(await world.titleAt(instance), describeFault(plan)).toEqual(['Title2', 'Title2']);
    }
    world.trouble.end();
    for (const instance of [world.troubled, world.cms, world.another()]) {
      expect(await world.titleAt(instance), describeFault(plan)).toEqual(['Title2', 'Title2']);
    }
  }
});

test('a store that forgets everything only costs time', async () => {
  const { another, person, write } = await cachedWorld();
  const cms = another({ ports: { sharedCache: forgetfulCache } });
  const { id } = await write(await person('author'));
  for (let n = 0; n < 3; n += 1) {
    expect((await get(cms, anonymous, id)).text).toContain(id);
    expect((await list(cms, anonymous)).text).toContain(id);
  }
  const near = another({ ports: { processCache: forgetfulCache } });
  await list(near, anonymous);
  expect(await sourceOf(list(near, anonymous))).toBe('kv');
});

test('stamps that the store forgot never bring back what was cached under them', async () => {
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
