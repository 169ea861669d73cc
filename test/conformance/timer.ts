import type { Timer } from '../../core/index.ts';
import { equal, ok, reasonOf } from './assert.ts';
import { suite } from './suite.ts';

export interface TimerSubject {
  readonly timer: Timer;
}

const shortMs = 5;
const longMs = 60_000;

const never = new Promise<never>(() => {});

export const timerSuite = suite<TimerSubject>('Timer', {
  'work that is done in time gives its value': async ({ timer }) => {
    const later = Promise.resolve().then(() => 'value');
    equal(await timer.within(later, longMs), { inTime: true, value: 'value' }, 'outcome');
  },

  'a value may be undefined': async ({ timer }) => {
    equal((await timer.within(Promise.resolve(undefined), longMs)).inTime, true, 'in time');
  },

  'what work throws in time comes out': async ({ timer }) => {
    const broken = new Error('broken');
    const reason = await reasonOf(timer.within(Promise.reject(broken), longMs));
    ok(reason === broken, `the error of the work comes out, not ${String(reason)}`);
  },

  'work that takes too long is not waited for': async ({ timer }) => {
    equal(await timer.within(never, shortMs), { inTime: false }, 'outcome');
  },

  'what late work gives is dropped': async ({ timer }) => {
    let finish: (value: string) => void = () => undefined;
    const work = new Promise<string>((resolve) => {
      finish = resolve;
    });
    const outcome = await timer.within(work, shortMs);
    equal(outcome, { inTime: false }, 'outcome');
    finish('value');
    equal(await work, 'value', 'what the work gave');
    equal(outcome, { inTime: false }, 'outcome afterwards');
  },

  'waits do not disturb each other': async ({ timer }) => {
    const done = Promise.resolve('done');
    const [first, second, third] = await Promise.all([
      timer.within(never, shortMs),
      timer.within(done, longMs),
      timer.within(never, 2 * shortMs),
    ]);
    equal([first.inTime, second.inTime, third.inTime], [false, true, false], 'in time');
  },
});
