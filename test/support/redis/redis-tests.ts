import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import {
  RedisConnection,
  type RedisConnectionOptions,
} from '../../../adapters/redis/redis-connection.ts';
import { RedisKeyValueCache } from '../../../adapters/redis/redis-key-value-cache.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { isDomainError, type DomainError, type HealthProbe } from '../../../core/index.ts';
import { findRedisServer, startRedisServer, type RedisServer } from './redis-server.ts';
import type { RunningService, Unavailable } from '../services.ts';

/**
 * Registers tests that need a shared Redis. Without Redis, registers one skipped test with the reason.
 */
export const withRedis = async (registerTests: (url: string) => void): Promise<void> => {
  const response = await fetch(inject('servicesUrl'));
  if (!response.ok) throw new Error(await response.text());
  const service = (await response.json()) as RunningService | Unavailable;
  if ('unavailable' in service) skipAll(service.unavailable);
  else registerTests(service.url);
};

/** Like {@link withRedis}, for tests that start their own servers to stop and kill them. */
export const withRedisServers = (registerTests: () => void): void => {
  if (findRedisServer() === undefined) skipAll('redis-server is not installed');
  else registerTests();
};

const skipAll = (reason: string): void => {
  if (process.env['REQUIRE_SERVICES'] === '1') throw new Error(reason);
  test('this file needs Redis', ({ skip }) => skip(reason));
};

/** Starts a Redis server that stops after the test. */
export const startOwnRedis = async (
  settings: Readonly<Record<string, string>> = {},
): Promise<RedisServer> => {
  const server = await startRedisServer(settings);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
};

/** A unique key prefix. */
export const freshPrefix = (): string => `test-${randomUUID()}`;

export interface OpenedRedis {
  readonly connection: RedisConnection;
  readonly cache: RedisKeyValueCache;
  readonly probe: HealthProbe;
}

/** Opens a connection that is closed after the test. It may not be ready yet. */
export const openRedis = (
  options: RedisConnectionOptions,
  prefix = freshPrefix(),
  secret: string | readonly string[] = 'secret',
): OpenedRedis => {
  const connection = new RedisConnection(options, new SystemTimer());
  onTestFinished(() => connection.close());
  return {
    connection,
    cache: new RedisKeyValueCache(connection, { prefix, secret }),
    probe: connection,
  };
};

/** Opens a connection and waits until Redis answers. */
export const openReadyRedis = async (
  options: RedisConnectionOptions,
  prefix?: string,
  secret?: string | readonly string[],
): Promise<OpenedRedis> => {
  const opened = openRedis(options, prefix, secret);
  await waitUntilReachable(opened.probe);
  return opened;
};

/** Waits until Redis answers a PING. @returns the time that this took, in milliseconds. */
export const waitUntilReachable = async (probe: HealthProbe): Promise<number> => {
  const startedAt = performance.now();
  await vi.waitFor(() => probe.ping(), { timeout: 10_000, interval: 2 });
  return performance.now() - startedAt;
};

/** Opens a plain client that bypasses the adapter. It is closed after the test. */
export const openDirectly = async (url: string) => {
  const client = createClient({ url });
  client.on('error', () => undefined);
  onTestFinished(() => client.destroy());
  await client.connect();
  return client;
};

/** Asserts that the work fails because a dependency is unreachable. @returns the error. */
export const expectUnavailable = async (work: Promise<unknown>): Promise<DomainError> => {
  const error: unknown = await work.then(
    (value) => new Error(`resolved with ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!isDomainError(error)) throw error;
  expect(error.code).toBe('dependency_unavailable');
  expect(error.retryAfterMs).toBeGreaterThan(0);
  return error;
};
