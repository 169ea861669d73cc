import { Type } from 'typebox';
import { defineOperations } from '../operation.ts';
import { dataOf } from '../schemas/envelope.ts';
import { jsonBody } from '../schemas/request-body.ts';
import { schemaFileSchema, schemaPlanSchema, siteSchemaSchema } from '../schemas/site-schema.ts';

export const siteSchemaOperations = defineOperations({
  getSchema: {
    method: 'get',
    path: '/api/schema',
    tag: 'Schema',
    summary: 'Get the schema of the service',
    description:
      'What developers decide about the service: locales, collections, settings, settings of plugins, without ids, times and credentials. Equal services return equal text.',
    auth: 'admin',
    success: { kind: 'json', status: 200, schema: dataOf(siteSchemaSchema) },
  },

  planSchema: {
    method: 'post',
    path: '/api/schema/plan',
    tag: 'Schema',
    summary: 'Plan the changes that a schema asks for',
    description:
      'Changes nothing. What `GET /api/schema` returns has no changes. Members that are absent stay as they are. Fields are not renamed, and their values are not removed.',
    auth: 'admin',
    body: jsonBody(Type.Object({ schema: schemaFileSchema }), {
      limit: 4 * 1024 * 1024,
      example: {
        schema: {
          partial: true,
          collections: [
            {
              name: 'places',
              schema: {
                type: 'object',
                properties: { city: { type: 'string', maxLength: 40 } },
                required: [],
              },
            },
          ],
          settings: { trashDays: 90 },
        },
      },
    }),
    success: { kind: 'json', status: 200, schema: dataOf(schemaPlanSchema) },
    errors: ['invalid_schema', 'invalid_data'],
  },
});
