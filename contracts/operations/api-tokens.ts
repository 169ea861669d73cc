import { Type, type Static } from 'typebox';
import { apiTokenKinds, apiTokenPrefixLength, tokenLifetimes } from '../../core/vocabulary.ts';
import { dataOf, deletedSchema, listOf } from '../schemas/envelope.ts';
import { defineOperations } from '../operation.ts';
import { jsonBody } from '../schemas/request-body.ts';
import { createdAnswer } from '../schemas/response-headers.ts';
import { choice, idSchema, list, nullable, timeSchema, titled } from '../schemas/schema.ts';

const apiTokenKindSchema = choice(apiTokenKinds, {
  title: 'ApiTokenKind',
  description:
    'A token of the kind `preview` may read with `perspective=drafts`. Absent means `published`.',
});

const properties = {
  id: idSchema,
  name: Type.String(),
  kind: Type.Optional(apiTokenKindSchema),
  prefix: Type.String({
    description: `The first ${apiTokenPrefixLength} characters of the value. The rest is never shown again.`,
  }),
  collections: list(Type.String(), {
    description:
      'The names of the collections that the token may read; empty means all. A deleted collection is listed by its id.',
  }),
  expiresAt: nullable(timeSchema, { description: 'Epoch milliseconds; null means never.' }),
  lastUsedAt: nullable(timeSchema, { description: 'Epoch milliseconds, accurate to the minute.' }),
  created_at: timeSchema,
};

export const apiTokenSchema = titled('ApiToken', properties);
export type ApiTokenDto = Static<typeof apiTokenSchema>;

const createdApiTokenSchema = titled('CreatedApiToken', {
  ...properties,
  token: Type.String({ description: 'The value. Only this response contains it.' }),
});
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
    description: 'Only this response contains the value of the token.',
    auth: 'admin',
    body: jsonBody(
      Type.Object({
        name: Type.String(),
        expiresIn: Type.Optional(
          choice(tokenLifetimes, { title: 'TokenLifetime', description: 'Default: `never`.' }),
        ),
        kind: Type.Optional(
          choice(apiTokenKinds, {
            description:
              'Default: `published`. A token of the kind `preview` may read with `perspective=drafts`.',
          }),
        ),
        collections: Type.Optional(
          list(Type.String(), {
            description: 'Names of collections; all collections if empty or omitted.',
          }),
        ),
      }),
      { example: { name: 'Public site', expiresIn: '1y', collections: ['blog-posts'] } },
    ),
    success: createdAnswer(dataOf(createdApiTokenSchema)),
    errors: ['collection_not_found'],
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
