import {
  DomainError,
  hasTranslations,
  isDomainError,
  localeTaken,
  notSingleton,
  singletonExists,
  valueTaken,
} from '../../../core/store.ts';

/** An error that PostgreSQL reported. */
interface DatabaseError {
  /** SQLSTATE (PostgreSQL manual, appendix A). */
  readonly code: string;
  readonly constraint: string | undefined;
  readonly detail: string;
}

const sqlState = /^[0-9A-Z]{5}$/;

/** @returns undefined for an error that PostgreSQL did not report, such as a lost connection. */
export const databaseErrorOf = (error: unknown): DatabaseError | undefined => {
  // Checks the members, because the two drivers use different classes. Only PostgreSQL sets a severity.
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined;
  const { code } = error;
  if (typeof code !== 'string' || !sqlState.test(code)) return undefined;
  const constraint = 'constraint' in error ? error.constraint : undefined;
  const detail = 'detail' in error && typeof error.detail === 'string' ? error.detail : '';
  return { code, constraint: typeof constraint === 'string' ? constraint : undefined, detail };
};

/** The error to throw when a statement violates a constraint, by the constraint's name. */
export type ConstraintErrors = Readonly<Record<string, () => DomainError>>;

const taken =
  (code: 'slug_taken' | 'email_taken' | 'username_taken', what: string) => (): DomainError =>
    new DomainError(code, `This ${what} is taken`);

const idTaken = (): DomainError => new DomainError('id_taken', 'This id is taken');

const idInTrash = (): DomainError =>
  new DomainError('id_taken', 'An item in the trash has this id');

const referenced = (): DomainError =>
  new DomainError('referenced', 'Other content refers to this content');

const collectionNotFound = (): DomainError =>
  new DomainError('collection_not_found', 'Collection not found');

/** For inserts and updates. The migrations name the constraints. */
export const writeErrors: ConstraintErrors = {
  content_pkey: idTaken,
  content_trash_pkey: idInTrash,
  // Content that exists violates its own key first.
  content_revisions_pkey: idInTrash,
  content_slug_key: taken('slug_taken', 'slug'),
  content_collection_id_fkey: collectionNotFound,
  content_references_on_delete_check: referenced,
  content_singleton_check: singletonExists,
  content_group_locale_key: localeTaken,
  content_group_check: hasTranslations,
  collections_pkey: idTaken,
  collections_name_key: () =>
    new DomainError('collection_name_taken', 'A collection has this name already'),
  users_pkey: idTaken,
  users_email_key: taken('email_taken', 'e-mail address'),
  users_username_key: taken('username_taken', 'username'),
  user_grants_collection_id_fkey: collectionNotFound,
  sessions_pkey: idTaken,
  api_tokens_pkey: idTaken,
  api_tokens_digest_key: idTaken,
  preview_tokens_pkey: idTaken,
  preview_tokens_digest_key: idTaken,
  media_pkey: idTaken,
  media_key_key: idTaken,
  media_object_key: idTaken,
};

/** For updates of collections: one that becomes a singleton may have several items. */
export const collectionUpdateErrors: ConstraintErrors = {
  ...writeErrors,
  content_singleton_check: notSingleton,
};

/** For deletes, where a foreign key means that another row still refers to the deleted one. */
export const deletionErrors: ConstraintErrors = {
  content_collection_id_fkey: () =>
    new DomainError('collection_not_empty', 'The collection still has content in it'),
};

/** Prefixes of the SQLSTATEs that are worth a retry (PostgreSQL manual, appendix A). */
const transientStates = [
  '08', // connection exceptions
  '25006', // read-only server: a standby, not promoted yet
  '25P03', // idle_in_transaction_session_timeout
  '28', // authentication failed
  '3D000', // no such database
  '40', // serialization failures and deadlocks
  '53', // out of connections, memory or disk
  '55P03', // lock_timeout
  '57', // cancelled, shut down, starting up
  '58', // disk or system failure
];

/** Error codes of Node for a connection that failed or was lost. */
const networkCodes: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** The driver's messages for a connection that was lost before the statement was sent. */
const unsentMessages = [
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
];

/** Ends of the driver's messages. Knex puts the statement in front of them. */
const driverMessages = [
  ...unsentMessages,
  'Query read timeout',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'timeout expired',
  'Unable to acquire a connection',
  'aborted',
];

export const retryAfterMs = 2_000;

