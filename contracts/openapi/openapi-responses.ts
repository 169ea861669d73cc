import { Type, type TObject } from 'typebox';
import type {
  ContentObject,
  HeadersObject,
  MediaTypeObject,
  ReferenceObject,
  ResponseObject,
  ResponsesObject,
} from 'openapi3-ts/oas30';
import { errorSchema, type ErrorDto } from '../schemas/envelope.ts';
import type { SchemaRenderer } from './openapi-schema.ts';
import type { ErrorStatus, Operation, Success } from '../operation.ts';
import { preferenceAppliedHeader } from './prefer.ts';
import { defaultBodyLimit } from '../schemas/request-body.ts';
import {
  errorsOf,
  isConditional,
  mayAnswerErrorsWithPage,
  answersErrorsWithPage,
} from '../operation-traits.ts';

interface ErrorResponse {
  /** The name of the component. */
  readonly name: string;
  readonly description: string;
  readonly example: ErrorDto;
  /** Whether the response has `Retry-After`. */
  readonly retryAfter?: true;
}

const errorResponses: Readonly<Record<ErrorStatus, ErrorResponse>> = {
  400: {
    name: 'BadRequest',
    description:
      'The request is incomplete or invalid. `issues` lists the mistakes and their places.',
    example: {
      error: 'limit: must be a whole number from 1',
      code: 'invalid_input',
      issues: [{ path: 'limit', message: 'must be a whole number from 1' }],
    },
  },
  401: {
    name: 'Unauthorized',
    description: 'The credentials are missing, wrong, expired or revoked.',
    example: { error: 'Authentication required', code: 'not_authenticated' },
  },
  403: {
    name: 'Forbidden',
    description:
      'The role, the API token, a hook or the settings do not allow it, or the CSRF token is missing.',
    example: { error: 'Access denied: your role does not permit this', code: 'forbidden' },
  },
  404: {
    name: 'NotFound',
    description: 'The resource does not exist, or the caller may not see it.',
    example: { error: 'Content not found', code: 'not_found' },
  },
  409: {
    name: 'Conflict',
    description:
      'The request conflicts with stored data, or a request with this `Idempotency-Key` is still running; then `Retry-After` is set.',
    example: {
      error: "The slug 'tidal-pools-in-winter' is taken",
      details: "'tidal-pools-in-winter-2' is free",
      code: 'slug_taken',
      issues: [{ path: 'slug', message: 'must not be taken' }],
    },
  },
  410: {
    name: 'Gone',
    description: 'The changes after the cursor are no longer known: start again.',
    example: {
      error: 'The changes after this cursor are no longer known',
      details: 'Start again with after=start',
      code: 'cursor_expired',
    },
  },
  412: {
    name: 'PreconditionFailed',
    description: '`If-Match` does not name the current `ETag`.',
    example: { error: 'The content has changed since you read it', code: 'version_mismatch' },
  },
  413: {
    name: 'PayloadTooLarge',
    description: 'The body is too long.',
    example: {
      error: `The body may have at most ${defaultBodyLimit} bytes`,
      code: 'body_too_large',
    },
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The operation does not accept the media type of the body.',
    example: { error: 'The body must be application/json', code: 'unsupported_content_type' },
  },
  421: {
    name: 'MisdirectedRequest',
    description: 'The service does not answer for the host of the request.',
    example: {
      error: 'The service does not answer for this host',
      details: 'If it is a name of the service, set PUBLIC_URL or ALLOWED_HOSTS',
      code: 'host_not_allowed',
    },
  },
  422: {
    name: 'UnprocessableContent',
    description:
      'Another request had this `Idempotency-Key`, or the image cannot be resized, because it is broken or too large.',
    example: {
      error: 'Another request had this Idempotency-Key',
      details: 'Send a new key with each new request, and the same one only to repeat it',
      code: 'idempotency_mismatch',
    },
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many attempts. Retry after `Retry-After`.',
    example: {
      error: 'Too many attempts',
      details: 'Try again in 42 seconds',
      code: 'rate_limited',
    },
    retryAfter: true,
  },
  500: {
    name: 'InternalError',
    description: 'The service failed. Its log contains the details.',
    example: { error: 'Internal server error' },
  },
  503: {
    name: 'Unavailable',
    description: 'The service is overloaded, or a dependency is unreachable.',
    example: {
      error: 'The database is not available at the moment',
      code: 'dependency_unavailable',
    },
    retryAfter: true,
  },
};

