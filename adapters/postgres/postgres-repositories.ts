import type { Knex } from 'knex';
import type { Repositories } from '../../core/index.ts';
import { PostgresApiTokenRepository } from './postgres-api-token-repository.ts';
import { PostgresCollectionRepository } from './postgres-collection-repository.ts';
import { PostgresContentRepository } from './postgres-content-repository.ts';
import { PostgresMediaRepository } from './postgres-media-repository.ts';
import { PostgresSessionRepository } from './postgres-session-repository.ts';
import { PostgresSettingsRepository } from './postgres-settings-repository.ts';
import { PostgresUserRepository } from './postgres-user-repository.ts';

/** All repositories over one database, or inside one transaction of it. */
export const postgresRepositories = (knex: Knex): Repositories => ({
  contents: new PostgresContentRepository(knex),
  collections: new PostgresCollectionRepository(knex),
  media: new PostgresMediaRepository(knex),
  users: new PostgresUserRepository(knex),
  sessions: new PostgresSessionRepository(knex),
  apiTokens: new PostgresApiTokenRepository(knex),
  settings: new PostgresSettingsRepository(knex),
});
