/**
 * A category of errors, independent of any transport. Driving adapters map kinds, not codes, so a new
 * code needs no change outside the core.
 */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'gone'
  | 'method_not_allowed'
  | 'conflict'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported_type'
  | 'misdirected'
  | 'unprocessable'
  | 'rate_limited'
  | 'unavailable';

/** All error codes with their kinds. `docs/errors.md` explains each code. */
export const errorKinds = {
  invalid_input: 'invalid',
  invalid_text: 'invalid',
  malformed_body: 'invalid',
  malformed_request: 'invalid',
  invalid_slug: 'invalid',
  invalid_data: 'invalid',
  unknown_data: 'invalid',
  invalid_schema: 'invalid',
  invalid_email: 'invalid',
  invalid_password: 'invalid',
  invalid_folder: 'invalid',
  not_indexed: 'invalid',
  invalid_cursor: 'invalid',
  collection_not_found: 'invalid',
  media_type_refused: 'invalid',
  not_authenticated: 'unauthenticated',
  invalid_credentials: 'unauthenticated',
  invalid_session: 'unauthenticated',
  invalid_token: 'unauthenticated',
  invalid_preview: 'unauthenticated',
  invalid_link: 'unauthenticated',
  second_factor_required: 'unauthenticated',
  invalid_code: 'unauthenticated',
  forbidden: 'forbidden',
  token_read_only: 'forbidden',
  token_scope: 'forbidden',
  registration_disabled: 'forbidden',
  wrong_password: 'forbidden',
  password_login_disabled: 'forbidden',
  second_factor_setup_required: 'forbidden',
  csrf_failed: 'forbidden',
  blocked_by_hook: 'forbidden',
  not_found: 'not_found',
  cursor_expired: 'gone',
  method_not_allowed: 'method_not_allowed',
  slug_taken: 'conflict',
  address_not_kept: 'conflict',
  value_taken: 'conflict',
  not_unique: 'conflict',
  invalid_transition: 'conflict',
  not_published: 'conflict',
  draft_outdated: 'conflict',
  nothing_to_publish: 'conflict',
  collection_name_taken: 'conflict',
  collection_not_empty: 'conflict',
  collection_inactive: 'conflict',
  singleton_exists: 'conflict',
  not_singleton: 'conflict',
  not_localized: 'conflict',
  locale_taken: 'conflict',
  has_translations: 'conflict',
  shared_field: 'conflict',
  not_shared: 'conflict',
  siblings_failed: 'conflict',
  email_taken: 'conflict',
  username_taken: 'conflict',
  last_admin: 'conflict',
  last_sign_in: 'conflict',
  role_managed: 'conflict',
  factor_exists: 'conflict',
  id_taken: 'conflict',
  edited_since_import: 'conflict',
  in_progress: 'conflict',
  mail_not_configured: 'conflict',
  too_many_comments: 'conflict',
  too_many_views: 'conflict',
  bulk_failed: 'conflict',
  referenced: 'conflict',
  locale_in_use: 'conflict',
  version_mismatch: 'precondition_failed',
  body_too_large: 'too_large',
  file_too_large: 'too_large',
  bulk_too_large: 'too_large',
  unsupported_content_type: 'unsupported_type',
  host_not_allowed: 'misdirected',
  image_unreadable: 'unprocessable',
  image_too_large: 'unprocessable',
  idempotency_mismatch: 'unprocessable',
  rate_limited: 'rate_limited',
  too_many_variants: 'rate_limited',
  overloaded: 'unavailable',
  dependency_unavailable: 'unavailable',
} as const satisfies Readonly<Record<string, ErrorKind>>;

export type ErrorCode = keyof typeof errorKinds;

/** One mistake in the input. `path` is dotted, for example `data.tags.0`. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** An item that refers to another one, and the field in which it does. */
export interface ReferrerFacts {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly status: 'draft' | 'published' | 'archived';
  readonly collectionId: string;
  readonly field: string;
}

/** What prevented the change of one of several items; without an error, that of another one did. */
export interface ItemFailure {
  readonly id: string;
  readonly error?: DomainError | undefined;
}

