import { expect, test } from 'vitest';
import { restarts } from '../../bootstrap/workers/restarts.ts';
import { minute, second } from '../../core/index.ts';

const serving = { wasReady: true, othersAreReady: true };
const failing = { wasReady: false, othersAreReady: false };

test('the more workers die within a minute, the longer the next one waits, within bounds', () => {
  const next = restarts();
  const pauses = Array.from({ length: 12 }, (_, n) => next({ at: n, ...serving }));
  expect(pauses.slice(0, 4)).toEqual([100, 200, 400, 800]);
  expect(pauses.at(-1)).toBe(30 * second);
});

test('what died more than a minute ago is forgiven', () => {
  const next = restarts();
  for (let n = 0; n < 10; n += 1) next({ at: n, ...serving });
  expect(next({ at: 2 * minute, ...serving })).toBe(100);
});

test('five starts in a row that fail while nobody serves are the end', () => {
  const next = restarts();
  const pauses = Array.from({ length: 5 }, (_, n) => next({ at: n, ...failing }));
  expect(pauses.slice(0, 4).every((pause) => pause !== undefined)).toBe(true);
  expect(pauses[4]).toBeUndefined();
});

test.each([
  ['another one serves', { wasReady: false, othersAreReady: true }],
  ['one that died had served', { wasReady: true, othersAreReady: false }],
])('failed starts count anew once %s', (_, death) => {
  const next = restarts();
  for (let n = 0; n < 4; n += 1) next({ at: n, ...failing });
  expect(next({ at: 4, ...death })).toBeGreaterThan(0);
  for (let n = 5; n < 9; n += 1) expect(next({ at: n, ...failing })).toBeGreaterThan(0);
  expect(next({ at: 9, ...failing })).toBeUndefined();
});
