import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSchedulePoller } from '../../bootstrap/start/schedule-poller.ts';
import type { Cms } from '../../core/index.ts';
import { recordedLog, type RecordedLog } from '../support/core/recorded-log.ts';

type RunDue = Cms['schedule']['runDue'];

let calls: number;
let log: RecordedLog;
let stop: () => Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  calls = 0;
  log = recordedLog();
  stop = async () => undefined;
});
afterEach(async () => {
  await stop();
  vi.useRealTimers();
});

const start = (runDue: RunDue): void => {
  const schedule = {
    runDue: (signal: Parameters<RunDue>[0]) => {
      calls += 1;
      return runDue(signal);
    },
  } as unknown as Cms['schedule'];
  stop = startSchedulePoller({ schedule }, log);
};

test('polls at the start and every second, also while an earlier call runs', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  start(() => promise);
  expect(calls).toBe(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(calls).toBe(4);
  resolve();
});

test('an outage is logged once, and again after it had ended', async () => {
  let isDown = true;
  start(async () => {
    if (isDown) throw new Error('The database is away');
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(log.entries).toMatchObject([{ level: 'warn' }]);
  isDown = false;
  await vi.advanceTimersByTimeAsync(1_000);
  isDown = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(log.entries).toHaveLength(2);
});

test('a stop aborts the signal, waits for changes in progress, and polls no more', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const signals: Parameters<RunDue>[0][] = [];
  start((signal) => {
    signals.push(signal);
    return promise;
  });
  let isStopped = false;
  const stopped = stop().then(() => {
    isStopped = true;
  });
  expect(signals).toMatchObject([{ aborted: true }]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isStopped).toBe(false);
  resolve();
  await stopped;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls).toBe(1);
});
