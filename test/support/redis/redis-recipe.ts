import { startRedisServer } from './redis-server.ts';
import type { Recipe, RunningService } from '../services.ts';

const startContainer = async (): Promise<RunningService> => {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer('redis:8-alpine')
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/i))
    .start();
  return {
    url: `redis://${container.getHost()}:${container.getMappedPort(6379)}`,
    stop: async () => void (await container.stop()),
  };
};

const startLocally = async (): Promise<RunningService> => {
  const server = await startRedisServer();
  return { url: server.url, stop: async () => server[Symbol.asyncDispose]() };
};

export const redisRecipe: Recipe = {
  name: 'Redis',
  variables: ['TEST_REDIS_URL', 'REDIS_URL'],
  remedy:
    'Install the package redis-server of your system, or start Docker, or set TEST_REDIS_URL to a server for tests.',
  startContainer,
  startLocally,
};
