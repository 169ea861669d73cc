import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import { startPruning } from '../../bootstrap/start/housekeeping.ts';
import { operator } from '../../core/index.ts';
import type { PruneStep } from '../../core/store.ts';
import { day, hour, minute, second, type ContentItem } from '../../core/vocabulary.ts';
import { altered } from '../support/core/altered.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const versionsOf = async ({ cms }: CoreWorld, { id }: ContentItem): Promise<readonly number[]> =>
  (await cms.history.list(operator, id, {})).map(({ version }) => version);

const itemOf = async (
  { cms, person, write }: CoreWorld,
  versions: number,
): Promise<ContentItem> => {
  const item = await write(await person('author'));
  for (let version = 2; version <= versions; version += 1) {
    await cms.content.update(operator, item.id, { data: { version } });
  }
  return item;
};

/** Time passes for the core and for the store. */
const pass = async ({ clock }: CoreWorld, ms: number): Promise<void> => {
  clock.advance(ms);
  await vi.advanceTimersByTimeAsync(ms);
};

/** A world whose steps of pruning are recorded. */
const recordedWorld = async (items = 1, onStep: () => void = () => undefined) => {
  const steps: PruneStep[] = [];
  const store = alteredStore(new MemoryStore(), ({ revisions }) => ({
    revisions: altered(revisions, {
      prune: async (limits, step = {}) => {
        steps.push(step);
        onStep();
        await revisions.prune(limits, step);
        const next = Number(step.after ?? 0) + 1;
        return step.recentMs === undefined && next < items ? String(next) : undefined;
      },
    }),
  }));
  const world = await coreWorld({ ports: { store } });
  const walked = () => steps.splice(0).filter(({ recentMs }) => recentMs === undefined).length;
  return { ...world, steps, walked };
};

test('the settings limit the history; by default, 100 revisions stay for ever', async () => {
  const world = await coreWorld();
  const { cms } = world;
  const item = await itemOf(world, 102);
  await pass(world, 400 * day);
  await cms.history.prune();
  expect((await cms.history.list(operator, item.id, { limit: 1000 })).length).toBe(100);
  await cms.settings.update(operator, { historyMaxPerItem: 3 });
  await cms.history.prune();
  expect(await versionsOf(world, item)).toEqual([102, 101, 100]);
  await cms.settings.update(operator, { historyMaxDays: 400 });
  await cms.history.prune();
  expect(await versionsOf(world, item)).toEqual([102, 101, 100]);
  await pass(world, 1);
  await cms.settings.update(operator, { historyMaxDays: 399 });
  await cms.history.prune();
  expect(await versionsOf(world, item)).toEqual([102]);
  await cms.settings.update(operator, { historyMaxPerItem: 0 });
  await cms.history.prune();
  expect(await versionsOf(world, item)).toEqual([]);
});

test('limits are whole numbers from 0', async () => {
  const { cms } = await coreWorld();
  for (const value of [-1, 1.5, NaN, Infinity, 2 ** 53]) {
    for (const name of ['historyMaxPerItem', 'historyMaxDays']) {
      const { issues } = await rejectsWith(
        'invalid_input',
        cms.settings.update(operator, { [name]: value }),
      );
      expect(issues?.[0]?.path).toBe(name);
    }
  }
  const largest = Number.MAX_SAFE_INTEGER;
  const limits = { historyMaxPerItem: largest, historyMaxDays: largest };
  expect(await cms.settings.update(operator, limits)).toMatchObject(limits);
  await cms.history.prune();
});

test('in a running service, a write or new limits take effect within a minute, and restarts lose nothing', async () => {
  const world = await coreWorld();
  const { cms, log } = world;
  const before = await itemOf(world, 150);
  await pass(world, 30 * day);
  const stop = startPruning(cms, log);
  await pass(world, 0);
  expect(await versionsOf(world, before)).toHaveLength(50);
  expect((await cms.history.list(operator, before.id, { limit: 1000 })).length).toBe(100);
  const item = await itemOf(world, 120);
  await pass(world, minute);
  expect((await cms.history.list(operator, item.id, { limit: 1000 })).length).toBe(100);
  await cms.settings.update(operator, { historyMaxPerItem: 2 });
  await pass(world, minute);
  expect([await versionsOf(world, item), await versionsOf(world, before)]).toEqual([
    [120, 119],
    [150, 149],
  ]);
  await stop();
  await cms.settings.update(operator, { historyMaxPerItem: 1 });
  await pass(world, day);
  expect(await versionsOf(world, item)).toEqual([120, 119]);
  expect(log.entries).toEqual([]);
});

