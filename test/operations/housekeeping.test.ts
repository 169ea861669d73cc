import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startHousekeeping, startRebuilding } from '../../bootstrap/start/housekeeping.ts';
import type { Cms, CompareMedia } from '../../core/index.ts';
import { day, hour, minute } from '../../core/vocabulary.ts';
import { recordedLog, type RecordedLog } from '../support/core/recorded-log.ts';

let done: string[];
let log: RecordedLog;
let stop: () => Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  done = [];
  log = recordedLog();
  stop = async () => undefined;
});
afterEach(async () => {
  await stop();
  vi.useRealTimers();
});

const times = (chore: string): number => done.filter((each) => each === chore).length;

/** Starts the chores on a system that records its calls. */
const start = (random: number, compare?: (request: CompareMedia) => Promise<unknown>): void => {
  const note = (chore: string) => async (): Promise<void> => void done.push(chore);
  const system = {
    sweepMedia: note('sweep media'),
    sweepSessions: note('sweep sessions'),
    sweepReceipts: note('sweep receipts'),
    sweepTrash: note('sweep trash'),
    storeTokenUses: note('store token uses'),
    compareMedia: compare ?? note('compare media'),
  } as unknown as Cms['system'];
  stop = startHousekeeping({ system }, log, () => random);
};

test('sweeps at the start and at each interval', async () => {
  start(0);
  expect(done).toEqual(['sweep media', 'sweep trash', 'sweep sessions', 'sweep receipts']);
  await vi.advanceTimersByTimeAsync(2 * hour);
  expect([times('sweep media'), times('sweep sessions')]).toEqual([13, 3]);
});

test('sweeps the trash within a minute of every change of its setting', async () => {
  start(0);
  await vi.advanceTimersByTimeAsync(minute - 1);
  expect(times('sweep trash')).toBe(2);
  await vi.advanceTimersByTimeAsync(hour);
  expect(times('sweep trash')).toBe(122);
});

test.each([
  [0, 10 * minute],
  [0.5, 35 * minute],
  [0.9999, 60 * minute],
])(
  'compares media 10 to 60 minutes after the start (random value %d), then daily',
  async (random, first) => {
    start(random);
    await vi.advanceTimersByTimeAsync(first - minute);
    expect(times('compare media')).toBe(0);
    await vi.advanceTimersByTimeAsync(minute);
    expect(times('compare media')).toBe(1);
    await vi.advanceTimersByTimeAsync(day - 2 * minute);
    expect(times('compare media')).toBe(1);
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect(times('compare media')).toBe(2);
  },
);

test('a comparison removes with a guard; after a failure it is logged and runs again', async () => {
  const removals: CompareMedia['removal'][] = [];
  start(0, async ({ removal }) => {
    removals.push(removal);
    throw new Error('The store is unreachable');
  });
  await vi.advanceTimersByTimeAsync(2 * day);
  expect(removals).toEqual(['guarded', 'guarded']);
  expect(log.entries).toMatchObject([
    { level: 'warn', fields: { chore: 'compare media' } },
    { level: 'warn', fields: { chore: 'compare media' } },
  ]);
});

test('stopping aborts a running comparison, waits for it, and starts no other', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let signal: CompareMedia['signal'];
  start(0, async (request) => {
    ({ signal } = request);
    await ended;
    done.push('compare media');
  });
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(signal?.aborted).toBe(false);
  const stopped = stop().then(() => done.push('stopped'));
  expect(signal?.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(minute);
  expect(done).not.toContain('stopped');
  end();
  await stopped;
  expect(done.slice(-3)).toEqual(['compare media', 'store token uses', 'stopped']);
  const before = done.length;
  await vi.advanceTimersByTimeAsync(3 * day);
  expect(done).toHaveLength(before);
});

test('the uses of tokens are stored every minute, and once more after everything has stopped', async () => {
  start(0);
  await vi.advanceTimersByTimeAsync(minute - 1);
  expect(times('store token uses')).toBe(0);
  await vi.advanceTimersByTimeAsync(2 * minute + 1);
  expect(times('store token uses')).toBe(3);
  await stop();
  expect(times('store token uses')).toBe(4);
  expect(done.at(-1)).toBe('store token uses');
  await vi.advanceTimersByTimeAsync(day);
  expect(times('store token uses')).toBe(4);
});

test('no comparison runs if housekeeping stops before the first one', async () => {
  start(0);
  await stop();
  await vi.advanceTimersByTimeAsync(3 * day);
  expect(times('compare media')).toBe(0);
});

test('the rebuild of the search begins with the change that causes it, until the chores stop', async () => {
  let change = (): void => undefined;
  const note = (chore: string) => async (): Promise<void> => void done.push(chore);
  const cms = {
    system: { maintainIndexes: note('indexes'), rebuildReferences: note('references') },
    search: {
      updateIndex: note('search'),
      onOutdated: (listener: () => void) => {
        change = listener;
        return () => {
          change = () => undefined;
        };
      },
    },
  } as unknown as Cms;
  stop = startRebuilding(cms, log);
  expect(done.splice(0)).toEqual(['indexes', 'references', 'search']);
  change();
  expect(done.splice(0)).toEqual(['search']);
  await stop();
  change();
  expect(done).toEqual([]);
});
