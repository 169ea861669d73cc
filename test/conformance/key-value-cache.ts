import type { KeyValueCache } from '../../core/index.ts';
import { equal, ok } from './assert.ts';
import { times } from './cases.ts';
import { suite } from './suite.ts';

export interface KeyValueCacheSubject {
  readonly cache: KeyValueCache;
  /** Advances a manual clock by `ms`, or waits. */
  readonly elapse: (ms: number) => Promise<void>;
}

/** Longer than a network round trip, short enough to wait for. */
const ttlMs = 200;
const longTtlMs = 100 * ttlMs;
/** How late a store may expire a value. */
const toleranceMs = 50;

export const keyValueCacheSuite = suite<KeyValueCacheSubject>('KeyValueCache', {
  'get returns undefined for an unknown key': async ({ cache }) => {
    equal(await cache.get('nothing'), undefined, 'hit');
  },

  'a hit contains the value and its remaining lifetime': async ({ cache }) => {
    await cache.set('key', 'grüße 🌍', ttlMs);
    const hit = await cache.get('key');
    equal(hit?.value, 'grüße 🌍', 'value');
    ok(hit !== undefined && hit.ttlMs > 0 && hit.ttlMs <= ttlMs, 'remaining lifetime');
  },

  'the remaining lifetime of a value decreases': async ({ cache, elapse }) => {
    await cache.set('key', 'value', longTtlMs);
    const before = (await cache.get('key'))?.ttlMs ?? 0;
    await elapse(ttlMs);
    const after = (await cache.get('key'))?.ttlMs ?? 0;
    ok(after > 0, 'a hit after some time');
    ok(
      after <= before - ttlMs + toleranceMs,
      `remaining lifetime: ${before} before, ${after} after`,
    );
  },

  'a value expires at the end of its lifetime': async ({ cache, elapse }) => {
    await setAndCheck(cache, 'key', 'value');
    await elapse(ttlMs + toleranceMs);
    equal(await cache.get('key'), undefined, 'hit');
  },

  'reading does not extend a lifetime': async ({ cache, elapse }) => {
    await cache.set('key', 'value', 2 * ttlMs);
    await elapse(ttlMs);
    ok((await cache.get('key')) !== undefined, 'a hit half-way through the lifetime');
    await elapse(ttlMs + toleranceMs);
    equal(await cache.get('key'), undefined, 'hit');
  },

  'writing again replaces the value and can extend its lifetime': async ({ cache, elapse }) => {
    await setAndCheck(cache, 'key', 'old');
    await cache.set('key', 'new', longTtlMs);
    await elapse(ttlMs + toleranceMs);
    equal((await cache.get('key'))?.value, 'new', 'value');
  },

  'writing again can shorten a lifetime': async ({ cache, elapse }) => {
    await cache.set('key', 'old', longTtlMs);
    await cache.set('key', 'new', ttlMs);
    equal((await cache.get('key'))?.value, 'new', 'value');
    await elapse(ttlMs + toleranceMs);
    equal(await cache.get('key'), undefined, 'hit');
  },

  'an empty string is a value, not a miss': async ({ cache }) => {
    await cache.set('key', '', ttlMs);
    equal((await cache.get('key'))?.value, '', 'value');
  },

  'a value is returned exactly, or is a miss': async ({ cache }) => {
    for (const value of ['a\0b\r\n', '\ufeffmark', '{"a":1}', '0', 'cut \ud83d', '\udf0d cut']) {
      await cache.set('key', value, longTtlMs);
      equal((await cache.get('key'))?.value ?? value, value, 'value');
    }
  },

  'a large value is returned exactly, or is a miss': async ({ cache }) => {
    for (const length of [100_000, 1_000_000, 10_000_000]) {
      await cache.set('key', 'before', longTtlMs);
      const value = 'ü'.repeat(length / 2);
      await cache.set('key', value, longTtlMs);
      ok(((await cache.get('key'))?.value ?? value) === value, `value of ${length} bytes`);
    }
  },

  'keys that differ in any character are different': async ({ cache }) => {
    const keys = ['key', 'Key', 'key ', 'key:', 'key:a', 'kéy', '__proto__', 'constructor'];
    // Half a surrogate pair is a character of a JavaScript string but cannot be encoded in UTF-8.
    keys.push('key\ud800', 'key\udfff', 'key\ufffd', 'key\\d800', 'key\0', '{key}', '*');
    for (const [n, key] of keys.entries()) await cache.set(key, `of key ${n}`, longTtlMs);
    for (const [n, key] of keys.entries()) {
      equal((await cache.get(key))?.value, `of key ${n}`, `value of ${JSON.stringify(key)}`);
    }
  },

  'increments count from one for each key': async ({ cache }) => {
    equal((await cache.increment('n', longTtlMs)).count, 1, 'first');
    equal((await cache.increment('n', longTtlMs)).count, 2, 'second');
    equal((await cache.increment('m', longTtlMs)).count, 1, 'first of the other key');
  },

  'concurrent increments return different counts': async ({ cache }) => {
    const windows = await Promise.all(times(50, () => cache.increment('n', longTtlMs)));
    const counts = windows.map(({ count }) => count).sort((a, b) => a - b);
    equal(counts, [...times(50, (n) => n)], 'counts');
  },

  'an increment returns the remaining time of its window': async ({ cache, elapse }) => {
    const first = await cache.increment('n', longTtlMs);
    ok(first.ttlMs > 0 && first.ttlMs <= longTtlMs, `remaining time at first: ${first.ttlMs}`);
    await elapse(ttlMs);
    const second = await cache.increment('n', longTtlMs);
    ok(second.ttlMs > 0, `remaining time later: ${second.ttlMs}`);
    ok(second.ttlMs <= first.ttlMs - ttlMs + toleranceMs, 'the remaining time has decreased');
  },

  'later increments do not extend a window': async ({ cache, elapse }) => {
    equal((await cache.increment('n', 2 * ttlMs)).count, 1, 'first');
    await elapse(ttlMs);
    equal((await cache.increment('n', 2 * ttlMs)).count, 2, 'second');
    await elapse(ttlMs + toleranceMs);
    equal((await cache.increment('n', 2 * ttlMs)).count, 1, 'first of the next window');
  },

  'get does not return a count': async ({ cache }) => {
    await cache.increment('n', longTtlMs);
    equal(await cache.get('n'), undefined, 'hit');
  },

  'increment ignores a value with the same key': async ({ cache }) => {
    await cache.set('n', '41', ttlMs);
    const window = await cache.increment('n', longTtlMs);
    equal(window.count, 1, 'count');
    ok(window.ttlMs > ttlMs, `remaining time of the window: ${window.ttlMs}`);
  },
});

/** Stores a value and checks that it is a hit, so that a later miss proves that it has expired. */
const setAndCheck = async (cache: KeyValueCache, key: string, value: string): Promise<void> => {
  await cache.set(key, value, ttlMs);
  equal((await cache.get(key))?.value, value, `value of ${key} before it expires`);
};
