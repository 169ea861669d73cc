import { expect, test } from 'vitest';
import { MemoryCoordinator } from '../../adapters/memory/memory-coordinator.ts';
import { freshMemory, type Coordinator } from '../../core/index.ts';
import { altered } from '../support/altered.ts';

/** A memory with a stored number for each key, and how often it was loaded. */
const world = ({ maxValues = 100, mayServe = (): boolean => true } = {}) => {
  const coordinator: Coordinator = altered<Coordinator>(new MemoryCoordinator(), { mayServe });
  const memory = freshMemory(coordinator, maxValues);
  const stored = new Map<string, number>();
  let loads = 0;
  const read = async (key: string, subjects: readonly string[] = [key]): Promise<number> => {
    const { n } = await memory.read(key, subjects, async () => {
      loads += 1;
      return { n: stored.get(key) ?? 0 };
    });
    return n;
  };
  const write = (key: string, n: number, subjects: readonly string[] = [key]): Promise<void> =>
    coordinator.write(subjects, async () => void stored.set(key, n));
  return { coordinator, memory, stored, read, write, loads: () => loads };
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

test('of too many values, those that were not read for the longest time are dropped', async () => {
  const { read, loads } = world({ maxValues: 2 });
  await read('a');
  await read('b');
  await read('a');
  await read('c');
  await read('a');
  expect(loads()).toBe(3);
  await read('b');
  expect(loads()).toBe(4);
});
