import { expect, test } from 'vitest';
import { MemoryCoordinator } from '../../adapters/memory/memory-coordinator.ts';
import { freshMemory, type Coordinator, type MemoryListener } from '../../core/index.ts';
import { altered } from '../support/altered.ts';
import { manualClock } from '../support/manual-clock.ts';

type Page = Readonly<Record<string, number>>;

const names = Array.from({ length: 10 }, (_, n) => `part ${n}`);

/**
 * A page of stored parts, and what its reads did: they load it, or refresh the changed parts. `during` runs
 * once, between the two reads of a refresh: that of the first part and those of the others.
 */
const world = () => {
  const listeners: MemoryListener[] = [];
  const clock = manualClock();
  const stored = new Map(names.map((name) => [name, 0]));
  const calls: (readonly string[] | 'load')[] = [];
  let isServing = true;
  let during = async (): Promise<void> => undefined;
  const intact = new MemoryCoordinator();
  const coordinator = altered<Coordinator>(intact, {
    mayServe: () => isServing,
    join: (listener) => {
      listeners.push(listener);
      intact.join(listener);
    },
  });
  const memory = freshMemory(coordinator, clock, 100);
  const load = async (): Promise<Page> => {
    calls.push('load');
    return Object.fromEntries(stored);
  };
  const refresh = async (page: Page, changed: readonly string[]): Promise<Page | undefined> => {
    calls.push(changed);
    const [first = '', ...rest] = changed;
    const read = { [first]: stored.get(first) ?? 0 };
    const { promise, resolve } = Promise.withResolvers<void>();
    setImmediate(resolve);
    await promise;
    const run = during;
    during = async () => undefined;
    await run();
    for (const name of rest) read[name] = stored.get(name) ?? 0;
    return Object.values(read).includes(-1) ? undefined : { ...page, ...read };
  };
  const keeping = { subjects: names, bytes: 1, lifetimeMs: 1_000 };
  const read = ({ isKept = true } = {}): Promise<Page> =>
    memory.read('page', ['order'], load, () => (isKept ? keeping : undefined), refresh);
  const write = (name: string, value = 1): Promise<void> =>
    coordinator.write([name], async () => void stored.set(name, value));
  return {
    clock,
    coordinator,
    memory,
    read,
    write,
    /** What reads did since the last call. */
    calls: () => calls.splice(0),
    now: (): Page => Object.fromEntries(stored),
    meanwhile: (work: () => Promise<void>) => {
      during = work;
    },
    serve: (mayServe: boolean) => {
      isServing = mayServe;
    },
    dropAll: () => listeners.forEach((listener) => listener.dropAll()),
  };
};

test('after writes of parts, only these parts are read, and the value is kept again', async () => {
  const { memory, read, write, calls, now } = world();
  const first = await read();
  await write('part 3');
  expect([memory.find('page'), memory.holds(first)]).toEqual([undefined, false]);
  expect(await read()).toEqual(now());
  expect(memory.holds(await read())).toBe(true);
  await write('part 3', 2);
  await write('part 5');
  expect(await read()).toEqual(now());
  expect(calls()).toEqual(['load', ['part 3'], ['part 3', 'part 5']]);
  expect(memory.usage).toEqual({ entries: 1, bytes: 1 });
});

test('a write of anything else loads the value', async () => {
  const { read, write, calls } = world();
  await read();
  await write('part 3');
  await write('order');
  await read();
  await read();
  expect(calls()).toEqual(['load', 'load']);
});

test('a value with many changed parts is loaded', async () => {
  const { read, write, calls } = world();
  await read();
  for (const name of names.slice(0, 9)) await write(name);
  await read();
  expect(calls()).toEqual(['load', 'load']);
});

test('an expired value is loaded', async () => {
  const { clock, read, write, calls } = world();
  await read();
  await write('part 3');
  clock.advance(1_000);
  await read();
  expect(calls()).toEqual(['load', 'load']);
});

