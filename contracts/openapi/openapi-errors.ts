import type {
  ContentObject,
  MediaTypeObject,
  ReferenceObject,
  ResponseObject,
  SchemaObject,
} from 'openapi3-ts/oas30';
import type { ErrorCode } from '../../core/vocabulary.ts';
import { codesWithStatus, errorCodesOf } from '../operation-errors.ts';
import { answersErrorsWithPage, mayAnswerErrorsWithPage } from '../operation-traits.ts';
import type { ErrorStatus, Operation } from '../operation.ts';
import { errorSchema, internalErrorSchema } from '../schemas/envelope.ts';
import { errorHeaders } from './openapi-headers.ts';
import type { SchemaRenderer } from './openapi-schema.ts';
import { statusNotes } from './status-notes.ts';

interface SharedError {
  readonly status: ErrorStatus;
  readonly codes: readonly ErrorCode[];
}

const badRequest = ['invalid_input', 'malformed_request'] as const;
const unauthorized = ['invalid_session', 'invalid_token'] as const;
const writeForbidden = ['forbidden', 'token_read_only', 'csrf_failed'] as const;
const factorMissing = ['second_factor_setup_required'] as const;

/** The error responses of many operations, by the name of the component. Other responses are described in their operation. */
const sharedErrors: Readonly<Record<string, SharedError>> = {
  BadRequest: { status: 400, codes: badRequest },
  BadQuery: { status: 400, codes: [...badRequest, 'invalid_text'] },
  BadBody: { status: 400, codes: [...badRequest, 'invalid_text', 'malformed_body'] },
  Unauthorized: { status: 401, codes: ['not_authenticated', ...unauthorized] },
  UnauthorizedRead: { status: 401, codes: [...unauthorized, 'invalid_preview'] },
  Forbidden: { status: 403, codes: ['forbidden', ...factorMissing] },
  ForbiddenRead: { status: 403, codes: ['forbidden', 'token_scope', ...factorMissing] },
  ForbiddenWrite: { status: 403, codes: [...writeForbidden, ...factorMissing] },
  ForbiddenHookedWrite: {
    status: 403,
    codes: [...writeForbidden, 'blocked_by_hook', ...factorMissing],
  },
  ForbiddenOwnRead: { status: 403, codes: ['forbidden'] },
  ForbiddenOwnWrite: { status: 403, codes: writeForbidden },
  SecondFactorMissing: { status: 403, codes: factorMissing },
  NotFound: { status: 404, codes: ['not_found'] },
  Conflict: { status: 409, codes: ['in_progress'] },
  PreconditionFailed: { status: 412, codes: ['version_mismatch'] },
  PayloadTooLarge: { status: 413, codes: ['body_too_large'] },
  UnsupportedMediaType: { status: 415, codes: ['unsupported_content_type'] },
  MisdirectedRequest: { status: 421, codes: ['host_not_allowed'] },
  UnprocessableContent: { status: 422, codes: ['idempotency_mismatch'] },
  TooManyRequests: { status: 429, codes: ['rate_limited'] },
  InternalError: { status: 500, codes: [] },
  Unavailable: { status: 503, codes: ['overloaded', 'dependency_unavailable'] },
};

/** The components that error responses of operations refer to. */
export const renderErrorResponses = (renderer: SchemaRenderer): Record<string, ResponseObject> =>
  Object.fromEntries(
    Object.entries(sharedErrors).map(([name, { status, codes }]) => [
      name,
      responseOf(status, renderJson(renderer, status, codes)),
    ]),
  );

export const page: ContentObject = { 'text/html': { schema: { type: 'string' } } };

/** The response of an operation with an error status. */
export const renderErrorResponse = (
  renderer: SchemaRenderer,
  operation: Operation,
  status: ErrorStatus,
): ResponseObject | ReferenceObject => {
  const codes = codesWithStatus(errorCodesOf(operation), status);
  if (answersErrorsWithPage(operation)) return responseOf(status, page);
  if (mayAnswerErrorsWithPage(operation)) {
    return responseOf(status, { ...renderJson(renderer, status, codes), ...page });
  }
  const shared = Object.entries(sharedErrors).find(([, each]) => isSame(each, { status, codes }));
  return shared === undefined
    ? responseOf(status, renderJson(renderer, status, codes))
    : { $ref: `#/components/responses/${shared[0]}` };
};

const isSame = (left: SharedError, right: SharedError): boolean =>
  left.status === right.status &&
  left.codes.length === right.codes.length &&
  left.codes.every((code) => right.codes.includes(code));

const responseOf = (status: ErrorStatus, content: ContentObject): ResponseObject => ({
  description: statusNotes[status].description,
  headers: errorHeaders(status),
  content,
});

const renderJson = (
  renderer: SchemaRenderer,
  status: ErrorStatus,
  codes: readonly ErrorCode[],
): ContentObject => {
  const { example } = statusNotes[status];
  const isPossible = example.code === undefined || codes.includes(example.code);
  const media: MediaTypeObject = { schema: schemaWith(renderer, codes) };
  return { 'application/json': isPossible ? { ...media, example } : media };
};

/** An error with one of the codes. Without any, it has no code. */
const schemaWith = (
  renderer: SchemaRenderer,
  codes: readonly ErrorCode[],
): SchemaObject | ReferenceObject => {
  if (codes.length === 0) return renderer.render(internalErrorSchema);
  const code: SchemaObject = { type: 'string', enum: [...codes] };
  const precise: SchemaObject = { type: 'object', required: ['code'], properties: { code } };
  return { allOf: [renderer.render(errorSchema), precise] };
};
