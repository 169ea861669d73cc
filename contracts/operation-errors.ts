import { errorKinds, type ErrorCode, type ErrorKind } from '../core/vocabulary.ts';
import { errorStatuses, type ErrorStatus, type Operation } from './operation.ts';
import { isWrite, needsCsrfToken, needsSecondFactor, supportsRetries } from './operation-traits.ts';
import { isRequired } from './schemas/request-body.ts';

/** The only table from the core's error kinds to HTTP statuses. */
export const statusOfKind: Readonly<Record<ErrorKind, ErrorStatus | 405>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_type: 415,
  misdirected: 421,
  unprocessable: 422,
  rate_limited: 429,
  unavailable: 503,
};

const codes = Object.keys(errorKinds) as readonly ErrorCode[];

/** The codes of all error responses of the operation, in the order of the catalogue. A response with 500 has no code. */
export const errorCodesOf = (operation: Operation): readonly ErrorCode[] => {
  const { auth, params, query, headers, body, errors = [] } = operation;
  const needsSession = auth === 'user' || auth === 'admin';
  const checksCredentials = needsSession || auth === 'public';
  const hasNote = headers !== undefined && 'X-Change-Note' in headers.properties;
  const possible: Readonly<Partial<Record<ErrorCode, boolean>>> = {
    // An unknown parameter with strict handling.
    invalid_input: true,
    invalid_text: query !== undefined || body !== undefined || hasNote,
    malformed_body: body !== undefined,
    // A request without `Host`.
    malformed_request: true,
    not_authenticated: needsSession,
    invalid_session: checksCredentials,
    // Every write checks the API token, in order to reject it.
    invalid_token: checksCredentials || isWrite(operation),
    forbidden: needsSession,
    token_read_only: isWrite(operation),
    second_factor_setup_required: needsSecondFactor(operation),
    csrf_failed: needsCsrfToken(operation),
    not_found: params !== undefined,
    in_progress: supportsRetries(operation),
    version_mismatch: headers !== undefined && 'If-Match' in headers.properties,
    body_too_large: body !== undefined,
    file_too_large: body?.kind === 'upload',
    // The other media types of an optional form are ignored.
    unsupported_content_type: body !== undefined && (body.kind === 'json' || isRequired(body)),
    // The configuration decides for which hosts the service answers.
    host_not_allowed: true,
    idempotency_mismatch: supportsRetries(operation),
    rate_limited: supportsRetries(operation),
    overloaded: true,
    dependency_unavailable: true,
  };
  return codes.filter((code) => possible[code] === true || errors.includes(code));
};

/** Those of the codes whose responses have the status. */
export const codesWithStatus = (
  all: readonly ErrorCode[],
  status: ErrorStatus,
): readonly ErrorCode[] => all.filter((code) => statusOfKind[errorKinds[code]] === status);

/** The statuses of all error responses of the operation, ascending. */
export const errorsOf = (operation: Operation): readonly ErrorStatus[] => {
  const all = errorCodesOf(operation);
  // Every operation can fail.
  return errorStatuses.filter(
    (status) => status === 500 || codesWithStatus(all, status).length > 0,
  );
};
