import { expect, test } from 'vitest';
import { MemoryCoordinator } from '../../adapters/memory/memory-coordinator.ts';
import { freshMemory, type Coordinator } from '../../core/index.ts';
import { altered } from '../support/altered.ts';
import { manualClock } from '../support/manual-clock.ts';

/** A memory with a stored number for each key, and how often it was loaded. */
const world = ({ maxBytes = 100, mayServe = (): boolean => true } = {}) => {
  const clock = manualClock();
  const coordinator: Coordinator = altered<Coordinator>(new MemoryCoordinator(), { mayServe });
  const memory = freshMemory(coordinator, clock, maxBytes);
  const stored = new Map<string, number>();
  let loads = 0;
  const read = async (key: string, subjects: readonly string[] = [key]): Promise<number> => {
    const load = async () => {
      loads += 1;
      return { n: stored.get(key) ?? 0 };
    };
    return (await memory.read(key, subjects, load, () => ({ bytes: 1, lifetimeMs: 1_000 }))).n;
  };
  const write = (key: string, n: number, subjects: readonly string[] = [key]): Promise<void> =>
    coordinator.write(subjects, async () => void stored.set(key, n));
  return { clock, coordinator, memory, stored, read, write, loads: () => loads };
};

test('a value is loaded once', async () => {
  const { read, loads } = world();
  expect([await read('a'), await read('a')]).toEqual([0, 0]);
  expect(loads()).toBe(1);
});

test('equal reads at the same time share one load', async () => {
  const { read, loads } = world();
  await Promise.all([read('a'), read('a'), read('a')]);
  expect(loads()).toBe(1);
});

test('undefined is not kept, and errors are neither', async () => {
  const { memory } = world();
  expect(await memory.read('a', ['a'], async () => undefined)).toBeUndefined();
  await expect(
    memory.read('a', ['a'], async () => {
      throw new Error('away');
    }),
  ).rejects.toThrow('away');
  expect(await memory.read('a', ['a'], async () => ({ n: 1 }))).toEqual({ n: 1 });
});

test('a write drops the values of all its subjects, and no others', async () => {
  const { read, write, stored, loads } = world();
  await read('a', ['site', 'a']);
  await read('b', ['site', 'b']);
  await read('c', ['c']);
  stored.set('b', 7);
  await write('a', 5, ['site']);
  expect(await Promise.all([read('a', ['site']), read('b', ['site']), read('c')])).toEqual([
    5, 7, 0,
  ]);
  expect(loads()).toBe(5);
});

test('while a write runs, reads are loaded and not kept', async () => {
  const { coordinator, read, stored, loads } = world();
  await coordinator.write(['a'], async () => {
    expect(await read('a')).toBe(0);
    stored.set('a', 1);
    expect(await read('a')).toBe(1);
  });
  expect(await read('a')).toBe(1);
  expect(loads()).toBe(3);
});

test('a load that a write overtakes is not kept, and no later read joins it', async () => {
  const { memory, read, write } = world();
  const { promise, resolve } = Promise.withResolvers<{ n: number }>();
  const early = memory.read('a', ['a'], () => promise);
  await write('a', 2);
  expect(await read('a')).toBe(2);
  resolve({ n: 1 });
  expect(await early).toEqual({ n: 1 });
  expect(await read('a')).toBe(2);
});

test('two writes of one subject at the same time both end', async () => {
  const { coordinator, read, loads } = world();
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = coordinator.write(['a'], () => promise);
  await coordinator.write(['a'], async () => undefined);
  await read('a');
  await read('a');
  resolve();
  await slow;
  await read('a');
  await read('a');
  expect(loads()).toBe(3);
});

test('without a lease nothing is served, and what was kept is served again with it', async () => {
  let isServing = true;
  const { read, loads } = world({ mayServe: () => isServing });
  await read('a');
  isServing = false;
  await read('a');
  expect(loads()).toBe(2);
  isServing = true;
  await read('a');
  expect(loads()).toBe(2);
});

test('beyond the limit, values that were not read since they were kept are dropped', async () => {
  const { read, loads } = world({ maxBytes: 2 });
  await read('a');
  await read('b');
  await read('a');
  await read('c');
  await read('a');
  expect(loads()).toBe(3);
  await read('b');
  expect(loads()).toBe(4);
});