export interface ErrorContext {
  /** A second sentence that says what to do. Shown to the caller. */
  readonly details?: string;
  readonly issues?: readonly Issue[];
  /** With the code `referenced`: items that prevent the change. */
  readonly referrers?: readonly ReferrerFacts[];
  /** With the codes `bulk_failed` and `siblings_failed`: all items that the request would have changed. */
  readonly results?: readonly ItemFailure[];
  /** With the code `not_shared`: ids of groups whose items differ. */
  readonly groups?: readonly string[];
  readonly retryAfterMs?: number;
  /** What a code, or another one, is sent with: with the code `second_factor_required`, and with `invalid_code`. */
  readonly challenge?: string;
  readonly cause?: unknown;
}

/** The only error class of the core. Messages can change between releases; codes cannot. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly kind: ErrorKind;
  readonly details: string | undefined;
  readonly issues: readonly Issue[] | undefined;
  readonly referrers: readonly ReferrerFacts[] | undefined;
  readonly results: readonly ItemFailure[] | undefined;
  readonly groups: readonly string[] | undefined;
  /** How long the caller should wait before a retry. */
  readonly retryAfterMs: number | undefined;
  readonly challenge: string | undefined;

  constructor(code: ErrorCode, message: string, context: ErrorContext = {}) {
    super(message, context.cause === undefined ? undefined : { cause: context.cause });
    this.code = code;
    this.kind = errorKinds[code];
    this.details = context.details;
    this.issues = context.issues;
    this.referrers = context.referrers;
    this.results = context.results;
    this.groups = context.groups;
    this.retryAfterMs = context.retryAfterMs;
    this.challenge = context.challenge;
  }
}

/** Compares the structure, not the class: a process can contain two copies of the core. */
export const isDomainError = (error: unknown): error is DomainError =>
  error instanceof Error &&
  error.name === 'DomainError' &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code in errorKinds;

/** @returns whether `error` is a domain error with exactly this code. */
export const hasCode = (error: unknown, code: ErrorCode): error is DomainError =>
  isDomainError(error) && error.code === code;

export const notFound = (what: string): DomainError =>
  new DomainError('not_found', `${what} not found`);

/** An error that lists all issues; the first one is its message. */
export const invalid = (
  code: ErrorCode,
  issues: readonly Issue[],
  details?: string,
): DomainError => {
  const [first] = issues;
  const message = first === undefined ? 'Invalid input' : `${first.path}: ${first.message}`;
  return new DomainError(code, message, { issues, ...(details !== undefined && { details }) });
};

/** A million issues would be a response of a hundred megabytes. */
const maxIssues = 100;
/** In UTF-16 units; a path can be as long as the body. */
const maxPathLength = 200;

/** @throws DomainError with at most a hundred issues, if there are any. */
export const rejectAll = (code: ErrorCode, issues: Iterable<Issue>): void => {
  const listed: Issue[] = [];
  for (const { path, message } of issues) {
    if (listed.length === maxIssues) {
      throw invalid(code, listed, `Only the first ${maxIssues} issues are listed`);
    }
    const shown = path.length > maxPathLength ? `${path.slice(0, maxPathLength)}…` : path;
    listed.push({ path: shown, message });
  }
  if (listed.length > 0) throw invalid(code, listed);
};

/** What is wrong according to a check; empty if it passes. @throws errors without issues. */
export const issuesOf = (check: () => void): readonly Issue[] => {
  try {
    check();
    return [];
  } catch (error) {
    if (isDomainError(error) && error.issues !== undefined) return error.issues;
    throw error;
  }
};

/** The result for one of several records. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: DomainError };

/**
 * Returns an error that a record caused as a value, so that it does not affect the other records.
 *
 * @throws every other error, for example when the store is unreachable.
 */
export const resultOf = async <T>(work: () => Promise<T> | T): Promise<Result<T>> => {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (isDomainError(error) && error.kind !== 'unavailable') return { ok: false, error };
    throw error;
  }
};
