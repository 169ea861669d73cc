import { DomainError, isDomainError } from '../../core/index.ts';
import { databaseErrorOf } from './database-error.ts';

/** The program cannot work with the schema as it is. The message says why, and what would help. */
export class UnusableSchema extends Error {
  override readonly name = 'UnusableSchema';
}

interface Trouble {
  readonly sentence: string;
  /** It stays until somebody changes DATABASE_URL, or the server: waiting is no use. */
  readonly isLasting: boolean;
}

const passing = (sentence: string): Trouble => ({ sentence, isLasting: false });
const lasting = (sentence: string): Trouble => ({ sentence, isLasting: true });

const badParameter = lasting('The server refuses a time-out or options in DATABASE_URL');

/** SQLSTATEs (PostgreSQL manual, appendix A), by their beginning. */
const states: Readonly<Record<string, Trouble>> = {
  '22023': badParameter,
  '42601': badParameter,
  '42704': badParameter,
  '08P01': lasting('A pooler in between refuses a parameter of DATABASE_URL'),
  '25006': passing('The server takes no changes: it is a standby, or read only'),
  '28': lasting('The server refuses the user or the password in DATABASE_URL'),
  '3D000': lasting('The server has no database of the name in DATABASE_URL'),
  '53300': passing('The server has no connection left'),
  '55P03': passing('Somebody else holds a lock for too long'),
  '57P03': passing('The server is starting or stopping'),
};

/** What Node and the driver call it, or how they end a sentence about it. */
const troubles: readonly (readonly [pattern: RegExp, trouble: Trouble])[] = [
  [
    /ECONNREFUSED|ENOENT: .*connect|connect ENOENT/,
    passing('Nobody answers at the address in DATABASE_URL'),
  ],
  [/ENOTFOUND|EAI_AGAIN/, passing('The name of the server in DATABASE_URL is not known')],
  [
    /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timeout expired$/,
    passing('The server in DATABASE_URL does not answer'),
  ],
  [
    /not support SSL/,
    lasting('The server does not offer TLS, which sslmode in DATABASE_URL asks for'),
  ],
  [/verify-ca requires/, lasting('sslmode=verify-ca in DATABASE_URL needs sslrootcert beside it')],
  [/client password must be/, lasting('The server asks for a password, and DATABASE_URL has none')],
];

/** Of OpenSSL and of Node (https://nodejs.org/api/tls.html, X509 certificate error codes). */
const certificateCode = /^(?:CERT_|DEPTH_ZERO_|ERR_TLS_|HOSTNAME_|SELF_SIGNED_|UNABLE_TO_)/;

const untrusted = lasting(
  'The certificate of the server is not one that sslmode and sslrootcert in DATABASE_URL trust',
);

/**
 * Says to whoever operates the service why it cannot begin. Others must not read it: it tells how
 * the service is set up.
 *
 * @returns the error itself when there is nothing to say about it.
 */
export const explainForOperator = (error: unknown): unknown => {
  const cause = isDomainError(error) ? error.cause : error;
  const state = databaseErrorOf(cause)?.code;
  if (state === '42501' || state === '3F000') {
    return new UnusableSchema(
      "The role in DATABASE_URL may not read or change the schema as it must. Let the owner of the tables run 'quoin migrate', and grant this role the rights to use them",
      { cause: error },
    );
  }
  const sentence = troubleOf(cause)?.sentence;
  if (!isDomainError(error) || sentence === undefined) return error;
  const { code, message, retryAfterMs = 0 } = error;
  return new DomainError(code, message, { details: sentence, retryAfterMs, cause });
};

/** @returns why the service cannot begin, if it is something that does not pass by itself. */
export const lastingTroubleOf = (error: unknown): string | undefined => {
  const trouble = troubleOf(isDomainError(error) ? error.cause : error);
  return trouble?.isLasting === true ? trouble.sentence : undefined;
};

const troubleOf = (cause: unknown): Trouble | undefined => {
  const state = databaseErrorOf(cause)?.code;
  if (state !== undefined) {
    return Object.entries(states).find(([beginning]) => state.startsWith(beginning))?.[1];
  }
  if (!(cause instanceof Error)) return undefined;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (certificateCode.test(code)) return untrusted;
  if ('syscall' in cause && cause.syscall === 'open' && 'path' in cause) {
    return lasting(
      `The file ${String(cause.path)}, which sslrootcert, sslcert or sslkey in DATABASE_URL names, cannot be read`,
    );
  }
  return troubles.find(([pattern]) => pattern.test(`${code} ${cause.message}`))?.[1];
};
