import { expect, test } from 'vitest';
import { gate, keyedGates, type GateOptions } from '../../core/index.ts';
import { manualTimer } from '../support/core/manual-timer.ts';

const full = (): Error => new Error('full');

const open = (options: Partial<GateOptions> = {}) =>
  gate({ slots: 2, maxWaiting: 10, reject: full, ...options });

test('callers enter up to the number of slots; the others wait in order', async () => {
  const it = open();
  const entered: string[] = [];
  const enter = async (name: string) => {
    const leave = await it.enter();
    entered.push(name);
    return leave;
  };
  const [first] = await Promise.all([enter('a'), enter('b')]);
  const waiting = [enter('c'), enter('d')];
  await Promise.resolve();
  expect(entered).toEqual(['a', 'b']);
  first();
  (await waiting[0]!)();
  await waiting[1];
  expect(entered).toEqual(['a', 'b', 'c', 'd']);
});

test('a caller is rejected immediately if too many wait', async () => {
  const it = open({ slots: 1, maxWaiting: 1 });
  const leave = await it.enter();
  const waits = it.enter();
  await expect(it.enter()).rejects.toThrow('full');
  leave();
  (await waits)();
  await expect(it.enter()).resolves.toBeTypeOf('function');
});

test('a caller whose wait times out is rejected and takes no slot', async () => {
  const timer = manualTimer();
  const it = open({ slots: 1, waitTimeout: { ms: 100, timer } });
  const leave = await it.enter();
  const late = it.enter();
  await expect.poll(() => timer.waits()).toEqual([100]);
  timer.expire();
  await expect(late).rejects.toThrow('full');
  leave();
  await expect(it.enter()).resolves.toBeTypeOf('function');
});

test('work that throws releases its slot', async () => {
  const it = open({ slots: 1 });
  await expect(it.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(it.run(async () => 'done')).resolves.toBe('done');
});

test('work for one key runs one at a time; work for another key does not wait', async () => {
  const gates = keyedGates({ slots: 1, maxWaiting: 10, reject: full });
  const log: string[] = [];
  let finish = (): void => undefined;
  const first = gates.run('a', async () => {
    log.push('a1');
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  const second = gates.run('a', async () => void log.push('a2'));
  await gates.run('b', async () => void log.push('b'));
  expect(log).toEqual(['a1', 'b']);
  expect(gates.isBusy('a')).toBe(true);
  finish();
  await Promise.all([first, second]);
  expect(log).toEqual(['a1', 'b', 'a2']);
  expect(gates.isBusy('a')).toBe(false);
});
