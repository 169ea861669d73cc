import { DomainError, isDomainError } from '../../../core/store.ts';
import { databaseErrorOf } from './errors.ts';

/** The program cannot use the server, or the schema of the database. The message says why, and what to do. */
export class UnusableSchema extends Error {
  override readonly name = 'UnusableSchema';
}

interface Failure {
  readonly sentence: string;
  /** Waiting does not help: DATABASE_URL or the server must be changed. */
  readonly isPermanent: boolean;
}

const transient = (sentence: string): Failure => ({ sentence, isPermanent: false });
const permanent = (sentence: string): Failure => ({ sentence, isPermanent: true });

const rejectedByPooler = permanent('A connection pooler rejects a parameter of DATABASE_URL');
const badParameter = permanent('The server rejects a timeout or options in DATABASE_URL');

/** By prefix of the SQLSTATE (PostgreSQL manual, appendix A). */
const failuresByState: Readonly<Record<string, Failure>> = {
  '22023': badParameter,
  '42601': badParameter,
  '42704': badParameter,
  // PgBouncer has no other state for its own errors.
  '08P01': transient('A connection pooler has no connection to the server'),
  '25006': transient('The server is read-only. It may be a standby'),
  '28': permanent('The server rejects the user or the password in DATABASE_URL'),
  '3D000': permanent('The server has no database of the name in DATABASE_URL'),
  '53300': transient('The server has no free connection'),
  '55P03': transient('Another session holds a lock for too long'),
  '57P03': transient('The server is starting or stopping'),
};

/** By the code or the end of the message of an error of Node or the driver. */
const failuresByPattern: readonly (readonly [pattern: RegExp, failure: Failure])[] = [
  [
    /ECONNREFUSED|ENOENT: .*connect|connect ENOENT/,
    transient('Nothing listens at the address in DATABASE_URL'),
  ],
  [/ENOTFOUND|EAI_AGAIN/, transient('The host name in DATABASE_URL cannot be resolved')],
  [
    /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timeout expired$/,
    transient('The server in DATABASE_URL does not answer'),
  ],
  [
    /not support SSL/,
    permanent('The server does not offer TLS, which sslmode in DATABASE_URL requires'),
  ],
  [/verify-ca requires/, permanent('sslmode=verify-ca in DATABASE_URL also needs sslrootcert')],
  [
    /client password must be/,
    permanent('The server asks for a password, and DATABASE_URL has none'),
  ],
];

/** Codes of OpenSSL and of Node (https://nodejs.org/api/tls.html, X509 certificate error codes). */
const certificateCode = /^(?:CERT_|DEPTH_ZERO_|ERR_TLS_|HOSTNAME_|SELF_SIGNED_|UNABLE_TO_)/;

const untrusted = permanent(
  'The certificate of the server does not satisfy sslmode and sslrootcert in DATABASE_URL',
);

/**
 * Adds an explanation for the operator to an error that prevents a start. Never send
 * it to clients: it reveals the configuration.
 *
 * @returns the error itself if there is no explanation.
 */
export const explainForOperator = (error: unknown): unknown => {
  const cause = isDomainError(error) ? error.cause : error;
  const state = databaseErrorOf(cause)?.code;
  if (state === '3F000') {
    return new UnusableSchema(
      'No schema in the search_path of the role in DATABASE_URL exists. Set one, for example with: alter role … set search_path = public',
      { cause: error },
    );
  }
  if (state === '42501') {
    return new UnusableSchema(
      "The role in DATABASE_URL may not read or change the schema. Run 'quoin migrate' as the owner of the tables, and grant this role the rights to use them",
      { cause: error },
    );
  }
  const sentence = failureOf(cause)?.sentence;
  if (!isDomainError(error) || sentence === undefined) return error;
  const { code, message, retryAfterMs = 0 } = error;
  return new DomainError(code, message, { details: sentence, retryAfterMs, cause });
};

/** @returns why the service cannot start, if waiting does not help. */
export const permanentFailureOf = (error: unknown): string | undefined => {
  const failure = failureOf(isDomainError(error) ? error.cause : error);
  return failure?.isPermanent === true ? failure.sentence : undefined;
};

const failureOf = (cause: unknown): Failure | undefined => {
  const state = databaseErrorOf(cause)?.code;
  if (state !== undefined) {
    if (cause instanceof Error && /^unsupported .*parameter/.test(cause.message)) {
      return rejectedByPooler;
    }
    return Object.entries(failuresByState).find(([prefix]) => state.startsWith(prefix))?.[1];
  }
  if (!(cause instanceof Error)) return undefined;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (certificateCode.test(code)) return untrusted;
  if ('syscall' in cause && cause.syscall === 'open' && 'path' in cause) {
    return permanent(
      `Cannot read the file ${String(cause.path)}, which sslrootcert, sslcert or sslkey in DATABASE_URL names`,
    );
  }
  return failuresByPattern.find(([pattern]) => pattern.test(`${code} ${cause.message}`))?.[1];
};
