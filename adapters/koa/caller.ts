import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '../../contracts/index.ts';
import { anonymous, DomainError, isDomainError, type Actor, type Cms } from '../../core/index.ts';
import { readCookie, sessionCookieName } from './session-cookie.ts';

/** Who a request comes from. */
export interface Caller {
  readonly actor: Actor;
  /** Whether the browser sent the credentials by itself, so that a page must prove it meant to. */
  readonly byCookie: boolean;
}

const nobody: Caller = { actor: anonymous, byCookie: false };

type Authenticators = Pick<Cms, 'accounts' | 'apiTokens'>;

/**
 * Finds out who is asking. Of several credentials only the first counts: an API key, an
 * `Authorization`, the cookie; rights are never added up.
 *
 * An API key is looked at by every write, because all are refused with one.
 *
 * @throws DomainError `invalid_token`, `invalid_session` where the operation looks at credentials
 *   and does not pass bad ones over.
 */
export const identify =
  (cms: Authenticators) =>
  async (
    { auth, method }: Pick<Operation, 'auth' | 'method'>,
    headers: IncomingHttpHeaders,
  ): Promise<Caller> => {
    const writesByKey = method !== 'get' && headers['x-api-key'] !== undefined;
    if (writesByKey) return authenticate(cms, headers);
    if (auth === 'none') return nobody;
    try {
      return await authenticate(cms, headers);
    } catch (error) {
      if (auth === 'lenient' && isDomainError(error) && error.kind === 'unauthenticated') {
        return nobody;
      }
      throw error;
    }
  };

const authenticate = async (
  { accounts, apiTokens }: Authenticators,
  headers: IncomingHttpHeaders,
): Promise<Caller> => {
  const apiKey = headers['x-api-key'];
  if (apiKey !== undefined) {
    return { actor: await apiTokens.authenticate(String(apiKey)), byCookie: false };
  }
  const { authorization } = headers;
  if (authorization !== undefined) {
    return { actor: await accounts.authenticate(bearerToken(authorization)), byCookie: false };
  }
  const cookie = readCookie(headers.cookie, sessionCookieName);
  if (cookie === undefined || cookie === '') return nobody;
  return { actor: await accounts.authenticate(cookie), byCookie: true };
};

/** RFC 6750, section 2.1. */
const bearerToken = (authorization: string): string => {
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization.trim()) ?? [];
  if (token !== undefined) return token;
  throw new DomainError('invalid_session', 'The header Authorization must be: Bearer <token>');
};
