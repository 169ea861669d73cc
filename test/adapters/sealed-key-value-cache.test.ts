import { expect, test } from 'vitest';
import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';
import { SealedKeyValueCache } from '../../adapters/node-crypto/sealed-key-value-cache.ts';
import { minute } from '../../core/index.ts';
import { keyValueCacheSuite } from '../conformance/key-value-cache.ts';
import { registerSuite } from '../conformance/suite.ts';
import { manualClock } from '../support/core/manual-clock.ts';

registerSuite(
  keyValueCacheSuite,
  async () => {
    const clock = manualClock();
    const cache = new SealedKeyValueCache(new MemoryKeyValueCache(clock), 'secret');
    return { subject: { cache, elapse: async (ms) => clock.advance(ms) } };
  },
  test,
);

/** A cache with one value, and what is stored for it. */
const sealed = async (value = 'the value') => {
  const inner = new MemoryKeyValueCache(manualClock());
  const cache = new SealedKeyValueCache(inner, 'secret');
  await cache.set('key', value, minute);
  return { inner, cache, stored: (await inner.get('key'))?.value ?? '' };
};

test.each<readonly [string, (stored: string) => string]>([
  ['without a seal', () => 'the value'],
  ['that is empty', () => ''],
  ['that is only a seal', (stored) => stored.slice(0, -'the value'.length)],
  ['with another seal', (stored) => `${stored.startsWith('A') ? 'B' : 'A'}${stored.slice(1)}`],
  ['with a seal of other characters', (stored) => `€${stored.slice(1)}`],
  ['that was changed', (stored) => stored.replace('value', 'Value')],
  ['that was shortened', (stored) => stored.slice(0, -1)],
  ['that was lengthened', (stored) => `${stored} `],
])('a value %s is absent, until it is set again', async (_, change) => {
  const { inner, cache, stored } = await sealed();
  expect((await cache.get('key'))?.value).toBe('the value');
  await inner.set('key', change(stored), minute);
  expect(await cache.get('key')).toBeUndefined();
  await cache.set('key', 'another', minute);
  expect((await cache.get('key'))?.value).toBe('another');
});

test('a value of another key is absent', async () => {
  const { inner, cache, stored } = await sealed();
  await inner.set('other', stored, minute);
  expect(await cache.get('other')).toBeUndefined();
  // The same characters, divided in another place.
  await inner.set('keyt', stored.replace('the value', 'he value'), minute);
  expect(await cache.get('keyt')).toBeUndefined();
});

test('a value that was sealed with another secret is absent', async () => {
  const { inner } = await sealed();
  expect(await new SealedKeyValueCache(inner, 'another').get('key')).toBeUndefined();
  expect((await new SealedKeyValueCache(inner, 'secret').get('key'))?.value).toBe('the value');
});

test('a value above 8 MiB is not read', async () => {
  const { cache } = await sealed('x'.repeat(8 * 1024 * 1024));
  expect(await cache.get('key')).toBeUndefined();
});
