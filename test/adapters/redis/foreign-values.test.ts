import { expect, test } from 'vitest';
import { second } from '../../../core/vocabulary.ts';
import {
  expectUnavailable,
  freshPrefix,
  openDirectly,
  openReadyRedis,
  withRedis,
} from '../../support/redis/redis-tests.ts';

const minute = 60 * second;

await withRedis((url) => {
  const open = async () => {
    const prefix = freshPrefix();
    const options = { url, answerTimeoutMs: 2 * second };
    const { cache } = await openReadyRedis(options, prefix);
    const direct = await openDirectly(url);
    const withSecret = async (secret: string | readonly string[]) =>
      (await openReadyRedis(options, prefix, secret)).cache;
    return { cache, direct, nameOf: (key: string) => `${prefix}:${key}`, withSecret };
  };

  test.each(['foreign', '', '12', '60000:foreign', `${'A'.repeat(43)}60000:foreign`])(
    'the foreign text "%s" is a miss and can be overwritten',
    async (text) => {
      const { cache, direct, nameOf } = await open();
      await direct.pSetEx(nameOf('key'), minute, text);
      expect(await cache.get('key')).toBeUndefined();
      await cache.set('key', 'ours', minute);
      expect((await cache.get('key'))?.value).toBe('ours');
    },
  );

  test.each(['list', 'hash', 'set'])(
    'a foreign %s cannot be read and can be overwritten',
    async (kind) => {
      const { cache, direct, nameOf } = await open();
      if (kind === 'list') await direct.lPush(nameOf('key'), 'foreign');
      else if (kind === 'hash') await direct.hSet(nameOf('key'), 'field', 'foreign');
      else await direct.sAdd(nameOf('key'), 'foreign');
      expect(String((await expectUnavailable(cache.get('key'))).cause)).toContain('WRONGTYPE');
      await cache.set('key', 'ours', minute);
      expect((await cache.get('key'))?.value).toBe('ours');
    },
  );

  test.each<readonly [string, (stored: string) => string]>([
    ['without its seal', (stored) => stored.slice(43)],
    ['that is only a seal', (stored) => stored.slice(0, 43)],
    ['with another seal', (stored) => `${stored.startsWith('A') ? 'B' : 'A'}${stored.slice(1)}`],
    ['with a seal of other characters', (stored) => `€${stored.slice(1)}`],
    ['with a longer lifetime', (stored) => stored.replace(`${minute}:`, `${minute}0:`)],
    ['that was changed', (stored) => stored.replace('value', 'Value')],
    ['that was shortened', (stored) => stored.slice(0, -1)],
    ['that was lengthened', (stored) => `${stored} `],
  ])('a value %s is a miss, until it is set again', async (_, change) => {
    const { cache, direct, nameOf } = await open();
    const value = 'a value of some length, ü';
    await cache.set('key', value, minute);
    expect((await cache.get('key'))?.value).toBe(value);
    const stored = (await direct.get(nameOf('key')))!;
    expect(change(stored)).not.toBe(stored);
    await direct.pSetEx(nameOf('key'), minute, change(stored));
    expect(await cache.get('key')).toBeUndefined();
    await cache.set('key', value, minute);
    expect((await cache.get('key'))?.value).toBe(value);
  });

  test('a value of another key is a miss', async () => {
    const { cache, direct, nameOf } = await open();
    await cache.set('key', 'value', minute);
    const stored = (await direct.get(nameOf('key')))!;
    await direct.pSetEx(nameOf('other'), minute, stored);
    expect(await cache.get('other')).toBeUndefined();
    // The same characters, divided in another place.
    const [, seal, first, rest] = /^(.{43})(.)(.*)$/.exec(stored)!;
    await direct.pSetEx(nameOf(`key${first}`), minute, `${seal}${rest}`);
    expect(await cache.get(`key${first}`)).toBeUndefined();
  });

  test('a value that was sealed with another secret is a miss', async () => {
    const { cache, withSecret } = await open();
    await cache.set('key', 'value', minute);
    expect(await (await withSecret('another')).get('key')).toBeUndefined();
    expect((await (await withSecret('secret')).get('key'))?.value).toBe('value');
  });

  test('of several secrets the first seals, and the seals of all are accepted', async () => {
    const { cache, withSecret } = await open();
    await cache.set('key', 'value', minute);
    const both = await withSecret(['another', 'secret']);
    expect((await both.get('key'))?.value).toBe('value');
    await both.set('key', 'value', minute);
    expect(await cache.get('key')).toBeUndefined();
    expect((await (await withSecret('another')).get('key'))?.value).toBe('value');
  });

  test('a value without an expiry is a miss', async () => {
    const { cache, direct, nameOf } = await open();
    await cache.set('key', 'value', minute);
    await direct.persist(nameOf('key'));
    expect(await cache.get('key')).toBeUndefined();
  });

  test('an extended expiry does not exceed the stored lifetime', async () => {
    const { cache, direct, nameOf } = await open();
    await cache.set('key', 'value', second);
    await direct.pExpire(nameOf('key'), minute);
    expect(await cache.get('key')).toEqual({ value: 'value', ttlMs: second });
  });

  test('a large foreign value is a miss and is not fetched', async () => {
    const { cache, direct, nameOf } = await open();
    await direct.setRange(nameOf('key'), 50_000_000, 'end');
    await direct.pExpire(nameOf('key'), minute);
    const before = await bytesSent(direct);
    expect(await cache.get('key')).toBeUndefined();
    expect((await bytesSent(direct)) - before).toBeLessThan(50_000_000);
    await direct.del(nameOf('key'));
  });

  test.each(['text', 'list', 'hash', 'counter without expiry', 'negative', 'overflow'])(
    'increment replaces a foreign %s with a new window',
    async (kind) => {
      const { cache, direct, nameOf } = await open();
      const key = nameOf('n');
      const plant: Readonly<Record<string, () => Promise<unknown>>> = {
        text: () => direct.pSetEx(key, 10 * minute, 'foreign'),
        list: () => direct.lPush(key, 'foreign'),
        hash: () => direct.hSet(key, 'field', 'foreign'),
        'counter without expiry': () => direct.set(key, '7'),
        negative: () => direct.pSetEx(key, 10 * minute, '-7'),
        overflow: () => direct.pSetEx(key, 10 * minute, '9223372036854775807'),
      };
      await plant[kind]!();
      const first = await cache.increment('n', minute);
      expect(first).toEqual({ count: 1, ttlMs: minute });
      const then = await cache.increment('n', 5 * minute);
      expect(then.count).toBe(2);
      expect(then.ttlMs).toBeGreaterThan(0);
      expect(then.ttlMs).toBeLessThanOrEqual(minute);
      expect(await direct.pTTL(key)).toBeGreaterThan(0);
    },
  );

  test('a value above 1.25 MiB with its seal is not stored, and removes the previous one', async () => {
    const { cache, direct, nameOf } = await open();
    const sealAndLifetime = 43 + `${minute}:`.length;
    const largest = `a${'ü'.repeat((1280 * 1024 - sealAndLifetime - 1) / 2)}`;
    await cache.set('key', largest, minute);
    expect(await direct.strLen(nameOf('key'))).toBe(1280 * 1024);
    expect((await cache.get('key'))?.value === largest).toBe(true);
    await cache.set('key', `${largest}c`, minute);
    expect(await cache.get('key')).toBeUndefined();
    expect(await direct.exists(nameOf('key'))).toBe(0);
  });

  test('a hit has a remaining lifetime of at least one millisecond', async () => {
    const { cache } = await open();
    const seen: number[] = [];
    for (let round = 0; round < 300; round += 1) {
      await cache.set('key', 'value', 1 + (round % 3));
      const hit = await cache.get('key');
      if (hit !== undefined) seen.push(hit.ttlMs);
      seen.push((await cache.increment('n', 1 + (round % 3))).ttlMs);
    }
    expect(Math.min(...seen)).toBeGreaterThan(0);
  });
});

/** The total output of the server. */
const bytesSent = async (direct: Awaited<ReturnType<typeof openDirectly>>): Promise<number> =>
  Number(/total_net_output_bytes:(\d+)/.exec(await direct.info('stats'))?.[1]);
