import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchBalancers } from '../../bootstrap/balancers.ts';
import { second } from '../../core/index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** @returns whether it is over by now. */
const watched = (informed: Promise<void>): (() => Promise<boolean>) => {
  let isOver = false;
  void informed.then(() => {
    isOver = true;
  });
  return async () => {
    await vi.advanceTimersByTimeAsync(0);
    return isOver;
  };
};

test('nobody is waited for when nobody ever asked', async () => {
  expect(await watched(watchBalancers().informed())()).toBe(true);
});

test('nobody is waited for who asked more than thirty seconds ago', async () => {
  const balancers = watchBalancers();
  balancers.told('10.0.0.1', true);
  await vi.advanceTimersByTimeAsync(31 * second);
  expect(await watched(balancers.informed())()).toBe(true);
});

test('each who watches is told twice', async () => {
  const balancers = watchBalancers();
  for (const address of ['10.0.0.1', '10.0.0.2']) balancers.told(address, true);
  await vi.advanceTimersByTimeAsync(29 * second);
  const isOver = watched(balancers.informed());
  for (const address of ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.2']) {
    balancers.told(address, false);
  }
  expect(await isOver()).toBe(false);
  balancers.told('10.0.0.2', false);
  expect(await isOver()).toBe(true);
});

test('who watches and does not come back is waited for five seconds', async () => {
  const balancers = watchBalancers();
  balancers.told('10.0.0.1', true);
  const isOver = watched(balancers.informed());
  await vi.advanceTimersByTimeAsync(4.9 * second);
  expect(await isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(0.2 * second);
  expect(await isOver()).toBe(true);
});

test('of many strangers only those who asked last are remembered', async () => {
  const balancers = watchBalancers();
  for (let n = 0; n < 1_000; n += 1) balancers.told(`stranger ${n}`, true);
  const isOver = watched(balancers.informed());
  for (let n = 1_000 - 64; n < 1_000; n += 1) {
    expect(await isOver()).toBe(false);
    balancers.told(`stranger ${n}`, false);
    balancers.told(`stranger ${n}`, false);
  }
  expect(await isOver()).toBe(true);
});
