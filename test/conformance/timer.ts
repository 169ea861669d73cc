import type { Timer } from '../../core/index.ts';
import { equal, failsWith, ok } from './assert.ts';
import { suite } from './suite.ts';

export interface TimerSubject {
  readonly timer: Timer;
  /**
   * Starts one I/O operation that takes a few milliseconds and needs no timer. For example, reads the
   * status of a file.
   */
  readonly startIo: () => Promise<unknown>;
}

const shortMs = 5;
const longMs = 60_000;
/** How long the cases about a busy process keep it busy. Long enough for I/O to end meanwhile. */
const busyMs = 250;

const never = new Promise<never>(() => {});

export const timerSuite = suite<TimerSubject>('Timer', {
  'returns the value of work that ends in time': async ({ timer }) => {
    const work = Promise.resolve().then(() => 'value');
    equal(await timer.within(work, longMs), { inTime: true, value: 'value' }, 'outcome');
  },

  'accepts work that returns undefined': async ({ timer }) => {
    equal((await timer.within(Promise.resolve(undefined), longMs)).inTime, true, 'in time');
  },

  'throws the error of work that fails in time': async ({ timer }) => {
    const failure = new Error('broken');
    await failsWith(failure, timer.within(Promise.reject(failure), longMs));
  },

  'stops waiting when the deadline has passed': async ({ timer }) => {
    equal(await timer.within(never, shortMs), { inTime: false }, 'outcome');
  },

  'drops the result of late work': async ({ timer }) => {
    let finish: (value: string) => void = () => undefined;
    const work = new Promise<string>((resolve) => {
      finish = resolve;
    });
    const outcome = await timer.within(work, shortMs);
    equal(outcome, { inTime: false }, 'outcome');
    finish('value');
    equal(await work, 'value', 'value of the work');
    equal(outcome, { inTime: false }, 'outcome after the work has ended');
  },

  'keeps concurrent waits apart': async ({ timer }) => {
    const done = Promise.resolve('done');
    const [first, second, third] = await Promise.all([
      timer.within(never, shortMs),
      timer.within(done, longMs),
      timer.within(never, 2 * shortMs),
    ]);
    equal([first.inTime, second.inTime, third.inTime], [false, true, false], 'in time');
  },

  'does not count time before the request could be sent': async ({ timer, startIo }) => {
    const wait = timer.within(startIo(), shortMs);
    keepBusy();
    ok((await wait).inTime, 'an answer that arrived while the process was busy is in time');
  },

  'accepts an answer that arrived while the process was busy': async ({ timer, startIo }) => {
    const work = async (): Promise<unknown> => {
      // Let the outer deadline start to run.
      await timer.within(never, shortMs);
      // Continue right after input was read: before it is read again, timers that are due run.
      await startIo();
      const answer = startIo();
      keepBusy();
      return answer;
    };
    ok((await timer.within(work(), busyMs - 50)).inTime, 'the answer is in time');
  },
});

/** Prevents the process from doing anything else. */
const keepBusy = (): void => {
  const until = Date.now() + busyMs;
  while (Date.now() < until);
};
