import { afterAll, beforeAll } from 'vitest';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { startGcsServer, type GcsServer } from '../support/gcs/gcs-server.ts';
import { freshPrefix, withRedis } from '../support/redis/redis-tests.ts';
import { registerRestSuites } from '../support/http/rest-suites.ts';

await withPostgres('migrated', (databaseUrl) =>
  withRedis((redisUrl) => {
    let bucket: GcsServer;
    beforeAll(async () => {
      bucket = await startGcsServer();
    });
    afterAll(() => bucket[Symbol.asyncDispose]());

    registerRestSuites(() => ({
      DATABASE_URL: databaseUrl,
      REDIS_URL: `${redisUrl}?prefix=${freshPrefix()}`,
      GCS_BUCKET: bucket.bucket.name,
      GCS_ENDPOINT: bucket.url,
    }));
  }),
);
