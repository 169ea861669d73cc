import type { IncomingHttpHeaders } from 'node:http';
import { needsSecondFactor, type Operation } from '../../../contracts/index.ts';
import {
  anonymous,
  authorize,
  authorizeAnywhere,
  DomainError,
  isDomainError,
  type Actor,
  type Cms,
} from '../../../core/index.ts';
import { apiTokenMark } from '../../../core/vocabulary.ts';
import { readCookie, sessionCookieName } from './cookies.ts';

/** Who sends a request. */
export interface Caller {
  readonly actor: Actor;
  /** Whether the credentials came in a cookie, which browsers send by themselves: writes then need a CSRF token. */
  readonly byCookie: boolean;
}

export const anonymousCaller: Caller = { actor: anonymous, byCookie: false };

type Authenticators = Pick<Cms, 'accounts' | 'apiTokens' | 'secondFactors'>;

/**
 * Authenticates a request. Uses only the first credentials of: `X-API-Key`, `Authorization`, cookie.
 *
 * Every operation that writes checks an API key, even if it needs no authentication: no API token
 * may write. Every operation of the API but the probe checks whether a session needs a second factor first.
 *
 * @throws DomainError `invalid_token`, `invalid_session` unless the operation ignores invalid
 *   credentials; `second_factor_setup_required`.
 */
export const identify =
  (cms: Authenticators) =>
  async (
    operation: Pick<Operation, 'auth' | 'method' | 'path' | 'isProbe'>,
    headers: IncomingHttpHeaders,
  ): Promise<Caller> => {
    const needsFactor = needsSecondFactor(operation);
    const caller = await identifyFor(cms, operation, headers, needsFactor);
    if (!needsFactor) return caller;
    cms.secondFactors.assertSetUp(caller.actor);
    return operation.auth === 'none' ? anonymousCaller : caller;
  };

/** @param needsFactor whether it matters whose session it is, even if the operation needs no authentication. */
const identifyFor = async (
  cms: Authenticators,
  { auth, method }: Pick<Operation, 'auth' | 'method'>,
  headers: IncomingHttpHeaders,
  needsFactor: boolean,
): Promise<Caller> => {
  const writesWithKey = method !== 'get' && headers['x-api-key'] !== undefined;
  if (writesWithKey) return authenticate(cms, headers);
  if (auth === 'none' && !(needsFactor && hasSession(headers))) return anonymousCaller;
  try {
    return await authenticate(cms, headers);
  } catch (error) {
    const kind = isDomainError(error) ? error.kind : undefined;
    const isInvalid = kind === 'unauthenticated';
    if (auth === 'lenient' && isInvalid) return anonymousCaller;
    const isIgnored = auth === 'diagnostic' || auth === 'none';
    if (isIgnored && (isInvalid || kind === 'unavailable')) return anonymousCaller;
    throw error;
  }
};

const hasSession = (headers: IncomingHttpHeaders): boolean =>
  (credentialOf(headers)?.kind ?? 'api key') !== 'api key';

export interface Credential {
  readonly kind: 'api key' | 'authorization' | 'cookie';
  /** As the client sent it. */
  readonly value: string;
}

/** The credentials that count, of those that a request has; undefined without any. */
export const credentialOf = (headers: IncomingHttpHeaders): Credential | undefined => {
  const apiKey = headers['x-api-key'];
  if (apiKey !== undefined) return { kind: 'api key', value: String(apiKey) };
  const { authorization } = headers;
  if (authorization !== undefined) return { kind: 'authorization', value: authorization };
  const cookie = readCookie(headers.cookie, sessionCookieName);
  return cookie === undefined || cookie === '' ? undefined : { kind: 'cookie', value: cookie };
};

const authenticate = async (
  { accounts, apiTokens }: Authenticators,
  headers: IncomingHttpHeaders,
): Promise<Caller> => {
  const credential = credentialOf(headers);
  if (credential === undefined) return anonymousCaller;
  const { kind, value } = credential;
  switch (kind) {
    case 'api key':
      return { actor: await apiTokens.authenticate(apiToken(value)), byCookie: false };
    case 'authorization':
      return { actor: await accounts.authenticate(bearerToken(value)), byCookie: false };
    case 'cookie':
      return { actor: await accounts.authenticate(value), byCookie: true };
  }
};

/** The value without a scheme, in case that the client sent one. */
const withoutScheme = (header: string): string => header.trim().replace(/^\S+\s+/, '');

/** Three parts in Base64url, with a JSON object in the first. No API token contains a dot. */
const sessionTokenForm = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/;

const apiToken = (header: string): string => {
  if (!sessionTokenForm.test(withoutScheme(header))) return header;
  const message =
    'The header X-API-Key contains a session token: send it as Authorization: Bearer <token>';
  throw new DomainError('invalid_token', message);
};

/** RFC 6750, section 2.1. */
const bearerToken = (header: string): string => {
  if (withoutScheme(header).startsWith(apiTokenMark)) {
    const message = 'The header Authorization contains an API token: send it as X-API-Key: <token>';
    throw new DomainError('invalid_session', message);
  }
  const [, token] = /^Bearer +(\S+)$/i.exec(header.trim()) ?? [];
  if (token !== undefined) return token;
  throw new DomainError('invalid_session', 'The header Authorization must be: Bearer <token>');
};

/**
 * Rejects callers without any right to the operation before the body is read. The use case decides
 * about the rest.
 *
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`.
 */
export const assertMayCall = ({ auth, method }: Operation, actor: Actor): void => {
  // An API token may not write at all; this throws the right error for it.
  if (actor.kind === 'token' && method !== 'get') authorize(actor, 'create');
  if (auth !== 'user' && auth !== 'admin') return;
  if (actor.kind === 'token') {
    throw new DomainError('forbidden', 'Access denied: this is for users, not for API tokens');
  }
  if (auth === 'admin') authorize(actor, 'administer');
  else authorizeAnywhere(actor, 'create');
};
