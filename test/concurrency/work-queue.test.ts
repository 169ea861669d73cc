import { expect, test, vi } from 'vitest';
import { workQueue } from '../../core/index.ts';
import { manualClock } from '../support/core/manual-clock.ts';
import { manualTimer } from '../support/core/manual-timer.ts';

const world = () => {
  const clock = manualClock();
  const timer = manualTimer();
  const runPiece = workQueue({ clock, timer });
  const done: string[] = [];
  const work = (name: string, ms: number) =>
    runPiece(() => {
      clock.advance(ms);
      done.push(name);
      return name;
    });
  return { clock, timer, work, runPiece, done };
};

test('work of all callers rests for as long as it took', async () => {
  const { clock, timer, work, done } = world();
  const all = Promise.all([work('a1', 1), work('b1', 4), work('a2', 1), work('b2', 0)]);
  expect(timer.waits()).toEqual([5, 5]);
  expect(done).toEqual(['a1', 'b1']);
  clock.advance(4);
  timer.expire();
  await expect.poll(() => timer.waits()).toEqual([1, 1]);
  clock.advance(1);
  timer.expire();
  expect(await all).toEqual(['a1', 'b1', 'a2', 'b2']);
  expect(timer.waits()).toEqual([]);
});

test('a rest is short, also if the clock jumps', async () => {
  const { clock, timer, work, done } = world();
  await work('back', -1_000);
  await work('forth', 60_000);
  const next = work('next', 0);
  expect(timer.waits()).toEqual([50]);
  clock.advance(-1_000);
  timer.expire();
  await next;
  expect(done).toEqual(['back', 'forth', 'next']);
});

test('work goes on when the timer of another caller has ended with its request', async () => {
  const { clock, timer, work } = world();
  await work('long', 5);
  const lost = vi.spyOn(timer, 'within').mockImplementationOnce(() => new Promise(() => {}));
  void work('lost', 0);
  lost.mockRestore();
  const next = work('next', 0);
  clock.advance(5);
  timer.expire();
  expect(await next).toBe('next');
});

test('work that fails does not stop what follows', async () => {
  const { runPiece, work } = world();
  const failed = runPiece(() => {
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await work('next', 0)).toBe('next');
});
