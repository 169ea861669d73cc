import { Type, type Static } from 'typebox';
import type { OpenAPIObject } from 'openapi3-ts/oas30';
import { dataOf } from './envelope.ts';
import { defineOperations } from './operation.ts';
import { etagHeader } from './response-headers.ts';
import { choice } from './schema.ts';

const timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC.' });

const healthSchema = Type.Object({ status: choice(['healthy']), timestamp }, { title: 'Health' });

const checkSchema = Type.Object(
  {
    status: choice(['up', 'down']),
    latency: Type.Number({
      description: 'Milliseconds until it answered, or until it was given up.',
    }),
  },
  { title: 'HealthCheck' },
);

const systemHealthSchema = Type.Object(
  {
    status: choice(['healthy', 'degraded', 'unhealthy']),
    timestamp,
    uptime: Type.Number({ description: 'Seconds since the process started.' }),
    checks: Type.Object({
      database: checkSchema,
      keyValue: checkSchema,
      storage: checkSchema,
    }),
  },
  { title: 'SystemHealth' },
);
export type SystemHealthDto = Static<typeof systemHealthSchema>;

const documentAnswer = {
  kind: 'json',
  status: 200,
  schema: Type.Unsafe<OpenAPIObject>({ type: 'object', additionalProperties: true }),
} as const;

export const systemOperations = defineOperations({
  describeApi: {
    method: 'get',
    path: '/api/',
    tag: 'System',
    summary: 'This document',
    auth: 'none',
    success: documentAnswer,
  },

  describeApiWithoutSlash: {
    method: 'get',
    path: '/api',
    tag: 'System',
    summary: 'This document',
    auth: 'none',
    success: documentAnswer,
  },

  showDocs: {
    method: 'get',
    path: '/docs',
    tag: 'System',
    summary: 'This document as a page',
    auth: 'none',
    success: { kind: 'html', status: 200 },
  },

  getHealth: {
    method: 'get',
    path: '/api/health',
    tag: 'System',
    summary: 'Whether the process answers',
    description: 'Touches no other system.',
    auth: 'none',
    success: { kind: 'json', status: 200, schema: dataOf(healthSchema) },
  },

  getSystemHealth: {
    method: 'get',
    path: '/api/system/health',
    tag: 'System',
    summary: 'How the systems behind the service are',
    description:
      'Degraded while the key-value store or the storage of files is away, unhealthy while the database is. Probed at most once a second.',
    auth: 'none',
    success: {
      kind: 'json',
      status: 200,
      schema: dataOf(systemHealthSchema),
      headers: Type.Object({
        'Retry-After': Type.Optional(
          Type.Integer({ description: 'Seconds to wait, while the database is away.' }),
        ),
      }),
      alternatives: { 503: 'The database is away.' },
    },
  },

  getFile: {
    method: 'get',
    path: '/files/{key}',
    takesRest: true,
    tag: 'System',
    summary: 'Get the bytes of a media file',
    description:
      'Images, audio, video and PDF are shown in place, everything else is a download. An address never gets other bytes, so caches may keep them for a year.',
    auth: 'none',
    params: Type.Object({
      key: Type.String({ description: 'All that follows `/files/`, slashes included.' }),
    }),
    headers: Type.Object({
      Range: Type.Optional(Type.String({ description: 'One range of bytes, `bytes=0-1023`.' })),
      'If-Range': Type.Optional(Type.String({ description: 'The `ETag` that the range is for.' })),
    }),
    success: {
      kind: 'bytes',
      status: 200,
      headers: Type.Object({
        ...etagHeader,
        'Content-Type': Type.String(),
        'Content-Length': Type.Integer(),
        'Content-Disposition': Type.String(),
        'Content-Security-Policy': Type.String(),
        'X-Content-Type-Options': Type.String(),
        'Cache-Control': Type.String(),
        'Accept-Ranges': Type.String(),
        'Content-Range': Type.Optional(Type.String()),
      }),
      alternatives: { 206: 'The range that was asked for.', 416: 'There is no such range.' },
    },
  },
});
