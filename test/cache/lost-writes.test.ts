import { expect, test } from 'vitest';
import { anonymous, operator, type Cms } from '../../core/index.ts';
import { altered } from '../support/altered.ts';
import { cachedWorld, list, sourceOf } from '../support/cached-world.ts';
import { failoverCache } from '../support/failover-cache.ts';

/** A service with one cached item, `Old`, and functions that lose later writes of the cache. */
const failoverWorld = async () => {
  const { cache, snapshot, failOver } = failoverCache();
  const world = await cachedWorld({}, { ports: { sharedCache: cache } });
  const { id } = await world.write(await world.person('author'), { title: 'Old' });
  const titleAt = async (cms: Cms) => (await list(cms, anonymous)).text.split(' ')[2];
  await titleAt(world.cms);
  expect(await titleAt(world.cms)).toBe('Old');
  const lose = async (title: string): Promise<void> => {
    snapshot();
    await world.cms.content.update(operator, id, { title });
    failOver();
  };
  return { ...world, cache, id, snapshot, failOver, lose, titleAt };
};

/** A promise and the function that resolves it. */
const gate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

test('a shared cache that lost the last write does not bring back a stale page', async () => {
  const { cms, another, lose, titleAt } = await failoverWorld();
  const other = another();
  expect(await titleAt(other)).toBe('Old');
  await lose('New');
  for (const instance of [other, cms, another(), other, cms]) {
    expect(await titleAt(instance)).toBe('New');
  }
  expect(await sourceOf(list(cms, anonymous))).toBe('memory');
});

test('a read that started before the cache was lost does not return a stale page', async () => {
  const { another, ports, lose, titleAt } = await failoverWorld();
  const { open, opened } = gate();
  let isFirst = true;
  // Called after the site's state is loaded.
  const limiter = altered(ports.limiter, {
    attempt: async () => {
      if (isFirst) {
        isFirst = false;
        await opened;
      }
      return undefined;
    },
  });
  const instance = another({ ports: { limiter } });
  const early = titleAt(instance);
  await lose('New');
  expect(await titleAt(instance)).toBe('New');
  expect(await titleAt(instance)).toBe('New');
  open();
  expect(await early).toBe('New');
});

test('a stamp is not trusted if the connection changes while it is read', async () => {
  const { another, cache, lose, titleAt } = await failoverWorld();
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

test('the first read over a new connection is cached', async () => {
  const { another, lose, titleAt } = await failoverWorld();
  const instance = another();
  await titleAt(instance);
  await lose('New');
  expect(await sourceOf(list(instance, anonymous))).toBe('database');
  expect(await sourceOf(list(instance, anonymous))).toBe('memory');
});

test('reads after a new connection share one new epoch', async () => {
  const { another, ports, lose, titleAt } = await failoverWorld();
  let saves = 0;
  const unitOfWork = altered(ports.unitOfWork, {
    runExclusive: (permit, lock, work) => {
      saves += lock === 'settings' ? 1 : 0;
      return ports.unitOfWork.runExclusive(permit, lock, work);
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

test('a new connection is trusted only after a new epoch is stored', async () => {
  const { another, ports, lose, titleAt } = await failoverWorld();
  let isAway = false;
  const unitOfWork = altered(ports.unitOfWork, {
    runExclusive: (permit, lock, work) =>
      isAway && lock === 'settings'
        ? Promise.reject(new Error('away'))
        : ports.unitOfWork.runExclusive(permit, lock, work),
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
