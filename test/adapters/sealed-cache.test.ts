import { expect, test } from 'vitest';
import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';
import { SealedKeyValueCache } from '../../adapters/node-crypto/sealed-key-value-cache.ts';
import { minute, second } from '../../core/vocabulary.ts';
import { keyValueCacheSuite } from '../conformance/key-value-cache.ts';
import { registerSuite } from '../conformance/suite.ts';
import { manualClock } from '../support/core/manual-clock.ts';

const open = () => {
  const clock = manualClock();
  const inner = new MemoryKeyValueCache(clock);
  return { clock, inner, cache: new SealedKeyValueCache(inner, 'secret') };
};

registerSuite(
  keyValueCacheSuite,
  async () => {
    const { clock, cache } = open();
    return { subject: { cache, elapse: async (ms) => clock.advance(ms) } };
  },
  test,
);

const value = 'a value of some length, ü';

test.each<readonly [string, (stored: string) => string]>([
  ['foreign', () => 'foreign'],
  ['empty', () => ''],
  ['without its seal', (stored) => stored.slice(43)],
  ['with another seal', (stored) => `${stored.startsWith('A') ? 'B' : 'A'}${stored.slice(1)}`],
  ['with a seal of other characters', (stored) => `€${stored.slice(1)}`],
  ['with a longer lifetime', (stored) => stored.replace(`${minute}:`, `${minute}0:`)],
  ['changed', (stored) => stored.replace('value', 'Value')],
  ['shortened', (stored) => stored.slice(0, -1)],
  ['lengthened', (stored) => `${stored} `],
])('a value that is %s is a miss', async (_, change) => {
  const { cache, inner } = open();
  await cache.set('key', value, minute);
  expect((await cache.get('key'))?.value).toBe(value);
  const { value: stored = '' } = (await inner.get('key')) ?? {};
  expect(change(stored)).not.toBe(stored);
  await inner.set('key', change(stored), minute);
  expect(await cache.get('key')).toBeUndefined();
});

test('a value of another key, or of another secret, is a miss', async () => {
  const { cache, inner } = open();
  await cache.set('key', value, minute);
  const { value: stored = '' } = (await inner.get('key')) ?? {};
  await inner.set('other', stored, minute);
  expect(await cache.get('other')).toBeUndefined();
  expect(await new SealedKeyValueCache(inner, 'another').get('key')).toBeUndefined();
});

test('of several secrets the first seals, and the seals of all are accepted', async () => {
  const { cache, inner } = open();
  await cache.set('key', value, minute);
  const both = new SealedKeyValueCache(inner, ['another', 'secret']);
  expect((await both.get('key'))?.value).toBe(value);
  await both.set('key', value, minute);
  expect(await cache.get('key')).toBeUndefined();
  expect((await new SealedKeyValueCache(inner, 'another').get('key'))?.value).toBe(value);
});

test('a value does not live longer than its writer said', async () => {
  const { cache, inner } = open();
  await cache.set('key', value, second);
  const { value: stored = '' } = (await inner.get('key')) ?? {};
  await inner.set('key', stored, minute);
  expect(await cache.get('key')).toEqual({ value, ttlMs: second });
});

test('a text that is not well-formed is not stored, and removes the previous one', async () => {
  const { cache } = open();
  await cache.set('key', value, minute);
  await cache.set('key', 'cut \ud83d', minute);
  expect(await cache.get('key')).toBeUndefined();
});
