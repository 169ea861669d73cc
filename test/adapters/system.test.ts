import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { SystemClock } from '../../adapters/system/system-clock.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { registerSuite } from '../conformance/suite.ts';
import { timerSuite } from '../conformance/timer.ts';

/** Number of timers that keep the process alive. */
const pendingTimers = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

test('the system clock returns epoch milliseconds', () => {
  const before = Date.now();
  const now = new SystemClock().now();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});

test('work that ends or fails in time leaves no timer behind', async () => {
  const before = pendingTimers();
  const timer = new SystemTimer();
  let duringWork = 0;
  const work = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    duringWork = pendingTimers();
  };
  await timer.within(work(), 60_000);
  await timer.within(Promise.reject(new Error('broken')), 60_000).catch(() => undefined);
  await nextTurn();
  expect(duringWork).toBe(before + 1);
  expect(pendingTimers()).toBe(before);
});

test('an error of late work is not an unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  try {
    let fail: (error: Error) => void = () => undefined;
    const work = new Promise<never>((_, reject) => {
      fail = reject;
    });
    expect(await new SystemTimer().within(work, 1)).toEqual({ inTime: false });
    fail(new Error('late'));
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
  }
});

test('a deadline beyond the longest delay of the runtime does not pass at once', async () => {
  const work = new Promise<string>((resolve) => {
    setTimeout(resolve, 20, 'done');
  });
  const outcome = await new SystemTimer().within(work, 2 ** 31);
  expect(outcome).toEqual({ inTime: true, value: 'done' });
});

const startIo = (): Promise<unknown> => stat('.');

describe.each([
  ['with setImmediate', () => undefined],
  ['with setTimeout only', () => vi.stubGlobal('setImmediate', undefined)],
])('%s', (_, prepare) => {
  registerSuite(
    timerSuite,
    async () => {
      prepare();
      return {
        subject: { timer: new SystemTimer(), startIo },
        close: async () => void vi.unstubAllGlobals(),
      };
    },
    test,
  );
});