test('a value that is too large, or is not to be kept, is loaded each time', async () => {
  const { memory } = world();
  for (const keeping of [{ bytes: 101 }, undefined]) {
    const value = { n: 1 };
    await memory.read(
      'a',
      ['a'],
      async () => value,
      () => keeping,
    );
    expect([memory.holds(value), memory.find('a'), memory.usage]).toEqual([
      false,
      undefined,
      { entries: 0, bytes: 0 },
    ]);
  }
});

test('a value expires', async () => {
  const { clock, memory, read, loads } = world();
  await read('a');
  clock.advance(999);
  expect(memory.find('a')).toEqual({ value: { n: 0 }, ttlMs: 1 });
  clock.advance(1);
  expect([memory.find('a'), memory.usage.bytes]).toEqual([undefined, 0]);
  await read('a');
  expect(loads()).toBe(2);
});

test('a value is held until it is dropped or read anew, even if an equal one follows', async () => {
  const { memory, read, write } = world();
  await read('a');
  const value = memory.find('a')!.value;
  expect([memory.holds(value), memory.holds({ n: 0 })]).toEqual([true, false]);
  await write('a', 0);
  await read('a');
  expect([memory.holds(value), memory.holds(memory.find('a')!.value)]).toEqual([false, true]);
});

test('a value is found in its entry until it is dropped, and what is kept for it counts', async () => {
  const { clock, memory, read, write } = world();
  await read('a');
  const { value } = memory.find('a')!;
  clock.advance(400);
  const entry = memory.entryOf(value, 10)!;
  expect(memory.entryOf(value, 20)).toBe(entry);
  expect(memory.findIn(entry)).toEqual({ value, ttlMs: 600 });
  expect(memory.usage).toEqual({ entries: 1, bytes: 31 });
  await write('a', 1);
  expect(memory.usage).toEqual({ entries: 0, bytes: 0 });
  expect([memory.findIn(entry), entry.value, memory.entryOf(value, 1)].filter(Boolean)).toEqual([]);
  await read('a');
  expect(memory.findIn(entry)).toBeUndefined();
  const next = memory.entryOf(memory.find('a')!.value, 0)!;
  expect(memory.findIn(next)?.value).toEqual({ n: 1 });
  clock.advance(1_000);
  expect([memory.findIn(next), next.value].filter(Boolean)).toEqual([]);
});

test('values for which more is kept than there is room for drop others', async () => {
  const { memory, read } = world({ maxBytes: 10 });
  for (const key of ['a', 'b']) await read(key);
  memory.entryOf(memory.find('b')!.value, 9);
  expect([memory.find('a'), memory.find('b')?.value]).toEqual([undefined, { n: 0 }]);
  expect(memory.usage).toEqual({ entries: 1, bytes: 10 });
});

test('a buffer that several values contain counts once', async () => {
  const { coordinator, memory } = world({ maxBytes: 2_000 });
  const buffer = new Uint8Array(700);
  const read = (key: string, shared: readonly Uint8Array[]) =>
    memory.read(
      key,
      [key],
      async () => ({ key }),
      () => ({ bytes: 1, shared }),
    );
  await read('a', [buffer, buffer.subarray(0, 10)]);
  const { bytes } = memory.usage;
  expect(bytes).toBeGreaterThan(700);
  expect(bytes).toBeLessThan(1_000);
  await read('b', [buffer]);
  expect(memory.usage.bytes).toBe(bytes + 1);
  await coordinator.write(['a'], async () => undefined);
  expect(memory.usage.bytes).toBe(bytes);
  await coordinator.write(['b'], async () => undefined);
  expect(memory.usage).toEqual({ entries: 0, bytes: 0 });
  for (const key of ['c', 'd', 'e']) await read(key, [new Uint8Array(700)]);
  expect(memory.usage.entries).toBe(2);
  await read('f', [new Uint8Array(3_000)]);
  expect(memory.usage.entries).toBe(2);
});

test('without a lease nothing is found or held', async () => {
  let mayServe = true;
  const { memory, read } = world({ mayServe: () => mayServe });
  await read('a');
  const { value } = memory.find('a')!;
  const entry = memory.entryOf(value, 0)!;
  mayServe = false;
  expect(
    [memory.find('a'), memory.findIn(entry), memory.entryOf(value, 0)].filter(Boolean),
  ).toEqual([]);
  expect(memory.holds(value)).toBe(false);
  mayServe = true;
  expect([memory.holds(value), memory.findIn(entry)?.value]).toEqual([true, value]);
});
