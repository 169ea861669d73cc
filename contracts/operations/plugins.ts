import { Type, type Static } from 'typebox';
import { hookedOperations } from '../../core/vocabulary.ts';
import { collectionSchemaSchema } from '../schemas/collection-schema.ts';
import { alwaysTrue, dataOf, listOf } from '../schemas/envelope.ts';
import { defineOperations } from '../operation.ts';
import { jsonBody } from '../schemas/request-body.ts';
import {
  choice,
  documentedAs,
  jsonObjectSchema,
  list,
  nullable,
  titled,
  optionalFields,
} from '../schemas/schema.ts';

export const pluginSchema = titled('Plugin', {
  name: Type.String(),
  title: Type.String(),
  active: Type.Boolean(),
  settings: jsonObjectSchema,
  settingsSchema: collectionSchemaSchema,
  operations: Type.Optional(
    list(choice(hookedOperations), {
      description:
        'Of a hook: the operations before which it runs. A hook is always active, has no settings, and cannot be changed through the API.',
    }),
  ),
});
export type PluginDto = Static<typeof pluginSchema>;

/** The settings of the cache plugin, the only one. The core validates them. */
const incomingSettingsSchema = documentedAs(
  jsonObjectSchema,
  Type.Object(
    optionalFields({
      ttlSeconds: nullable(Type.Integer(), {
        description: 'The maximum lifetime of a cached response in seconds.',
      }),
      requestsPerMinute: nullable(Type.Integer(), {
        description: 'The limit of content requests per client address; 0 means no limit.',
      }),
    }),
  ),
);

const cacheStatisticsSchema = titled('CacheStatistics', {
  since: Type.Integer({
    format: 'int64',
    description: 'When this process began to count. Epoch milliseconds.',
  }),
  hits: Type.Integer({ description: 'Responses with content that came from the cache.' }),
  misses: Type.Integer({ description: 'Responses with content that came from the database.' }),
  hitRate: nullable(Type.Number(), {
    description: 'The share of hits, from 0 to 1. Null before the first response.',
  }),
  memory: Type.Optional(
    Type.Object(
      { entries: Type.Integer(), bytes: Type.Integer() },
      {
        description:
          'What the cache in the memory of this process holds, sessions included. Absent if it is unknown.',
      },
    ),
  ),
});
export type CacheStatisticsDto = Static<typeof cacheStatisticsSchema>;

export const pluginOperations = defineOperations({
  listPlugins: {
    method: 'get',
    path: '/api/plugins',
    tag: 'Plugins',
    summary: 'List plugins and hooks',
    description:
      'The plugins with their settings and the schema of these, then the hooks that are installed. There is one plugin: `cache`.',
    auth: 'admin',
    success: { kind: 'json', status: 200, schema: listOf(pluginSchema) },
  },

  updatePlugin: {
    method: 'put',
    path: '/api/plugins/{name}',
    tag: 'Plugins',
    summary: 'Turn a plugin on or off, or change its settings',
    description:
      'Omitted settings keep their value; settings that are `null` are reset to their default; unknown settings are ignored.',
    auth: 'admin',
    params: Type.Object({ name: Type.String() }),
    body: jsonBody(
      Type.Object({
        active: Type.Optional(Type.Boolean()),
        settings: Type.Optional(incomingSettingsSchema),
      }),
      { example: { active: true, settings: { ttlSeconds: 60 } } },
    ),
    success: { kind: 'json', status: 200, schema: dataOf(pluginSchema) },
    errors: ['invalid_data'],
  },

  purgeCache: {
    method: 'post',
    path: '/api/plugins/cache/purge',
    tag: 'Plugins',
    summary: 'Invalidate the cache',
    description: 'Invalidates every cached response.',
    auth: 'admin',
    success: { kind: 'json', status: 200, schema: dataOf(Type.Object({ purged: alwaysTrue })) },
  },

  getCacheStatistics: {
    method: 'get',
    path: '/api/plugins/cache/stats',
    tag: 'Plugins',
    summary: 'Get statistics of the cache',
    description:
      'The numbers are those of one process since its start: with several instances or workers, each counts for itself, and each request can reach another one. Responses while the plugin is off do not count.',
    auth: 'admin',
    success: { kind: 'json', status: 200, schema: dataOf(cacheStatisticsSchema) },
  },
});
