import { expect, test } from 'vitest';
import { MemoryCoordinator } from '../../adapters/memory/memory-coordinator.ts';
import { freshMemory, type Coordinator, type MemoryListener } from '../../core/index.ts';
import { altered } from '../support/altered.ts';
import { manualClock } from '../support/manual-clock.ts';

interface Value {
  readonly n: number;
}

/** A memory, and reads of a value that depends on `order` and, as its load shows, on `item`. */
const world = () => {
  const listeners: MemoryListener[] = [];
  const coordinator = new MemoryCoordinator();
  const recording = altered<Coordinator>(coordinator, {
    join: (listener) => {
      listeners.push(listener);
      coordinator.join(listener);
    },
  });
  const memory = freshMemory(recording, manualClock(), 1_000);
  const read = (load: () => Promise<Value>) =>
    memory.read('list', ['order'], load, () => ({ subjects: ['item'], bytes: 1 }));
  return {
    coordinator,
    memory,
    dropAll: () => listeners.forEach((listener) => listener.dropAll()),
    fast: () => read(async () => ({ n: 2 })),
    /** A read whose load ends later. */
    slow: () => {
      const { promise, resolve } = Promise.withResolvers<Value>();
      return { value: read(() => promise), end: () => resolve({ n: 1 }) };
    },
    write: (subject: string, work = async (): Promise<void> => undefined) =>
      coordinator.write([subject], work),
  };
};

test('a write drops values that depend on it by what they contain', async () => {
  const { memory, fast, write } = world();
  for (const subject of ['item', 'order']) {
    const value = await fast();
    await write('other');
    expect(memory.holds(value)).toBe(true);
    await write(subject);
    expect([memory.holds(value), memory.usage.entries]).toEqual([false, 0]);
  }
});

test('a load is kept unless something that it contains was written meanwhile', async () => {
  for (const [subject, isKept] of [
    ['item', false],
    ['order', false],
    ['other', true],
  ] as const) {
    const { memory, slow, write } = world();
    const { value, end } = slow();
    await write(subject);
    end();
    expect(memory.holds(await value)).toBe(isKept);
  }
});

test('a load that began during a write of something that it contains is not kept', async () => {
  const { memory, slow, write } = world();
  let early: ReturnType<typeof slow> | undefined;
  await write('item', async () => {
    early = slow();
  });
  early?.end();
  expect(memory.holds((await early?.value) ?? {})).toBe(false);
  expect(memory.usage.entries).toBe(0);
});

test('no read joins a load that began before a write, whatever was written', async () => {
  const { slow, fast, write } = world();
  const { value, end } = slow();
  await write('other');
  const late = await fast();
  end();
  expect([await value, late]).toEqual([{ n: 1 }, { n: 2 }]);
});

test('no read joins a load that began during a write, whatever is written', async () => {
  const { slow, fast, write } = world();
  let early: ReturnType<typeof slow> | undefined;
  await write('other', async () => {
    early = slow();
  });
  const late = await fast();
  early?.end();
  expect([await early?.value, late]).toEqual([{ n: 1 }, { n: 2 }]);
});

test('nothing is kept of a load during which everything was dropped', async () => {
  const { memory, slow, dropAll } = world();
  const { value, end } = slow();
  dropAll();
  end();
  expect(memory.holds(await value)).toBe(false);
});
