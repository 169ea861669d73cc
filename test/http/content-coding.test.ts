import { expect, test, vi } from 'vitest';
import { chooseCoding } from '../../adapters/koa/answer/content-coding.ts';

const none = undefined;

test.each<[string | undefined, ReturnType<typeof chooseCoding>]>([
  [undefined, none],
  ['', none],
  // Browsers, curl, fetch of Node, Go.
  ['gzip, deflate, br, zstd', 'br'],
  ['deflate, gzip, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br, gzip, deflate', 'br'],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['deflate, zstd', none],
  ['identity', none],
  // Weights.
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0.8, gzip;q=0.5', 'br'],
  ['gzip;q=0.5, br;q=0.5', 'br'],
  ['gzip;q=0.001', 'gzip'],
  ['gzip;q=0.124, br;q=0.123', 'gzip'],
  ['gzip;q=1.000, br;q=0.999', 'gzip'],
  ['gzip;q=0', none],
  ['gzip;q=0.000, br;q=0.', none],
  ['gzip;q=1., br;q=0', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  // Any other coding.
  ['*', 'br'],
  ['*;q=0', none],
  ['br;q=0, *', 'gzip'],
  ['gzip, *;q=0', 'gzip'],
  ['gzip;q=0.5, *;q=0.4', 'gzip'],
  ['gzip;q=0.5, *;q=0.6', 'br'],
  ['deflate, *;q=0.5', 'br'],
  // No coding: named, as any other, or not named.
  ['identity, gzip', 'gzip'],
  ['identity, gzip;q=0.9', none],
  ['identity;q=0.5, gzip;q=0.4, br;q=0.5', 'br'],
  ['identity;q=0.6, gzip;q=0.4, br;q=0.5', none],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['identity;q=0', none],
  ['gzip;q=0.5, br;q=0, *;q=0.8', none],
  ['gzip;q=0.5, br;q=0, *;q=0.8, identity;q=0.1', 'gzip'],
  ['gzip;q=0.1', 'gzip'],
  // Names in any case, and the old one.
  ['GZIP', 'gzip'],
  ['Br;Q=0.5', 'br'],
  ['IDENTITY, gzip;q=0.5', none],
  ['x-gzip', 'gzip'],
  ['X-GZip;q=0.5, br;q=0.4', 'gzip'],
  ['x-br, x-identity, gzip2', none],
  // A coding that is named twice.
  ['gzip;q=0, gzip', 'gzip'],
  ['gzip, x-gzip;q=0', 'gzip'],
  ['gzip;q=0.9, br;q=0.8, br;q=0.1', 'gzip'],
  // Whitespace.
  ['  gzip\t;\t q=0.5 ,\tbr ; q=0.4 ', 'gzip'],
  [',, gzip ,,', 'gzip'],
  [' ', none],
  // Malformed members.
  ['gzip;q', none],
  ['gzip;q=', none],
  ['gzip;', none],
  ['gzip;q=2', none],
  ['gzip;q=1.001', none],
  ['gzip;q=0.1234', none],
  ['gzip;q=-1', none],
  ['gzip;q=.5', none],
  ['gzip;q=1e0', none],
  ['gzip;q="1"', none],
  ['gzip; q = 1', none],
  ['gzip;level=9', none],
  ['gzip;q=1;level=9', none],
  ['gzip br', none],
  ['"gzip"', none],
  ['gzip\u00a0', none],
  ['br;q=x, gzip;q=0.1', 'gzip'],
  ['identity;q=x, gzip;q=0.1', 'gzip'],
  ['br;q=x, *;q=0.5', 'br'],
])('Accept-Encoding %j selects %s', (acceptEncoding, coding) => {
  expect(chooseCoding(acceptEncoding)).toBe(coding);
  expect(chooseCoding(acceptEncoding)).toBe(coding);
});

test('the result is the same after many other headers, and for long ones', () => {
  const weights = Array.from({ length: 1_000 }, (_, n) => (n / 1_000).toFixed(3));
  const half = 0.5;
  for (const round of [1, 2]) {
    for (const weight of weights) {
      const expected = Number(weight) > half ? 'gzip' : 'br';
      const header = `br;q=0.5, gzip;q=${weight}`;
      expect([round, header, chooseCoding(header)]).toEqual([round, header, expected]);
    }
  }
  const many = 'deflate, '.repeat(1_000);
  expect(chooseCoding(`${many}gzip`)).toBe('gzip');
  expect(chooseCoding(`${many}br`)).toBe('br');
});

test('results are kept for a few short headers', () => {
  const set = vi.spyOn(Map.prototype, 'set');
  const kept = (header: string): Map<unknown, unknown> | undefined =>
    (set.mock.contexts as Map<unknown, unknown>[]).find((map) => map.has(header));
  chooseCoding('gzip, kept');
  const results = kept('gzip, kept');
  expect(results).toBeDefined();
  for (let n = 0; n < 1_000; n += 1) chooseCoding(`gzip, kept-${n}`);
  expect(kept('gzip, kept-999')).toBe(results);
  expect(results?.size).toBeLessThanOrEqual(64);
  chooseCoding(`gzip, ${'x'.repeat(200)}`);
  expect(kept(`gzip, ${'x'.repeat(200)}`)).toBeUndefined();
});
