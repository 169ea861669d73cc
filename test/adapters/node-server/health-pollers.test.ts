import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { trackHealthPollers } from '../../../adapters/node-server/health-pollers.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { second } from '../../../core/vocabulary.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pollers = () => trackHealthPollers(new SystemTimer());

/** @returns a function that returns whether the promise has resolved. */
const observe = (notified: Promise<void>): (() => Promise<boolean>) => {
  let isOver = false;
  void notified.then(() => {
    isOver = true;
  });
  return async () => {
    await vi.advanceTimersByTimeAsync(0);
    return isOver;
  };
};

test('without pollers allNotified resolves at once', async () => {
  expect(await observe(pollers().allNotified())()).toBe(true);
});

test('allNotified does not wait for a client that last polled over thirty seconds ago', async () => {
  const tracked = pollers();
  tracked.record('10.0.0.1', true);
  await vi.advanceTimersByTimeAsync(31 * second);
  expect(await observe(tracked.allNotified())()).toBe(true);
});

test('allNotified waits until every poller got two negative answers', async () => {
  const tracked = pollers();
  for (const address of ['10.0.0.1', '10.0.0.2']) tracked.record(address, true);
  await vi.advanceTimersByTimeAsync(29 * second);
  const isOver = observe(tracked.allNotified());
  for (const address of ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.2']) {
    tracked.record(address, false);
  }
  expect(await isOver()).toBe(false);
  tracked.record('10.0.0.2', false);
  expect(await isOver()).toBe(true);
});

test('a wait for pollers is announced with their number; without pollers there is none', async () => {
  const waits: unknown[] = [];
  const tracked = trackHealthPollers(new SystemTimer(), (...wait) => void waits.push(wait));
  await tracked.allNotified();
  expect(waits).toEqual([]);
  tracked.record('10.0.0.1', true);
  void tracked.allNotified();
  expect(waits).toEqual([[1, 5]]);
});

test('allNotified waits at most five seconds for a poller that does not return', async () => {
  const tracked = pollers();
  tracked.record('10.0.0.1', true);
  const isOver = observe(tracked.allNotified());
  await vi.advanceTimersByTimeAsync(4.9 * second);
  expect(await isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(0.2 * second);
  expect(await isOver()).toBe(true);
});

test('only the 64 most recent clients are tracked', async () => {
  const tracked = pollers();
  for (let n = 0; n < 1_000; n += 1) tracked.record(`client ${n}`, true);
  const isOver = observe(tracked.allNotified());
  for (let n = 1_000 - 64; n < 1_000; n += 1) {
    expect(await isOver()).toBe(false);
    tracked.record(`client ${n}`, false);
    tracked.record(`client ${n}`, false);
  }
  expect(await isOver()).toBe(true);
});
