import { expect, test } from 'vitest';
import { anonymous, operator, type Cms, type Ports } from '../../core/index.ts';
import { altered } from '../support/altered.ts';
import { cachedWorld, list, sourceOf } from '../support/cached-world.ts';
import { relapsingCache } from '../support/relapsing-cache.ts';

/** A service with one item, `Old`, in its cache, and the ways to lose what comes after. */
const relapsingWorld = async () => {
  const { cache, keep, relapse } = relapsingCache();
  const world = await cachedWorld({}, { ports: { sharedCache: cache } });
  const { id } = await world.write(await world.person('author'), { title: 'Old' });
  const titleAt = async (cms: Cms) => (await list(cms, anonymous)).text.split(' ')[2];
  await titleAt(world.cms);
  expect(await titleAt(world.cms)).toBe('Old');
  const lose = async (title: string): Promise<void> => {
    keep();
    await world.cms.content.update(operator, id, { title });
    relapse();
  };
  return { ...world, cache, id, keep, relapse, lose, titleAt };
};

/** A promise that somebody else keeps. */
const gate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

test('a store that lost the last write brings back no page from before it', async () => {
  const { cms, another, lose, titleAt } = await relapsingWorld();
  const other = another();
  expect(await titleAt(other)).toBe('Old');
  await lose('New');
  for (const instance of [other, cms, another(), other, cms]) {
    expect(await titleAt(instance)).toBe('New');
  }
  expect(await sourceOf(list(cms, anonymous))).toBe('memory');
});

test('a read that began before the store was lost finds no old page after it', async () => {
  const { another, ports, lose, titleAt } = await relapsingWorld();
  const { open, opened } = gate();
  let isFirst = true;
  const settings: Ports['settings'] = altered(ports.settings, {
    load: async () => {
      const loaded = await ports.settings.load();
      if (isFirst) {
        isFirst = false;
        await opened;
      }
      return loaded;
    },
  });
  const instance = another({ ports: { settings } });
  const early = titleAt(instance);
  await lose('New');
  expect(await titleAt(instance)).toBe('New');
  expect(await titleAt(instance)).toBe('New');
  open();
  expect(await early).toBe('New');
});

test('a store that is lost while it is asked for a stamp is not believed', async () => {
  const { another, cache, lose, titleAt } = await relapsingWorld();
  const { open, opened } = gate();
  let isAsked = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  let isArmed = false;
  const sharedCache = altered(cache, {
    get: async (key) => {
      if (isArmed) {
        isArmed = false;
        isAsked();
        await opened;
      }
      return cache.get(key);
    },
  });
  const instance = another({ ports: { sharedCache } });
  await titleAt(instance);
  isArmed = true;
  const early = titleAt(instance);
  await asked;
  await lose('New');
  expect(await titleAt(instance)).toBe('New');
  open();
  expect(await early).toBe('New');
});

test('the first read over a new connection is cached already', async () => {
  const { another, lose, titleAt } = await relapsingWorld();
  const instance = another();
  await titleAt(instance);
  await lose('New');
  expect(await sourceOf(list(instance, anonymous))).toBe('database');
  expect(await sourceOf(list(instance, anonymous))).toBe('memory');
});

test('reads after a new connection share what the database is told, once', async () => {
  const { another, ports, lose, titleAt } = await relapsingWorld();
  let saves = 0;
  const unitOfWork = altered(ports.unitOfWork, {
    run: (lock, work) => {
      saves += lock === 'settings' ? 1 : 0;
      return ports.unitOfWork.run(lock, work);
    },
  });
  const instance = another({ ports: { unitOfWork } });
  await titleAt(instance);
  saves = 0;
  for (const title of ['New', 'Newer', 'Newest']) await lose(title);
  const titles = await Promise.all(Array.from({ length: 20 }, () => titleAt(instance)));
  expect(new Set(titles)).toEqual(new Set(['Newest']));
  await titleAt(instance);
  expect(saves).toBeGreaterThan(0);
  expect(saves).toBeLessThan(3);
});

test('a new connection is believed only once the database took an epoch', async () => {
  const { another, ports, lose, titleAt } = await relapsingWorld();
  let isAway = false;
  const unitOfWork = altered(ports.unitOfWork, {
    run: (lock, work) =>
      isAway && lock === 'settings'
        ? Promise.reject(new Error('away'))
        : ports.unitOfWork.run(lock, work),
  });
  const instance = another({ ports: { unitOfWork } });
  await titleAt(instance);
  await lose('New');
  isAway = true;
  for (let n = 0; n < 3; n += 1) {
    expect(await titleAt(instance)).toBe('New');
    expect(await sourceOf(list(instance, anonymous))).toBe('database');
  }
  isAway = false;
  for (let n = 0; n < 3; n += 1) expect(await titleAt(instance)).toBe('New');
  expect(await sourceOf(list(instance, anonymous))).toBe('memory');
});
