import { statusOfKind, type BulkResultDto, type ErrorDto } from '../../../contracts/index.ts';
import {
  isDomainError,
  second,
  type DomainError,
  type ItemFailure,
} from '../../../core/vocabulary.ts';

/** An error as the client gets it. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: ErrorDto;
  readonly headers: Readonly<Record<string, string>>;
}

/** Contains no detail: that goes to the log only. */
const internalError: ErrorAnswer = {
  status: 500,
  body: { error: 'Internal server error' },
  headers: {},
};

/** An error that is not a {@link DomainError} becomes 500 without details. */
export const errorAnswerOf = (error: unknown): ErrorAnswer => {
  if (!isDomainError(error)) return internalError;
  const { code, message, details, issues, referrers, results, groups, challenge } = error;
  return {
    status: statusOfKind[error.kind],
    body: {
      error: message,
      ...(details !== undefined && { details }),
      code,
      ...(issues !== undefined && { issues }),
      ...(referrers !== undefined && { referrers }),
      ...(code === 'second_factor_required' && challenge !== undefined && { challenge }),
      ...(results !== undefined && { results: results.map(itemResultOf) }),
      ...(groups !== undefined && { groups }),
    },
    headers: headersOf(error),
  };
};

/** What became of one of several items: without an error, nothing. */
export const itemResultOf = ({ id, error }: ItemFailure): BulkResultDto => {
  if (error === undefined) return { id, status: 424 };
  const { status, body } = errorAnswerOf(error);
  const { results: _, groups: __, ...one } = body;
  return { id, status, ...one };
};

const headersOf = ({ kind, retryAfterMs }: DomainError): ErrorAnswer['headers'] => {
  if (kind === 'unauthenticated') return { 'WWW-Authenticate': 'Bearer' };
  const isTemporary = kind === 'rate_limited' || kind === 'unavailable';
  if (retryAfterMs === undefined && !isTemporary) return {};
  return { 'Retry-After': String(Math.max(1, Math.ceil((retryAfterMs ?? 0) / second))) };
};
