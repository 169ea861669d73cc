import { Type, type Static } from 'typebox';
import type { OpenAPIObject } from 'openapi3-ts/oas30';
import { imageFits, imageFormats, imageQualities, imageSizes } from '../../core/vocabulary.ts';
import { dataOf } from '../schemas/envelope.ts';
import { defineOperations } from '../operation.ts';
import { etagHeader } from '../schemas/response-headers.ts';
import { choice, titled } from '../schemas/schema.ts';

const timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC.' });

const healthSchema = titled('Health', { status: choice(['healthy']), timestamp });

const checkSchema = titled('HealthCheck', {
  status: choice(['healthy', 'degraded', 'unhealthy'], {
    description:
      '`degraded` if the dependency answers, but rejects writes. Only the database can be.',
  }),
  latency: Type.Number({
    description: 'Milliseconds until the answer or the timeout.',
  }),
  reason: Type.Optional(Type.String({ description: 'What is wrong. Only for admins.' })),
});

const searchProgressSchema = titled('SearchProgress', {
  status: choice(['current', 'rebuilding'], {
    description:
      '`rebuilding` while a change of the language of the search, or of the searched fields, does not apply to all items yet.',
  }),
  remaining: Type.Integer({
    description: 'About how many items the rebuild has still to look at; 0 if there is none.',
  }),
  total: Type.Integer({
    description: 'About how many items there were when all were last looked at, or began to be.',
  }),
});

const systemHealthSchema = titled('SystemHealth', {
  status: choice(['healthy', 'degraded', 'unhealthy']),
  timestamp,
  uptime: Type.Number({ description: 'Seconds since the process started.' }),
  version: Type.Optional(Type.String({ description: 'The version of Quoin. Only for admins.' })),
  checks: Type.Object({
    database: checkSchema,
    keyValue: checkSchema,
    storage: checkSchema,
  }),
  search: Type.Optional(searchProgressSchema),
});
export type SystemHealthDto = Static<typeof systemHealthSchema>;

const describeApi = {
  method: 'get',
  path: '/api',
  tag: 'System',
  summary: 'Get this document',
  description:
    'The OpenAPI 3.0 description of the API, which is the same for every service of this version. `/api/` returns the same.',
  auth: 'none',
  success: {
    kind: 'json',
    status: 200,
    schema: Type.Unsafe<OpenAPIObject>({ type: 'object', additionalProperties: true }),
  },
} as const;

const size = (description: string) => Type.Integer({ minimum: 1, description });
const format = (description: string) => choice(imageFormats, { description });
const quality = (description: string) => Type.Integer({ minimum: 1, maximum: 100, description });

/** The query parameters of a smaller version of an image. Pages use other names too, and cannot see an error. */
const imageParameters = Type.Partial(
  Type.Object({
    w: size(
      `The width in pixels: the next of ${imageSizes.join(', ')}, and never more than that of the original.`,
    ),
    h: size(
      'The height in pixels: the next of the same list. Without it, the image keeps its aspect ratio.',
    ),
    fit: choice(imageFits, {
      description:
        'How the image fills the size of `w` and `h`: cropped around its focus (the default), with margins, or as large as possible inside it.',
    }),
    format: format('By default `Accept` chooses the format.'),
    q: quality(
      `The quality: the next of ${imageQualities.join(', ')}. 75 by default. PNG ignores it.`,
    ),
    width: size('Another name of `w`, which comes first.'),
    height: size('Another name of `h`, which comes first.'),
    quality: quality('Another name of `q`, which comes first.'),
    fm: format('Another name of `format`, which comes first.'),
  }),
);

export const systemOperations = defineOperations({
  describeApi,
  describeApiWithSlash: { ...describeApi, path: '/api/', isAlias: true },

  showDocs: {
    method: 'get',
    path: '/docs',
    tag: 'System',
    summary: 'Show this document as a page',
    description: 'The page can also send requests to the service. It needs no internet access.',
    auth: 'none',
    success: { kind: 'html', status: 200 },
  },

  getHealth: {
    method: 'get',
    path: '/api/health',
    isProbe: true,
    tag: 'System',
    summary: 'Check whether the process answers',
    description: 'Uses no dependency. Returns 503 while the service stops.',
    auth: 'none',
    success: { kind: 'json', status: 200, schema: dataOf(healthSchema) },
  },

  getSystemHealth: {
    method: 'get',
    path: '/api/system/health',
    tag: 'System',
    summary: 'Check whether the dependencies answer',
    description:
      '`degraded` if the key-value store or the storage of files is unhealthy or the database rejects writes, `unhealthy` if the database does not answer. Checked at most once a second. Admins also get the version, the reasons, and how far a rebuild of the search is.',
    auth: 'diagnostic',
    success: {
      kind: 'json',
      status: 200,
      schema: dataOf(systemHealthSchema),
      headers: Type.Object({
        'Retry-After': Type.Optional(
          Type.Integer({ description: 'Seconds to wait; present if the database is unhealthy.' }),
        ),
      }),
      alternatives: { 503: 'The database is unhealthy.' },
    },
  },

  getFile: {
    method: 'get',
    path: '/files/{key}',
    takesRest: true,
    tag: 'System',
    summary: 'Get the bytes of a media file',
    description:
      'Images, audio, video and PDF are shown inline; everything else is a download. A URL always returns the same bytes, so clients can cache them for a year. With `w`, returns a smaller version of an image; other files are returned unchanged. Animations stay animated in WebP; where they cannot, the original is returned, unless `format` names a format of still images. A version with `h` that is cropped depends on the focus of the image: clients can cache it for five minutes.',
    auth: 'none',
    params: Type.Object({
      key: Type.String({ description: 'Everything after `/files/`, including slashes.' }),
    }),
    query: imageParameters,
    headers: Type.Object({
      Accept: Type.Optional(
        Type.String({ description: 'Chooses the format of a smaller image without `format`.' }),
      ),
      Range: Type.Optional(
        Type.String({ description: 'One range of bytes, for example `bytes=0-1023`.' }),
      ),
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
        'Content-Location': Type.Optional(
          Type.String({ description: 'The path of the original, if it is returned instead.' }),
        ),
        Vary: Type.Optional(Type.String()),
      }),
      alternatives: { 206: 'The requested range.', 416: 'The file has no such range.' },
    },
    errors: ['image_unreadable', 'image_too_large', 'too_many_variants'],
  },
});
