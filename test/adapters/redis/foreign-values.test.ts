import { expect, test } from 'vitest';
import { second } from '../../../core/index.ts';
import {
  freshPrefix,
  openDirectly,
  openReadyRedis,
  withRedis,
} from '../../support/redis/redis-tests.ts';

const minute = 60 * second;

await withRedis((url) => {
  const open = async () => {
    const prefix = freshPrefix();
    const { cache } = await openReadyRedis({ url, answerTimeoutMs: 2 * second }, prefix);
    const direct = await openDirectly(url);
    return { cache, direct, nameOf: (key: string) => `${prefix}:${key}` };
  };

  test('a foreign value is a miss and can be overwritten', async () => {
    const { cache, direct, nameOf } = await open();
    await direct.pSetEx(nameOf('text'), minute, 'foreign');
    await direct.pSetEx(nameOf('empty'), minute, '');
    await direct.pSetEx(nameOf('number'), minute, '12');
    await direct.pSetEx(nameOf('marker'), minute, 'quoin1:');
    await direct.lPush(nameOf('list'), 'foreign');
    await direct.hSet(nameOf('hash'), 'field', 'foreign');
    await direct.sAdd(nameOf('set'), 'foreign');
    for (const key of ['text', 'empty', 'number', 'marker', 'list', 'hash', 'set']) {
      expect(await cache.get(key), key).toBeUndefined();
      await cache.set(key, 'ours', minute);
      expect((await cache.get(key))?.value, key).toBe('ours');
    }
  });

  test('a value that was changed, truncated or renamed is a miss', async () => {
    const { cache, direct, nameOf } = await open();
    const value = 'a value of some length, ü';
    const key = nameOf('key');
    for (const change of [
      () => direct.setRange(key, 0, 'Q'),
      () => direct.setRange(key, 9, 'zz'),
      () => direct.setRange(key, 20, 'A'),
      () => direct.append(key, ' '),
      async () => direct.pSetEx(key, minute, (await direct.get(key))!.slice(0, -1)),
    ]) {
      await cache.set('key', value, minute);
      expect((await cache.get('key'))?.value).toBe(value);
      await change();
      expect(await cache.get('key')).toBeUndefined();
    }
    await cache.set('key', value, minute);
    await direct.rename(key, nameOf('other'));
    expect(await cache.get('other')).toBeUndefined();
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

  test('a value above 1.25 MiB is not stored, and removes the previous one', async () => {
    const { cache, direct, nameOf } = await open();
    const limit = 1280 * 1024;
    const largest = `${'ü'.repeat(limit / 2 - 1)}ab`;
    await cache.set('key', largest, minute);
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
