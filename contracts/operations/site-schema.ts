import { defineOperations } from '../operation.ts';
import { dataOf } from '../schemas/envelope.ts';
import { siteSchemaSchema } from '../schemas/site-schema.ts';

export const siteSchemaOperations = defineOperations({
  getSchema: {
    method: 'get',
    path: '/api/schema',
    tag: 'Schema',
    summary: 'Get the schema of the service',
    description:
      'What developers decide about the service: locales, collections, settings, settings of plugins, without ids, times and secrets. Equal services return equal text.',
    auth: 'admin',
    success: { kind: 'json', status: 200, schema: dataOf(siteSchemaSchema) },
  },
});
