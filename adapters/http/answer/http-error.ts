import { statusOfKind, type BulkResultDto, type ErrorDto } from '../../../contracts/index.ts';
import {
  DomainError,
  isDomainError,
  second,
  type ErrorCode,
  type ErrorContext,
} from '../../../core/vocabulary.ts';

/** An error as the client gets it. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: ErrorDto;
  readonly headers: Readonly<Record<string, string>>;
}

/** The failure of a request with several parts. Its response has a result for each of them. */
export class FailureWithResults extends DomainError {
  readonly results: readonly BulkResultDto[];

  constructor(
    results: readonly BulkResultDto[],
    code: ErrorCode,
    message: string,
    context: ErrorContext,
  ) {
    super(code, message, context);
    this.results = results;
  }
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
  const { code, message, details, issues, referrers, challenge } = error;
  return {
    status: statusOfKind[error.kind],
    body: {
      error: message,
      ...(details !== undefined && { details }),
      code,
      ...(issues !== undefined && { issues }),
      ...(referrers !== undefined && { referrers }),
      ...(code === 'second_factor_required' && challenge !== undefined && { challenge }),
      ...(error instanceof FailureWithResults && { results: error.results }),
    },
    headers: headersOf(error),
  };
};

const headersOf = ({ kind, retryAfterMs }: DomainError): ErrorAnswer['headers'] => {
  if (kind === 'unauthenticated') return { 'WWW-Authenticate': 'Bearer' };
  const isTemporary = kind === 'rate_limited' || kind === 'unavailable';
  if (retryAfterMs === undefined && !isTemporary) return {};
  return { 'Retry-After': String(Math.max(1, Math.ceil((retryAfterMs ?? 0) / second))) };
};
