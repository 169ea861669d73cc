import { Type, type Static } from 'typebox';
import { apiTokenPrefixLength, tokenLifetimes } from '../core/index.ts';
import { dataOf, deletedSchema, listOf } from './envelope.ts';
import { defineOperations } from './operation.ts';
import { jsonBody } from './request-body.ts';
import { locationHeader } from './response-headers.ts';
import { choice, idSchema, list, nullable, timeSchema } from './schema.ts';

const properties = {
  id: idSchema,
  name: Type.String(),
  prefix: Type.String({
    description: `The first ${apiTokenPrefixLength} characters of the value: all of it that is ever shown again.`,
  }),
  collections: list(Type.String(), {
    description:
      'The names of the collections that it may read; empty means all. One that is gone is named by its id.',
  }),
  expiresAt: nullable(timeSchema, { description: 'Epoch milliseconds; null means never.' }),
  lastUsedAt: nullable(timeSchema, { description: 'Epoch milliseconds, to the minute.' }),
  created_at: timeSchema,
};

export const apiTokenSchema = Type.Object(properties, { title: 'ApiToken' });
export type ApiTokenDto = Static<typeof apiTokenSchema>;

const createdApiTokenSchema = Type.Object(
  {
    ...properties,
    token: Type.String({ description: 'The value. It is in this answer only.' }),
  },
  { title: 'CreatedApiToken' },
);
export type CreatedApiTokenDto = Static<typeof createdApiTokenSchema>;

export const apiTokenOperations = defineOperations({
  listApiTokens: {
    method: 'get',
    path: '/api/tokens',
    tag: 'API tokens',
    summary: 'List API tokens',
    description: 'Newest first.',
    auth: 'admin',
    success: { kind: 'json', status: 200, schema: listOf(apiTokenSchema) },
  },

  createApiToken: {
    method: 'post',
    path: '/api/tokens',
    tag: 'API tokens',
    summary: 'Create an API token',
    auth: 'admin',
    body: jsonBody(
      Type.Object({
        name: Type.String(),
        expiresIn: Type.Optional(
          choice(tokenLifetimes, { title: 'TokenLifetime', description: '`never` when absent.' }),
        ),
        collections: Type.Optional(
          list(Type.String(), { description: 'Names; all collections when empty or absent.' }),
        ),
      }),
      { example: { name: 'Public site', expiresIn: '1y', collections: ['blog-posts'] } },
    ),
    success: {
      kind: 'json',
      status: 201,
      schema: dataOf(createdApiTokenSchema),
      headers: Type.Object(locationHeader),
    },
  },

  deleteApiToken: {
    method: 'delete',
    path: '/api/tokens/{id}',
    tag: 'API tokens',
    summary: 'Revoke an API token',
    description: 'Takes effect at once and cannot be undone.',
    auth: 'admin',
    params: Type.Object({ id: idSchema }),
    success: { kind: 'json', status: 200, schema: deletedSchema },
  },
});
