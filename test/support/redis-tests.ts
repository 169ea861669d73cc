import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import { inject, onTestFinished, test, vi } from 'vitest';
import {
  RedisConnection,
  type RedisConnectionOptions,
} from '../../adapters/redis/redis-connection.ts';
import { RedisHealthProbe } from '../../adapters/redis/redis-health-probe.ts';
import { RedisKeyValueCache } from '../../adapters/redis/redis-key-value-cache.ts';
import { findRedisServer, startRedisServer, type RedisServer } from './redis-server.ts';
import type { RunningService, Unavailable } from './services.ts';

/**
 * Registers the tests of a file that need a Redis, which they share with others. Where there is none
 * to be had, they are one skipped test that says why.
 */
export const withRedis = async (registerTests: (url: string) => void): Promise<void> => {
  const response = await fetch(inject('servicesUrl'));
  if (!response.ok) throw new Error(await response.text());
  const service = (await response.json()) as RunningService | Unavailable;
  if ('unavailable' in service) skipAll(service.unavailable);
  else registerTests(service.url);
};

/** The same for tests that start servers of their own, to do them harm. */
export const withRedisServers = (registerTests: () => void): void => {
  if (findRedisServer() === undefined) skipAll('redis-server is not installed');
  else registerTests();
};

const skipAll = (reason: string): void => {
  if (process.env['REQUIRE_SERVICES'] === '1') throw new Error(reason);
  test('all of this needs Redis', ({ skip }) => skip(reason));
};

/** {@link startRedisServer}, ended when the test is over. */
export const startOwnRedis = async (
  settings: Readonly<Record<string, string>> = {},
): Promise<RedisServer> => {
  const server = await startRedisServer(settings);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
};

/** A prefix that nobody else uses. */
export const freshPrefix = (): string => `test-${randomUUID()}`;

export interface OpenedRedis {
  readonly connection: RedisConnection;
  readonly cache: RedisKeyValueCache;
  readonly probe: RedisHealthProbe;
}

/** Closed when the test is over. */
export const openRedis = (options: RedisConnectionOptions, prefix = freshPrefix()): OpenedRedis => {
  const connection = new RedisConnection(options);
  onTestFinished(() => connection.close());
  return {
    connection,
    cache: new RedisKeyValueCache(connection, prefix),
    probe: new RedisHealthProbe(connection),
  };
};

/** The same, once it answers. */
export const openReadyRedis = async (
  options: RedisConnectionOptions,
  prefix?: string,
): Promise<OpenedRedis> => {
  const opened = openRedis(options, prefix);
  await untilItAnswers(opened.probe);
  return opened;
};

/** @returns after how many milliseconds it did. */
export const untilItAnswers = async (probe: RedisHealthProbe): Promise<number> => {
  const startedAt = performance.now();
  await vi.waitFor(() => probe.ping(), { timeout: 10_000, interval: 2 });
  return performance.now() - startedAt;
};

/** Talks to a server past the adapter. Closed when the test is over. */
export const openDirectly = async (url: string) => {
  const client = createClient({ url });
  client.on('error', () => undefined);
  onTestFinished(() => client.destroy());
  await client.connect();
  return client;
};
