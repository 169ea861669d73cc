import type { ErrorCode } from '../../core/vocabulary.ts';
import type { ErrorDto } from '../schemas/envelope.ts';
import type { FetchResponse } from './client-messages.ts';

/** An error response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Undefined when another server answered, such as a proxy. */
  readonly code: ErrorCode | undefined;
  readonly details: string | undefined;
  readonly issues: ErrorDto['issues'];
  readonly referrers: ErrorDto['referrers'];
  /** With the codes `bulk_failed` and `siblings_failed`: what became of each item. */
  readonly results: ErrorDto['results'];
  /** With the code `not_shared`: up to ten groups whose items differ. */
  readonly groups: ErrorDto['groups'];
  /** With the code `second_factor_required`: for `logInWithCode`. */
  readonly challenge: string | undefined;
  /** How long the service asks to wait before the next attempt. */
  readonly retryAfterMs: number | undefined;

  constructor(response: Pick<FetchResponse, 'status' | 'headers'>, error: ErrorDto) {
    super(error.error);
    this.status = response.status;
    this.code = error.code;
    this.details = error.details;
    this.issues = error.issues;
    this.referrers = error.referrers;
    this.results = error.results;
    this.groups = error.groups;
    this.challenge = error.challenge;
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    this.retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : undefined;
  }
}
