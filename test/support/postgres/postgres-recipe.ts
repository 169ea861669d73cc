import { startOwnPostgres } from './own-postgres.ts';
import type { Recipe, RunningService } from '../services.ts';

const startContainer = async (): Promise<RunningService> => {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer('postgres:18-alpine')
    .withEnvironment({ POSTGRES_HOST_AUTH_METHOD: 'trust' })
    .withExposedPorts(5432)
    // The container starts PostgreSQL twice: once to initialize it.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start();
  return {
    url: `postgres://postgres@${container.getHost()}:${container.getMappedPort(5432)}/postgres`,
    stop: async () => void (await container.stop()),
  };
};

const startLocally = async (): Promise<RunningService> => {
  const postgres = await startOwnPostgres();
  return { url: postgres.url, stop: async () => postgres[Symbol.asyncDispose]() };
};

export const postgresRecipe: Recipe = {
  name: 'PostgreSQL',
  variables: ['TEST_DATABASE_URL'],
  remedy:
    'Install the package postgresql of your system, or start Docker, or set TEST_DATABASE_URL to a server with a role that may create databases.',
  startContainer,
  startLocally,
};