test('a value whose parts cannot be refreshed is loaded', async () => {
  const { read, write, calls, now } = world();
  await read();
  await write('part 3', -1);
  expect(await read()).toEqual(now());
  expect(calls()).toEqual(['load', ['part 3'], 'load']);
});

test('a value that cannot be refreshed is dropped, also if the loaded one is not kept', async () => {
  const { memory, read, write, calls } = world();
  await read();
  await write('part 3', -1);
  await read({ isKept: false });
  expect(memory.usage).toEqual({ entries: 0, bytes: 0 });
  await read({ isKept: false });
  expect(calls()).toEqual(['load', ['part 3'], 'load', 'load']);
});

test('a value that was kept during a refresh that gives up stays', async () => {
  const { memory, read, write, meanwhile } = world();
  await read();
  await write('part 3', -1);
  let second: Page | undefined;
  meanwhile(async () => {
    await write('order');
    second = await read();
  });
  await read({ isKept: false });
  expect(memory.holds(second ?? {})).toBe(true);
  expect(memory.usage).toEqual({ entries: 1, bytes: 1 });
});

test('while a part is written, it is read, and the value is not kept', async () => {
  const { coordinator, memory, read, write, calls, now } = world();
  await read();
  await coordinator.write(['part 3'], async () => {
    expect(await read()).toEqual(now());
    await write('part 3');
    expect(await read()).toEqual(now());
    expect(memory.find('page')).toBeUndefined();
  });
  expect(await read()).toEqual(now());
  expect(calls()).toEqual(['load', ['part 3'], ['part 3'], ['part 3']]);
});

test('a part that is written again during its refresh is not kept', async () => {
  const { memory, read, write, meanwhile, now } = world();
  await read();
  await write('part 3');
  meanwhile(() => write('part 3', 2));
  expect(await read()).toMatchObject({ 'part 3': 1 });
  expect(memory.find('page')).toBeUndefined();
  expect(await read()).toEqual(now());
});

test('all parts of a refreshed value are of one time', async () => {
  for (const written of ['part 7', 'part 3', 'order']) {
    const { read, write, meanwhile, calls, now } = world();
    await read();
    await write('part 3');
    await write('part 4');
    meanwhile(async () => {
      await write(written, 2);
      await write('part 4', 2);
    });
    expect(await read()).toEqual(now());
    expect(calls()).toEqual(['load', ['part 3', 'part 4'], 'load']);
  }
});

test('several parts of which one is being written are of one time', async () => {
  const { coordinator, read, write, meanwhile, calls, now } = world();
  await read();
  await write('part 4');
  await coordinator.write(['part 3'], async () => {
    meanwhile(() => write('part 3', 2));
    expect(await read()).toEqual(now());
  });
  expect(calls()).toEqual(['load', ['part 4', 'part 3'], 'load']);
});

test('a refresh during which the lease ends, or everything is dropped, is not returned', async () => {
  for (const end of ['serve', 'dropAll'] as const) {
    const { memory, read, write, meanwhile, calls, ...rest } = world();
    await read();
    await write('part 3');
    meanwhile(async () => rest[end](false));
    await read();
    expect(calls()).toEqual(['load', ['part 3'], 'load']);
    expect(memory.find('page')).toBeUndefined();
  }
});

test('after a write of a part, a value is not found in its entry', async () => {
  const { memory, read, write } = world();
  const entry = memory.entryOf(await read(), 0)!;
  expect(memory.findIn(entry)).toBeDefined();
  await write('part 3');
  expect(memory.findIn(entry)).toBeUndefined();
  await read();
  expect(memory.findIn(entry)).toBeUndefined();
  expect(memory.usage.entries).toBe(1);
});

test('an error of a refresh is that of the read', async () => {
  const { read, write, meanwhile } = world();
  await read();
  await write('part 3');
  meanwhile(() => Promise.reject(new Error('away')));
  await expect(read()).rejects.toThrow('away');
});
