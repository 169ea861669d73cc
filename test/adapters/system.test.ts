import { expect, test } from 'vitest';
import { SystemClock } from '../../adapters/system/system-clock.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { registerSuite } from '../conformance/suite.ts';
import { timerSuite } from '../conformance/timer.ts';

registerSuite(timerSuite, async () => ({ subject: { timer: new SystemTimer() } }), test);

/** Timers that would keep the process alive. */
const pendingTimers = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

test('the clock of the system tells epoch milliseconds', () => {
  const before = Date.now();
  const now = new SystemClock().now();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});

test('no timer is left behind by work that is done or has failed', async () => {
  const before = pendingTimers();
  const timer = new SystemTimer();
  let duringWork = 0;
  const work = Promise.resolve().then(() => {
    duringWork = pendingTimers();
  });
  await timer.within(work, 60_000);
  await timer.within(Promise.reject(new Error('broken')), 60_000).catch(() => undefined);
  expect(duringWork).toBe(before + 1);
  expect(pendingTimers()).toBe(before);
});

test('a failure that comes too late is not an unhandled rejection', async () => {
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

test('a wait longer than runtimes can count is not a wait of none', async () => {
  const work = new Promise<string>((resolve) => {
    setTimeout(resolve, 20, 'done');
  });
  const outcome = await new SystemTimer().within(work, 2 ** 31);
  expect(outcome).toEqual({ inTime: true, value: 'done' });
});