/** The error responses that all operations share, by the name of the component. */
export const renderErrorResponses = (renderer: SchemaRenderer): Record<string, ResponseObject> =>
  Object.fromEntries(
    Object.values(errorResponses).map(({ name, description, example, retryAfter }) => [
      name,
      {
        description,
        headers: { ...(retryAfter && retryAfterHeader), ...preferenceAppliedHeader },
        content: { 'application/json': { schema: renderer.render(errorSchema), example } },
      },
    ]),
  );

const retryAfterHeader: HeadersObject = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
};

const page: ContentObject = { 'text/html': { schema: { type: 'string' } } };

const renderErrorResponse = (
  renderer: SchemaRenderer,
  operation: Operation,
  status: ErrorStatus,
): ResponseObject | ReferenceObject => {
  const { name, description, example, retryAfter } = errorResponses[status];
  if (!mayAnswerErrorsWithPage(operation)) return { $ref: `#/components/responses/${name}` };
  const json = { 'application/json': { schema: renderer.render(errorSchema), example } };
  const content = answersErrorsWithPage(operation) ? page : { ...json, ...page };
  return { description, ...(retryAfter && { headers: retryAfterHeader }), content };
};

const renderContent = (renderer: SchemaRenderer, success: Success): ContentObject | undefined => {
  switch (success.kind) {
    case 'json': {
      const media: MediaTypeObject = { schema: renderer.render(success.schema) };
      const { example } = success;
      return { 'application/json': example === undefined ? media : { ...media, example } };
    }
    case 'ndjson':
      return { 'application/x-ndjson': { schema: renderer.render(success.schema) } };
    case 'events':
      return { 'text/event-stream': { schema: { type: 'string' } } };
    case 'html':
      return page;
    case 'bytes':
      return { '*/*': { schema: { type: 'string', format: 'binary' } } };
    case 'redirect':
      return undefined;
  }
};

const renderHeaders = (renderer: SchemaRenderer, headers: TObject): HeadersObject =>
  Object.fromEntries(
    Object.entries(headers.properties).map(([name, header]) => [
      name,
      { required: !Type.IsOptional(header), schema: renderer.render(header) },
    ]),
  );

const describeSuccess = ({ kind, status }: Success): string => {
  if (status === 201) return 'Created.';
  return kind === 'redirect' ? 'Redirect.' : 'Success.';
};

/** All responses of an operation by status. */
export const renderResponses = (
  renderer: SchemaRenderer,
  operation: Operation,
): ResponsesObject => {
  const { success } = operation;
  const content = renderContent(renderer, success);
  const full = {
    headers: {
      ...preferenceAppliedHeader,
      ...(success.headers && renderHeaders(renderer, success.headers)),
    },
    ...(content && { content }),
  };
  const responses: Record<string, ResponseObject | ReferenceObject> = {};
  for (const status of errorsOf(operation))
    responses[status] = renderErrorResponse(renderer, operation, status);
  if (isConditional(operation)) {
    responses[304] = { description: 'The client already has this version.' };
  }
  for (const [status, description] of Object.entries(success.alternatives ?? {})) {
    const isBare = success.kind === 'bytes' && Number(status) >= 400;
    responses[status] = { description, ...(!isBare && full) };
  }
  responses[success.status] = { description: describeSuccess(success), ...full };
  return responses;
};
