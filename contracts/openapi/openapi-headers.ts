import { Type } from 'typebox';
import type { HeaderObject, HeadersObject, ReferenceObject } from 'openapi3-ts/oas30';
import { strictHandling } from '../client/preferences.ts';
import { supportsRetries } from '../operation-traits.ts';
import type { ErrorStatus, Operation } from '../operation.ts';
import type { SchemaRenderer } from './openapi-schema.ts';

const text = { type: 'string' } as const;

/** Headers of every response. */
const common: HeadersObject = {
  'X-Request-Id': {
    required: true,
    description: 'Identifies the request in the log of the service.',
    schema: text,
  },
  'Cache-Control': {
    required: true,
    description: 'Which caches may store the response, and whether they must validate each use.',
    schema: text,
  },
  Vary: { description: 'The request headers on which the response depends.', schema: text },
  'Preference-Applied': {
    description: `\`${strictHandling}\` if the request has this preference.`,
    schema: text,
  },
};

const retryAfter: HeaderObject = { description: 'Seconds to wait.', schema: { type: 'integer' } };

/**
 * The response headers that several operations have, by name. The document does not name those that are only for
 * browsers and connections, such as `Content-Security-Policy` and `Date`.
 */
export const sharedHeaders: HeadersObject = {
  ...common,
  'Retry-After': { ...retryAfter, required: true },
  'WWW-Authenticate': {
    required: true,
    description: 'The scheme of the credentials: `Bearer`.',
    schema: text,
  },
  'Idempotent-Replayed': {
    description: '`true` if this is the response to an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

const refer = (...names: readonly string[]): Record<string, ReferenceObject> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const commonHeaders = refer(...Object.keys(common));

/** Responses that are not stored for a repeat of the request. */
const neverReplayed: readonly ErrorStatus[] = [401, 403, 429, 500, 503];

/** The headers of the error responses with a status. */
export const errorHeaders = (status: ErrorStatus): HeadersObject => ({
  ...commonHeaders,
  ...(status === 401 && refer('WWW-Authenticate')),
  ...((status === 429 || status === 503) && refer('Retry-After')),
  // While an equal request is in progress.
  ...(status === 409 && { 'Retry-After': retryAfter }),
  ...(!neverReplayed.includes(status) && refer('Idempotent-Replayed')),
});

/** The headers of a successful response. */
export const successHeaders = (renderer: SchemaRenderer, operation: Operation): HeadersObject => {
  const own = Object.entries(operation.success.headers?.properties ?? {});
  return {
    ...commonHeaders,
    ...(supportsRetries(operation) && refer('Idempotent-Replayed')),
    ...Object.fromEntries(
      own.map(([name, header]): [string, HeaderObject] => {
        const required = !Type.IsOptional(header) || name === 'Cache-Control';
        return [name, { required, schema: renderer.render(header) }];
      }),
    ),
  };
};

/** Headers that describe a body. */
const ofBody: readonly string[] = ['Content-Type', 'Content-Length'];

/** The headers of a successful response without those that describe its body, and without another one. */
export const bodilessHeaders = (
  renderer: SchemaRenderer,
  operation: Operation,
  omitted?: string,
): HeadersObject => {
  const headers = Object.entries(successHeaders(renderer, operation));
  return Object.fromEntries(headers.filter(([name]) => !ofBody.includes(name) && name !== omitted));
};
