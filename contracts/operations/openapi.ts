import { Type } from 'typebox';
import type { OpenAPIObject } from 'openapi3-ts/oas30';
import { defineOperations } from '../operation.ts';
import { etagHeader } from '../schemas/response-headers.ts';

export const openApiOperations = defineOperations({
  describeService: {
    method: 'get',
    path: '/api/openapi',
    tag: 'Collections',
    summary: 'Get this document with the collections of the service',
    description:
      'The same description with the `data` of each collection that the caller finds in the list of collections: `ContentItem` is a union by collection, and each collection has paths of its own. For generators of clients.',
    auth: 'public',
    success: {
      kind: 'json',
      status: 200,
      schema: Type.Unsafe<OpenAPIObject>({ type: 'object', additionalProperties: true }),
      headers: Type.Object(etagHeader),
    },
  },
});
