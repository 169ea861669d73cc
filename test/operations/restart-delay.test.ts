import { expect, test } from 'vitest';
import { restartDelays } from '../../bootstrap/workers/restart-delay.ts';
import { minute, second } from '../../core/index.ts';

const serving = { wasReady: true, othersAreReady: true };
const failing = { wasReady: false, othersAreReady: false };

test('the delay doubles with each death within a minute, up to 30 seconds', () => {
  const next = restartDelays();
  const delays = Array.from({ length: 12 }, (_, n) => next({ at: n, ...serving }));
  expect(delays.slice(0, 4)).toEqual([100, 200, 400, 800]);
  expect(delays.at(-1)).toBe(30 * second);
});

test('deaths more than a minute ago do not count', () => {
  const next = restartDelays();
  for (let n = 0; n < 10; n += 1) next({ at: n, ...serving });
  expect(next({ at: 2 * minute, ...serving })).toBe(100);
});

test('after five failed starts in a row without a ready worker, restarts end', () => {
  const next = restartDelays();
  const delays = Array.from({ length: 5 }, (_, n) => next({ at: n, ...failing }));
  expect(delays.slice(0, 4).every((delay) => delay !== undefined)).toBe(true);
  expect(delays[4]).toBeUndefined();
});

test.each([
  ['another worker is ready', { wasReady: false, othersAreReady: true }],
  ['the worker that died was ready before', { wasReady: true, othersAreReady: false }],
])('failed starts are counted from zero when %s', (_, death) => {
  const next = restartDelays();
  for (let n = 0; n < 4; n += 1) next({ at: n, ...failing });
  expect(next({ at: 4, ...death })).toBeGreaterThan(0);
  for (let n = 5; n < 9; n += 1) expect(next({ at: n, ...failing })).toBeGreaterThan(0);
  expect(next({ at: 9, ...failing })).toBeUndefined();
});
