import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { second } from '../../core/index.ts';
import {
  openDirectly,
  openReadyRedis,
  openRedis,
  startOwnRedis,
  untilItAnswers,
  withRedisServers,
  type OpenedRedis,
} from '../support/redis-tests.ts';
import { freePort } from '../support/server-process.ts';
import { unavailableFrom } from '../support/unavailable.ts';

const minute = 60 * second;

/** Longer than any deadline and short of a wait: what does not hang on a busy machine. */
const promptMs = 1_500;
/** What a call that touches no socket may take on a busy machine. */
const immediateMs = 50;

withRedisServers(() => {
  test('a Redis that hangs costs one deadline, then nothing, and is used again once it goes on', async () => {
    const server = await startOwnRedis();
    const { cache, probe } = await openReadyRedis(server);
    await cache.set('key', 'value', minute);
    server.hang();
    expect(await timeOf(() => unavailableFrom(cache.get('key')))).toBeLessThan(promptMs);
    for (const call of everyCall({ cache, probe })) {
      expect(await timeOf(() => unavailableFrom(call()))).toBeLessThan(immediateMs);
    }
    server.goOn();
    expect(await untilItAnswers(probe)).toBeLessThan(5 * second);
    expect((await cache.get('key'))?.value).toBe('value');
  });

  test('calls that are under way when one misses its deadline do not wait for theirs', async () => {
    const server = await startOwnRedis();
    const { cache } = await openReadyRedis({ url: server.url, deadlineMs: 500 });
    server.hang();
    const first = unavailableFrom(cache.set('key', 'value', minute));
    await sleep(400);
    const later = timeOf(() => unavailableFrom(cache.get('key')));
    await first;
    expect(await later).toBeLessThan(400);
  });

  test('a Redis that is killed and started again fails calls at once, and is used again', async () => {
    const server = await startOwnRedis();
    const { cache, probe } = await openReadyRedis(server);
    expect((await cache.increment('n', minute)).count).toBe(1);
    await server.kill();
    for (const call of everyCall({ cache, probe })) {
      expect(await timeOf(() => unavailableFrom(call()))).toBeLessThan(promptMs);
    }
    await server.startAgain();
    expect(await untilItAnswers(probe)).toBeLessThan(5 * second);
    expect((await cache.increment('n', minute)).count).toBe(1);
  });

  test('what is under way when Redis dies is refused at once', async () => {
    const server = await startOwnRedis();
    const { cache } = await openReadyRedis({ url: server.url, deadlineMs: minute });
    server.hang();
    const call = unavailableFrom(cache.set('key', 'value', minute));
    await server.kill();
    await call;
  });

  test('a service starts without Redis, and has it as soon as it is there', async () => {
    const server = await startOwnRedis();
    await server.kill();
    const { cache, probe } = openRedis(server);
    for (const call of everyCall({ cache, probe })) {
      expect(await timeOf(() => unavailableFrom(call()))).toBeLessThan(immediateMs);
    }
    await server.startAgain();
    await untilItAnswers(probe);
    await cache.set('key', 'value', minute);
    expect((await cache.get('key'))?.value).toBe('value');
  });

  test('a service that starts while Redis hangs has it once it goes on', async () => {
    const server = await startOwnRedis();
    server.hang();
    const { cache, probe } = openRedis(server);
    expect(await timeOf(() => unavailableFrom(cache.get('key')))).toBeLessThan(immediateMs);
    await vi.waitFor(async () => {
      expect(String((await unavailableFrom(probe.ping())).cause)).toContain('DeadlineMissed');
    }, 5 * second);
    server.goOn();
    await untilItAnswers(probe);
  });

  test('closing does not wait for a connection that cannot be made', async () => {
    const server = await startOwnRedis({ 'tcp-backlog': '1' });
    server.hang();
    // Once the queue of a server that accepts nobody is full, nobody gets into it.
    const waiting = Array.from({ length: 5 }, () => connect(server.port, '127.0.0.1'));
    onTestFinished(() => waiting.forEach((socket) => void socket.on('error', () => 0).destroy()));
    await vi.waitFor(() => expect(waiting.some(({ pending }) => !pending)).toBe(true));
    const { cache, connection } = openRedis(server);
    expect(await timeOf(() => unavailableFrom(cache.get('key')))).toBeLessThan(immediateMs);
    expect(await timeOf(() => connection.close())).toBeLessThan(500);
  });

  test('a Redis that comes and goes is always told apart', async () => {
    const server = await startOwnRedis();
    const { cache, probe } = await openReadyRedis(server);
    for (let round = 0; round < 3; round += 1) {
      server.hang();
      await unavailableFrom(cache.increment('n', minute));
      server.goOn();
      await untilItAnswers(probe);
      await cache.set('key', `round ${round}`, minute);
      expect((await cache.get('key'))?.value).toBe(`round ${round}`);
      await server.kill();
      await unavailableFrom(cache.set('key', 'newer', minute));
      await server.startAgain();
      await untilItAnswers(probe);
      expect(await cache.get('key')).toBeUndefined();
    }
  });

  test('everything may be flushed at any time, scripts included', async () => {
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

  test('a Redis that is full refuses writes, and goes on being read', async () => {
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
      expect(String((await unavailableFrom(write())).cause)).toContain('OOM');
      expect((await cache.get('key'))?.value).toBe('value');
      await probe.ping();
    }
    await direct.configSet('maxmemory', '0');
    expect((await cache.increment('n', minute)).count).toBe(2);
  });

  test('a replica refuses writes, and is read', async () => {
    const server = await startOwnRedis();
    const { cache } = await openReadyRedis(server);
    await cache.set('key', 'value', minute);
    const direct = await openDirectly(server.url);
    await direct.sendCommand(['REPLICAOF', '127.0.0.1', String(await freePort())]);
    for (const write of [
      () => cache.set('key', 'newer', minute),
      () => cache.increment('n', minute),
    ]) {
      expect(String((await unavailableFrom(write())).cause)).toContain('READONLY');
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