/** The error for a statement that was not sent, because no connection was available. */
export const noConnection = (cause: unknown): DomainError =>
  new DomainError('dependency_unavailable', 'The database is not available at the moment', {
    retryAfterMs,
    cause,
  });

/** Like {@link domainErrorOf}, but any other error becomes one of a connection, too. */
export const unavailable = (error: unknown): DomainError => {
  const mapped = domainErrorOf(error);
  return isDomainError(mapped) ? mapped : noConnection(error);
};

/** Whether the server rejected a write because it is read-only: a standby, for example. */
export const isReadOnlyError = (error: unknown): boolean =>
  databaseErrorOf(error)?.code === '25006';

/** Whether the server cannot write: its disk is full or fails. */
export const isStorageFailure = (error: unknown): boolean =>
  /^(?:53100|58)/.test(databaseErrorOf(error)?.code ?? '');

/** Whether the database rolled the work back because of a concurrent transaction, which may have begun the same group. */
export const isConflict = (error: unknown): boolean => {
  const cause = isDomainError(error) ? error.cause : error;
  const { code, constraint } = databaseErrorOf(cause) ?? {};
  return code === '40001' || code === '40P01' || constraint === 'content_head_key';
};

/**
 * Maps an error of the driver to the error of a port: as `constraints` say, or
 * `dependency_unavailable` when the database is unreachable, overloaded or too slow. The driver's
 * own text becomes the cause and is not part of any message.
 *
 * @returns the error itself if it is neither: that is a bug.
 */
export const domainErrorOf = (
  error: unknown,
  constraints: ConstraintErrors = writeErrors,
): unknown => constraintErrorOf(error, constraints) ?? outageOf(error) ?? error;

/**
 * Maps an error of COMMIT, or of a write outside of a transaction, like {@link domainErrorOf}. If the
 * answer was lost, the outcome is unknown, and the error's details say so.
 */
export const commitErrorOf = (
  error: unknown,
  constraints: ConstraintErrors = writeErrors,
): unknown => {
  const violation = constraintErrorOf(error, constraints);
  if (violation !== undefined) return violation;
  if (!isUnanswered(error)) return outageOf(error) ?? error;
  return new DomainError('dependency_unavailable', 'The database did not confirm the change', {
    details: unknownOutcome,
    retryAfterMs,
    cause: error,
  });
};

const unknownOutcome =
  'It is not known whether the change was stored: read it back before you retry.';

/** For a value that violates the unique index of a field; see `queries/key-expressions.ts`. */
const takenValue = (error: unknown): DomainError | undefined => {
  const { constraint, detail = '' } = databaseErrorOf(error) ?? {};
  if (constraint?.startsWith('content_unique_') !== true) return undefined;
  const [, path = ''] = /content_unique_value\(data, '([^']+)'/.exec(detail) ?? [];
  const within = detail.includes(', locale)=') ? 'locale' : undefined;
  return valueTaken(`data.${path}`, { within, cause: error });
};

const constraintErrorOf = (error: unknown, errors: ConstraintErrors): DomainError | undefined => {
  const taken = takenValue(error);
  if (taken !== undefined) return taken;
  const { constraint } = databaseErrorOf(error) ?? {};
  return constraint !== undefined && Object.hasOwn(errors, constraint)
    ? errors[constraint]?.()
    : undefined;
};

const outageOf = (error: unknown): DomainError | undefined => {
  if (!isTransient(error)) return undefined;
  return isReadOnlyError(error)
    ? new DomainError('dependency_unavailable', 'The database is read-only at the moment', {
        retryAfterMs,
        cause: error,
      })
    : noConnection(error);
};

const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (isConflict(error)) return true;
  const state = databaseErrorOf(error)?.code;
  return state === undefined
    ? isLostConnection(error)
    : transientStates.some((prefix) => state.startsWith(prefix));
};

const isLostConnection = (error: Error): boolean =>
  error.name === 'KnexTimeoutError' ||
  ('code' in error && networkCodes.has(error.code)) ||
  endsWithAny(error, driverMessages);

const isUnanswered = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const state = databaseErrorOf(error)?.code;
  // The server reports these when it closes a connection, even one that has just committed.
  if (state !== undefined) return state.startsWith('08') || state.startsWith('57P');
  return isLostConnection(error) && !endsWithAny(error, unsentMessages);
};

const endsWithAny = ({ message }: Error, endings: readonly string[]): boolean =>
  endings.some((ending) => message.endsWith(ending));
