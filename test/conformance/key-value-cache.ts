import type { KeyValueCache } from '../../core/index.ts';
import { equal, ok } from './assert.ts';
import { times } from './cases.ts';
import { suite } from './suite.ts';

export interface KeyValueCacheSubject {
  readonly cache: KeyValueCache;
  /** Lets `ms` pass: moves a clock on, or really waits. */
  readonly elapse: (ms: number) => Promise<void>;
}

/** Longer than a round trip over a network, short enough to wait for. */
const ttlMs = 200;
const longTtlMs = 100 * ttlMs;
/** What a store may be late by. */
const graceMs = 50;

export const keyValueCacheSuite = suite<KeyValueCacheSubject>('KeyValueCache', {
  'an unknown key is a miss': async ({ cache }) => {
    equal(await cache.get('nothing'), undefined, 'hit');
  },

  'a hit carries the value and what is left of its lifetime': async ({ cache }) => {
    await cache.set('key', 'grüße 🌍', ttlMs);
    const hit = await cache.get('key');
    equal(hit?.value, 'grüße 🌍', 'value');
    ok(hit !== undefined && hit.ttlMs > 0 && hit.ttlMs <= ttlMs, 'lifetime left');
  },

  'what is left of a lifetime shrinks': async ({ cache, elapse }) => {
    await cache.set('key', 'value', longTtlMs);
    const before = (await cache.get('key'))?.ttlMs ?? 0;
    await elapse(ttlMs);
    const after = (await cache.get('key'))?.ttlMs ?? 0;
    ok(after > 0, 'a hit after some time');
    ok(after <= before - ttlMs + graceMs, `less left: ${after} of ${before}`);
  },

  'an entry is a miss once its lifetime is over': async ({ cache, elapse }) => {
    await holds(cache, 'key', 'value');
    await elapse(ttlMs + graceMs);
    equal(await cache.get('key'), undefined, 'hit');
  },

  'reading does not prolong a lifetime': async ({ cache, elapse }) => {
    await cache.set('key', 'value', 2 * ttlMs);
    await elapse(ttlMs);
    ok((await cache.get('key')) !== undefined, 'a hit half-way');
    await elapse(ttlMs + graceMs);
    equal(await cache.get('key'), undefined, 'hit');
  },

  'writing again replaces the value and makes a lifetime longer': async ({ cache, elapse }) => {
    await holds(cache, 'key', 'old');
    await cache.set('key', 'new', longTtlMs);
    await elapse(ttlMs + graceMs);
    equal((await cache.get('key'))?.value, 'new', 'value');
  },

  'writing again makes a lifetime shorter': async ({ cache, elapse }) => {
    await cache.set('key', 'old', longTtlMs);
    await cache.set('key', 'new', ttlMs);
    equal((await cache.get('key'))?.value, 'new', 'value');
    await elapse(ttlMs + graceMs);
    equal(await cache.get('key'), undefined, 'hit');
  },

  'an empty text is a value, not a miss': async ({ cache }) => {
    await cache.set('key', '', ttlMs);
    equal((await cache.get('key'))?.value, '', 'value');
  },

  'a text comes back to the letter or not at all': async ({ cache }) => {
    for (const value of ['a\0b\r\n', '\ufeffmark', '{"a":1}', '0', 'cut \ud83d', '\udf0d cut']) {
      await cache.set('key', value, longTtlMs);
      equal((await cache.get('key'))?.value ?? value, value, 'value');
    }
  },

  'a large text comes back, or nothing does': async ({ cache }) => {
    for (const length of [100_000, 1_000_000, 10_000_000]) {
      await cache.set('key', 'before', longTtlMs);
      const value = 'ü'.repeat(length / 2);
      await cache.set('key', value, longTtlMs);
      ok(((await cache.get('key'))?.value ?? value) === value, `value of ${length} bytes`);
    }
  },

  'keys are told apart to the letter': async ({ cache }) => {
    const keys = ['key', 'Key', 'key ', 'key:', 'key:a', 'kéy', '__proto__', 'constructor'];
    // Halves of a surrogate pair are letters, too, though they cannot be encoded.
    keys.push('key\ud800', 'key\udfff', 'key\ufffd', 'key\\d800', 'key\0', '{key}', '*');
    for (const [n, key] of keys.entries()) await cache.set(key, `of key ${n}`, longTtlMs);
    for (const [n, key] of keys.entries()) {
      equal((await cache.get(key))?.value, `of key ${n}`, `value of ${JSON.stringify(key)}`);
    }
  },

  'increments count from one, key by key': async ({ cache }) => {
    equal((await cache.increment('n', longTtlMs)).count, 1, 'first');
    equal((await cache.increment('n', longTtlMs)).count, 2, 'second');
    equal((await cache.increment('m', longTtlMs)).count, 1, 'first of the other key');
  },

  'concurrent increments never share a count': async ({ cache }) => {
    const windows = await Promise.all(times(50, () => cache.increment('n', longTtlMs)));
    const counts = windows.map(({ count }) => count).sort((a, b) => a - b);
    equal(counts, [...times(50, (n) => n)], 'counts');
  },

  'an increment tells what is left of the window': async ({ cache, elapse }) => {
    const first = await cache.increment('n', longTtlMs);
    ok(first.ttlMs > 0 && first.ttlMs <= longTtlMs, `left at first: ${first.ttlMs}`);
    await elapse(ttlMs);
    const second = await cache.increment('n', longTtlMs);
    ok(second.ttlMs > 0, `left later: ${second.ttlMs}`);
    ok(second.ttlMs <= first.ttlMs - ttlMs + graceMs, 'less left later');
  },

  'later increments do not prolong a window': async ({ cache, elapse }) => {
    equal((await cache.increment('n', 2 * ttlMs)).count, 1, 'first');
    await elapse(ttlMs);
    equal((await cache.increment('n', 2 * ttlMs)).count, 2, 'second');
    await elapse(ttlMs + graceMs);
    equal((await cache.increment('n', 2 * ttlMs)).count, 1, 'first of the next window');
  },

  'a count is no value': async ({ cache }) => {
    await cache.increment('n', longTtlMs);
    equal(await cache.get('n'), undefined, 'hit');
  },

  'a value is no count': async ({ cache }) => {
    await cache.set('n', '41', ttlMs);
    const window = await cache.increment('n', longTtlMs);
    equal(window.count, 1, 'count');
    ok(window.ttlMs > ttlMs, `left of the window: ${window.ttlMs}`);
  },
});

/** Stores a value and proves that it is there, so that a later miss means something. */
const holds = async (cache: KeyValueCache, key: string, value: string): Promise<void> => {
  await cache.set(key, value, ttlMs);
  equal((await cache.get(key))?.value, value, `value of ${key} before`);
};
