import type { ErrorDto } from '../../contracts/index.ts';
import { isDomainError, second, type DomainError, type ErrorKind } from '../../core/index.ts';

/** The one place where failures of the core become HTTP. */
const statuses: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_type: 415,
  rate_limited: 429,
  unavailable: 503,
};

/** A failure as the caller learns of it. */
export interface Refusal {
  readonly status: number;
  readonly body: ErrorDto;
  readonly headers: Readonly<Record<string, string>>;
}

/** Nothing of what went wrong gets out: it is for the log. */
const internalError: Refusal = {
  status: 500,
  body: { error: 'Internal server error' },
  headers: {},
};

/** What the caller is told. Whatever is no {@link DomainError} is 500 without a word of its own. */
export const refusalOf = (error: unknown): Refusal => {
  if (!isDomainError(error)) return internalError;
  const { code, message, details, issues } = error;
  return {
    status: statuses[error.kind],
    body: {
      error: message,
      ...(details !== undefined && { details }),
      code,
      ...(issues !== undefined && { issues }),
    },
    headers: headersOf(error),
  };
};

const headersOf = ({ kind, retryAfterMs = 0 }: DomainError): Refusal['headers'] => {
  if (kind === 'unauthenticated') return { 'WWW-Authenticate': 'Bearer' };
  if (kind !== 'rate_limited' && kind !== 'unavailable') return {};
  return { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterMs / second))) };
};
