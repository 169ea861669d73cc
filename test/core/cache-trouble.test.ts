import { describe, expect, test } from 'vitest';
import { anonymous, hour, operator, type Cms } from '../../core/index.ts';
import { altered } from '../support/altered.ts';
import {
  cachedWorld,
  forgetfulCache,
  get,
  list,
  notedCache,
  sourceOf,
} from '../support/cached-world.ts';
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

test('what was written while the store was away is seen by all once it answers again', async () => {
  const { cms, another, trouble, troubled, titleAt, rename, log } =
    await troubledWorld(goneForGood);
  const other = another();
  await rename(cms, 'Before');
  for (const instance of [cms, other])
    expect(await titleAt(instance)).toEqual(['Before', 'Before']);
  await rename(troubled, 'Meanwhile');
  expect(await titleAt(troubled)).toEqual(['Meanwhile', 'Meanwhile']);
  trouble.end();
  for (const instance of [troubled, cms, other, another()]) {
    expect(await titleAt(instance)).toEqual(['Meanwhile', 'Meanwhile']);
  }
  expect(await sourceOf(list(troubled, anonymous))).toBe('memory');
  expect(log.entries.map(({ level }) => level)).toEqual(['warn', 'info']);
});

test('what is missed while an earlier miss is made up for is made up for, too', async () => {
  const { cms, another, ports, item, titleAt, rename } = await troubledWorld(goneForGood);
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  let mood: 'refuses' | 'answers late' | 'answers' = 'refuses';
  const sharedCache = altered(ports.sharedCache, {
    set: async (key, value, ttlMs) => {
      const isLate = mood === 'answers late';
      if (mood === 'refuses') throw new Error('away');
      await ports.sharedCache.set(key, value, ttlMs);
      if (isLate) await gate;
    },
  });
  const here = another({ ports: { sharedCache } });
  await rename(here, 'First');
  mood = 'answers late';
  const makingUp = get(here, anonymous, item.id);
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  expect(await titleAt(cms)).toEqual(['First', 'First']);
  mood = 'refuses';
  await rename(here, 'Second');
  mood = 'answers';
  open();
  await makingUp;
  for (const instance of [here, cms]) expect(await titleAt(instance)).toEqual(['Second', 'Second']);
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

describe('garbage in the shared store', () => {
  const garbage = [
    '',
    'x',
    '\n',
    '{}',
    '{"count":1',
    '{"count":9}x',
    'null\nx',
    '1\nx',
    '[]\nx',
    '"a"\nx',
    '{]\nx',
  ];
  for (const text of garbage) {
    test(`${JSON.stringify(text)} in place of a page is a miss, and is replaced`, async () => {
      const { another, ports, person, write } = await cachedWorld();
      const { id } = await write(await person('author'));
      const sharedCache = notedCache(ports.sharedCache);
      const noted = another({ ports: { sharedCache } });
      await list(noted, anonymous);
      await get(noted, anonymous, id);
      const pages = [...sharedCache.keys].filter((key) => !key.startsWith('generation:'));
      expect(pages).toHaveLength(2);
      for (const key of pages) await ports.sharedCache.set(key, text, hour);
      const fresh = another();
      expect(await get(fresh, anonymous, id)).toMatchObject({ version: 1, cache: { hit: false } });
      expect(await list(fresh, anonymous)).toMatchObject({ count: 1, cache: { hit: false } });
      for (const instance of [fresh, another()]) {
        expect(await get(instance, anonymous, id)).toMatchObject({
          version: 1,
          cache: { hit: true },
        });
        expect(await list(instance, anonymous)).toMatchObject({ count: 1, cache: { hit: true } });
      }
    });
  }

  test('in place of a stamp is only another stamp', async () => {
    const { cms, another, ports, person, write } = await cachedWorld();
    const { id } = await write(await person('author'));
    const sharedCache = notedCache(ports.sharedCache);
    await list(another({ ports: { sharedCache } }), anonymous);
    for (const collection of ['pages', 'blog-posts']) {
      await list(another({ ports: { sharedCache } }), anonymous, { collection });
    }
    const stamps = [...sharedCache.keys].filter((key) => key.startsWith('generation:'));
    expect(stamps).toHaveLength(4);
    for (const key of stamps) await ports.sharedCache.set(key, '\n:"{}', hour);
    for (const [query, count] of [
      [{}, 1],
      [{ collection: 'pages' }, 0],
      [{ collection: 'blog-posts' }, 1],
    ] as const) {
      expect(await list(cms, anonymous, query)).toMatchObject({ count });
    }
    await another().content.delete(operator, id);
    expect(await list(cms, anonymous)).toMatchObject({ count: 0 });
  });
});
