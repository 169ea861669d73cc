import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RedisConnection } from '../../../adapters/redis/redis-connection.ts';
import { RedisKeyValueCache } from '../../../adapters/redis/redis-key-value-cache.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { second } from '../../../core/vocabulary.ts';
import { keyValueCacheSuite } from '../../conformance/key-value-cache.ts';
import { registerSuite } from '../../conformance/suite.ts';
import {
  freshPrefix,
  openDirectly,
  openReadyRedis,
  openRedis,
  withRedis,
} from '../../support/redis/redis-tests.ts';

/** Long enough for a busy machine. */
const answerTimeoutMs = 2 * second;
const minute = 60 * second;

await withRedis((url) => {
  const open = (prefix?: string) => openReadyRedis({ url, answerTimeoutMs }, prefix);

  registerSuite(
    keyValueCacheSuite,
    async () => {
      const { cache } = await open();
      return { subject: { cache, elapse: sleep } };
    },
    test,
  );

  test('the probe succeeds while Redis answers', async () => {
    const { probe } = await open();
    await expect(probe.ping()).resolves.toBeUndefined();
  });

  test('services with different prefixes share no keys', async () => {
    const prefix = freshPrefix();
    const [one, other] = [await open(prefix), await open(`${prefix}-b`)];
    await one.cache.set('key', 'one', minute);
    await one.cache.increment('n', minute);
    await other.cache.set('key', 'other', minute);
    expect((await one.cache.get('key'))?.value).toBe('one');
    expect((await other.cache.increment('n', minute)).count).toBe(1);
  });

  test('instances with the same prefix share keys', async () => {
    const prefix = freshPrefix();
    const [one, other] = [await open(prefix), await open(prefix)];
    await one.cache.set('key', 'one', minute);
    expect((await other.cache.get('key'))?.value).toBe('one');
  });

  test('every key starts with the prefix and a colon', async () => {
    const prefix = freshPrefix();
    const { cache } = await open(prefix);
    await cache.set('key', 'value', minute);
    await cache.increment('limit:login', minute);
    const direct = await openDirectly(url);
    const found = (await direct.keys(`*${prefix}*`)).toSorted();
    expect(found).toEqual([`${prefix}:key`, `${prefix}:limit:login`]);
  });

  test('an ambiguous prefix is rejected', () => {
    const { connection } = openRedis({ url });
    for (const prefix of ['', 'a:b', 'a*', '{a}', 'a b']) {
      expect(() => new RedisKeyValueCache(connection, { prefix, secret: 'secret' })).toThrow(
        TypeError,
      );
    }
  });

  test('the database number of the URL is used', async () => {
    const prefix = freshPrefix();
    const numbered = new URL(url);
    numbered.pathname = '/5';
    const fifth = await openReadyRedis({ url: numbered.href, answerTimeoutMs }, prefix);
    await fifth.cache.set('key', 'in the fifth', minute);
    const { cache } = await open(prefix);
    expect(await cache.get('key')).toBeUndefined();
    const direct = await openDirectly(numbered.href);
    expect(await direct.exists(`${prefix}:key`)).toBe(1);
  });

  test('concurrent increments of three clients return different counts', async () => {
    const prefix = freshPrefix();
    const clients = await Promise.all([open(prefix), open(prefix), open(prefix)]);
    const windows = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) => clients[n % 3]!.cache.increment('n', minute)),
    );
    const counts = windows.map(({ count }) => count).toSorted((a, b) => a - b);
    expect(counts).toEqual(Array.from({ length: 1_000 }, (_, n) => n + 1));
    expect(windows.every(({ ttlMs }) => ttlMs > 0 && ttlMs <= minute)).toBe(true);
  });

  test('all keys expire', async () => {
    const prefix = freshPrefix();
    const { cache } = await open(prefix);
    await cache.set('key', 'value', minute);
    await cache.increment('n', minute);
    const direct = await openDirectly(url);
    for (const key of ['key', 'n']) {
      expect(await direct.pTTL(`${prefix}:${key}`)).toBeGreaterThan(0);
    }
  });

  test('a malformed URL is rejected without repeating it', () => {
    for (const address of [
      'secret',
      'http://secret@host',
      'redis://u:secret@h/x',
      'redis://%zz@h',
    ]) {
      const error = thrownBy(() => new RedisConnection({ url: address }, new SystemTimer()));
      expect(error).toBeInstanceOf(TypeError);
      expect(JSON.stringify([error, error.message, error.stack, error.cause])).not.toMatch(
        /secret|%zz/,
      );
    }
  });
});

const thrownBy = (work: () => unknown): Error => {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('Nothing was thrown');
};