test('all items are handled at the start, when the limits change and every six hours; else only recent ones', async () => {
  const { cms, walked, ...world } = await recordedWorld();
  const prune = async (ms: number) => {
    await pass(world as unknown as CoreWorld, ms);
    await cms.history.prune();
    return walked();
  };
  expect(await prune(0)).toBe(1);
  expect(await prune(30 * second)).toBe(0);
  await cms.settings.update(operator, { siteName: 'Site' });
  expect(await prune(30 * second)).toBe(0);
  await cms.settings.update(operator, { historyMaxDays: 3 });
  expect(await prune(30 * second)).toBe(1);
  expect(await prune(6 * hour - second)).toBe(0);
  expect(await prune(second)).toBe(1);
  world.clock.advance(-hour);
  expect(await prune(0)).toBe(1);
  expect(await prune(0)).toBe(0);
});

test('recent items are those since the last run, however long ago that was', async () => {
  const { cms, steps, clock } = await recordedWorld();
  await cms.history.prune();
  steps.length = 0;
  clock.advance(hour);
  await cms.history.prune();
  expect(steps[0]?.recentMs).toBeGreaterThan(hour);
  clock.advance(-hour);
  steps.length = 0;
  await cms.history.prune();
  expect(steps[0]?.recentMs).toBeGreaterThanOrEqual(minute);
});

test('a walk through many items goes on in the next run, does not delay recent items, and begins again for new limits', async () => {
  const { cms, steps, walked } = await recordedWorld(1_200);
  await cms.history.prune();
  expect(walked()).toBe(500);
  await cms.history.prune();
  expect(steps[0]?.recentMs).toBeDefined();
  expect(steps[1]?.after).toBe('500');
  expect(walked()).toBe(500);
  await cms.settings.update(operator, { historyMaxPerItem: 9 });
  await cms.history.prune();
  expect(steps[1]?.after).toBeUndefined();
  walked();
  for (const count of [500, 200, 0]) {
    await cms.history.prune();
    expect(walked()).toBe(count);
  }
});

test('a walk stops after the step in which it is aborted, and goes on there', async () => {
  const stopping = new AbortController();
  let count = 0;
  const { cms, steps, walked } = await recordedWorld(1_200, () => {
    count += 1;
    if (count === 4) stopping.abort();
  });
  await cms.history.prune(stopping.signal);
  expect(walked()).toBe(3);
  await cms.history.prune();
  expect(steps[1]?.after).toBe('3');
});

test('a run ends when it is aborted, and what failed is done by the next one', async () => {
  const stopping = new AbortController();
  let failures = 1;
  const store = alteredStore(new MemoryStore(), ({ revisions }) => ({
    revisions: altered(revisions, {
      prune: async (limits, step) => {
        stopping.abort();
        if (failures-- > 0) throw new Error('The database is away');
        return revisions.prune(limits, step);
      },
    }),
  }));
  const world = await coreWorld({ ports: { store } });
  const item = await itemOf(world, 5);
  await world.cms.settings.update(operator, { historyMaxPerItem: 1 });
  await expect(world.cms.history.prune()).rejects.toThrow('away');
  expect(await versionsOf(world, item)).toHaveLength(5);
  await world.cms.history.prune(stopping.signal);
  expect(await versionsOf(world, item)).toHaveLength(1);
  await world.cms.history.prune({ aborted: true });
});

test('old events are removed after 30 days', async () => {
  const world = await coreWorld();
  const { cms, log, ports } = world;
  await itemOf(world, 2);
  await pass(world, 30 * day - hour);
  const stop = startPruning(cms, log);
  await itemOf(world, 1);
  await pass(world, hour);
  expect(await ports.store.repositories.outbox.list(10)).toHaveLength(3);
  await pass(world, hour);
  expect(await ports.store.repositories.outbox.list(10)).toHaveLength(1);
  await stop();
});
