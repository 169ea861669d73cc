import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { second } from '../../../core/vocabulary.ts';
import { keyValueCacheOutageSuite } from '../../conformance/key-value-cache-outages.ts';
import { registerSuite } from '../../conformance/suite.ts';
import {
  expectUnavailable,
  openDirectly,
  openReadyRedis,
  openRedis,
  startOwnRedis,
  type OpenedRedis,
  waitUntilReachable,
  withRedisServers,
} from '../../support/redis/redis-tests.ts';
import { freePort } from '../../support/service/server-process.ts';

const minute = 60 * second;

/** Longer than any timeout here, for calls that must not hang on a busy machine. */
const promptMs = 1_500;
/** For calls that use no socket, on a busy machine. */
const immediateMs = 50;

withRedisServers(() => {
  registerSuite(
    keyValueCacheOutageSuite,
    async () => {
      const server = await startOwnRedis();
      const { cache, probe } = await openReadyRedis(server);
      const restore = async (): Promise<void> => {
        server.resume();
        await waitUntilReachable(probe);
      };
      const hang = async (): Promise<void> => server.hang();
      return { subject: { cache, hang, restore, wait: (ms) => sleep(ms) } };
    },
    test,
  );

  test('a hanging Redis delays calls by one timeout, then fails them at once, and is used again when it answers', async () => {
    const server = await startOwnRedis();
    const { cache, probe } = await openReadyRedis(server);
    await cache.set('key', 'value', minute);
    server.hang();
    expect(await timeOf(() => expectUnavailable(cache.get('key')))).toBeLessThan(promptMs);
    for (const call of everyCall({ cache, probe })) {
      expect(await timeOf(() => expectUnavailable(call()))).toBeLessThan(immediateMs);
    }
    // Now the next connection waits for its first answer.
    await sleep(300);
    const { cause } = await expectUnavailable(cache.get('key'));
    expect(String(cause)).toContain('no answer within 150 ms');
    server.resume();
    expect(await waitUntilReachable(probe)).toBeLessThan(5 * second);
    expect((await cache.get('key'))?.value).toBe('value');
  });

  test('the first timeout fails all calls in progress', async () => {
    const server = await startOwnRedis();
    const { cache } = await openReadyRedis({ url: server.url, answerTimeoutMs: 500 });
    server.hang();
    const first = expectUnavailable(cache.set('key', 'value', minute));
    await sleep(400);
    const later = timeOf(async () => {
      const { cause } = await expectUnavailable(cache.get('key'));
      expect(String(cause)).toContain('no answer within 500 ms');
    });
    await first;
    expect(await later).toBeLessThan(400);
  });

  test('calls fail at once while Redis is down, and succeed after its restart', async () => {
    const server = await startOwnRedis();
    const { cache, probe } = await openReadyRedis(server);
    expect((await cache.increment('n', minute)).count).toBe(1);
    await server.kill();
    for (const call of everyCall({ cache, probe })) {
      expect(await timeOf(() => expectUnavailable(call()))).toBeLessThan(promptMs);
    }
    await server.restart();
    expect(await waitUntilReachable(probe)).toBeLessThan(5 * second);
    expect((await cache.increment('n', minute)).count).toBe(1);
  });

  test('calls in progress fail at once when Redis dies', async () => {
    const server = await startOwnRedis();
    const { cache } = await openReadyRedis({ url: server.url, answerTimeoutMs: minute });
    server.hang();
    const call = expectUnavailable(cache.set('key', 'value', minute));
    await server.kill();
    await call;
  });

  test('a connection opened without Redis connects as soon as Redis starts', async () => {
    const server = await startOwnRedis();
    await server.kill();
    const { cache, probe } = openRedis(server);
    // The probe waits for the first attempt to connect, and for nothing afterwards.
    await expectUnavailable(probe.ping());
    for (const call of everyCall({ cache, probe })) {
      expect(await timeOf(() => expectUnavailable(call()))).toBeLessThan(immediateMs);
    }
    await server.restart();
    await waitUntilReachable(probe);
    await cache.set('key', 'value', minute);
    expect((await cache.get('key'))?.value).toBe('value');
  });

  test('a connection opened while Redis hangs connects when it answers', async () => {
    const server = await startOwnRedis();
    server.hang();
    const { cache, probe } = openRedis(server);
    expect(await timeOf(() => expectUnavailable(cache.get('key')))).toBeLessThan(immediateMs);
    await vi.waitFor(async () => {
      expect(String((await expectUnavailable(probe.ping())).cause)).toContain(
        'no answer within 1000 ms',
      );
    }, 5 * second);
    server.resume();
    await waitUntilReachable(probe);
  });

  test('close does not wait for a connection attempt', async () => {
    const server = await startOwnRedis({ 'tcp-backlog': '1' });
    server.hang();
    // The server accepts no connection. When its queue is full, new attempts hang.
    const waiting = Array.from({ length: 5 }, () => connect(server.port, '127.0.0.1'));
    onTestFinished(() => waiting.forEach((socket) => void socket.on('error', () => 0).destroy()));
    await vi.waitFor(() => expect(waiting.some(({ pending }) => !pending)).toBe(true));
    const { cache, connection } = openRedis(server);
    expect(await timeOf(() => expectUnavailable(cache.get('key')))).toBeLessThan(immediateMs);
    expect(await timeOf(() => connection.close())).toBeLessThan(500);
  });

  test('calls follow the state of Redis through repeated outages', async () => {
    const server = await startOwnRedis();
    const { cache, probe } = await openReadyRedis(server);
    for (let round = 0; round < 3; round += 1) {
      server.hang();
      await expectUnavailable(cache.increment('n', minute));
      server.resume();
      await waitUntilReachable(probe);
      await cache.set('key', `round ${round}`, minute);
      expect((await cache.get('key'))?.value).toBe(`round ${round}`);
      await server.kill();
      await expectUnavailable(cache.set('key', 'newer', minute));
      await server.restart();
      await waitUntilReachable(probe);
      expect(await cache.get('key')).toBeUndefined();
    }
  });

  test('keys and scripts can be flushed at any time', async () => {
    const server = await startOwnRedis();
    const { cache } = await openReadyRedis(server);
    const direct = await openDirectly(server.url);
    for (const flush of [() => direct.flushAll(), () => direct.scriptFlush()]) {
      await cache.set('key', 'value', minute);
      await cache.increment('n', minute);
      await flush();
      expect([undefined, 'value']).toContain((await cache.get('key'))?.value);
      expect((await cache.increment('m', minute)).ttlMs).toBe(minute);
      expect((await cache.increment('n', minute)).ttlMs).toBeGreaterThan(0);
      await direct.flushAll();
      expect(await cache.get('key')).toBeUndefined();
      expect((await cache.increment('n', minute)).count).toBe(1);
    }
  });

  test('a full Redis rejects writes and serves reads', async () => {
    const server = await startOwnRedis({ 'maxmemory-policy': 'noeviction' });
    const { cache, probe } = await openReadyRedis(server);
    await cache.set('key', 'value', minute);
    await cache.increment('n', minute);
    const direct = await openDirectly(server.url);
    await direct.configSet('maxmemory', '1mb');
    for (const write of [
      () => cache.set('key', 'newer', minute),
      () => cache.increment('n', minute),
      () => cache.increment('m', minute),
    ]) {
      expect(String((await expectUnavailable(write())).cause)).toContain('OOM');
      expect((await cache.get('key'))?.value).toBe('value');
      await probe.ping();
    }
    await direct.configSet('maxmemory', '0');
    expect((await cache.increment('n', minute)).count).toBe(2);
  });

  test('a replica rejects writes and serves reads', async () => {
    const server = await startOwnRedis();
    const { cache } = await openReadyRedis(server);
    await cache.set('key', 'value', minute);
    const direct = await openDirectly(server.url);
    await direct.sendCommand(['REPLICAOF', '127.0.0.1', String(await freePort())]);
    for (const write of [
      () => cache.set('key', 'newer', minute),
      () => cache.increment('n', minute),
    ]) {
      expect(String((await expectUnavailable(write())).cause)).toContain('READONLY');
      expect((await cache.get('key'))?.value).toBe('value');
    }
    await direct.sendCommand(['REPLICAOF', 'NO', 'ONE']);
    await cache.set('key', 'newer', minute);
  });
});

const everyCall = ({ cache, probe }: Pick<OpenedRedis, 'cache' | 'probe'>) => [
  () => cache.get('key'),
  () => cache.set('key', 'newer', minute),
  () => cache.increment('n', minute),
  () => probe.ping(),
];

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};
