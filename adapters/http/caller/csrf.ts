import {
  createHmac,
  createSecretKey,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { needsCsrfToken, type Operation } from '../../../contracts/index.ts';
import { DomainError, type Actor } from '../../../core/index.ts';
import { headerOf, type RequestHead } from '../request-head.ts';
import type { Caller } from './caller.ts';
import { csrfCookieName, readCookie } from './cookies.ts';

/** Rejects requests that a page of another site made a browser send. */
export interface CsrfCheck {
  /** Runs before the body is read. @throws DomainError `csrf_failed`. */
  readonly checkHeaders: (head: RequestHead, caller: Caller) => void;
  /**
   * Checks the token in a form, because HTML forms cannot set a header. Does nothing if the headers
   * contain a token.
   *
   * @param token the field `_csrf`.
   * @throws DomainError `csrf_failed`.
   */
  readonly checkForm: (head: RequestHead, caller: Caller, token: string | undefined) => void;
}

export const csrfCheck = (
  operation: Operation,
  tokens: CsrfTokens,
  publicUrl: string,
): CsrfCheck => {
  const isForm = operation.body?.kind === 'form';
  const needsToken = needsCsrfToken(operation);
  const bodyMayHaveToken = (head: RequestHead): boolean =>
    isForm || (operation.body?.kind === 'upload' && Boolean(head.is('multipart/form-data')));
  const check = (head: RequestHead, actor: Actor, sent: string | undefined): void => {
    const cookie = readCookie(head.headers.cookie, csrfCookieName);
    tokens.check(sent, cookie, actor.kind === 'user' ? actor.sessionId : '');
  };
  return {
    checkHeaders: (head, { actor, byCookie }) => {
      if (isForm && !(needsToken && hasCredentialHeader(head))) {
        assertSameSite(head.headers, publicUrl);
      }
      if (!needsToken || !byCookie) return;
      const sent = headerToken(head);
      if (sent !== undefined || !bodyMayHaveToken(head)) check(head, actor, sent);
    },
    checkForm: (head, { actor, byCookie }, token) => {
      if (!needsToken || !byCookie || headerToken(head) !== undefined) return;
      check(head, actor, token);
    },
  };
};

/** A page of another origin can send these headers only if CORS allows its origin. */
const hasCredentialHeader = ({ headers }: RequestHead): boolean =>
  headers.authorization !== undefined || headers['x-api-key'] !== undefined;

const headerToken = (head: RequestHead): string | undefined => {
  const token = headerOf(head, 'X-CSRF-Token');
  return token === '' ? undefined : token;
};

/**
 * Rejects forms that a page of another site submits before there is a session, where a token cannot
 * help. Browsers send `Sec-Fetch-Site`, older ones `Origin`; a request with neither header does not
 * come from a page.
 *
 * @throws DomainError `csrf_failed`.
 */
export const assertSameSite = (headers: IncomingHttpHeaders, publicUrl: string): void => {
  const site = headers['sec-fetch-site'];
  const { origin, host } = headers;
  const isSameSite =
    site === undefined
      ? origin === undefined || origin === publicUrl || isOriginOf(origin, host)
      : site === 'same-origin' || site === 'none';
  if (isSameSite) return;
  throw new DomainError('csrf_failed', 'Forms from other sites are rejected', {
    details: `Open the page at ${publicUrl}. If its address is another one, set PUBLIC_URL`,
  });
};

/** A browser sets both headers itself, so that a page cannot forge them. */
const isOriginOf = (origin: string, host: string | undefined): boolean =>
  host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);

/**
 * Signed double-submit tokens: a nonce and an HMAC-SHA-256 of nonce and session. A token is valid for
 * one session only; a cookie that an attacker sets is valid for none.
 */
export interface CsrfTokens {
  /** @param sessionId undefined without a session, on the login page. */
  readonly issue: (sessionId: string | undefined) => string;
  /**
   * @param sent the token from a header or a form.
   * @throws DomainError `csrf_failed` unless `sent` equals the cookie and was issued for the session.
   */
  readonly check: (sent: string | undefined, cookie: string | undefined, sessionId: string) => void;
}

const nonceBytes = 16;
const secretMinBytes = 32;

// In base64url, 32 bytes leave two bits of the last character unused. Only the encoding with both
// bits zero is valid, so that each token has one encoding.
const tokenPattern = /^([\w-]{22})\.([\w-]{42}[AEIMQUYcgkosw048])$/;

/**
 * @param secrets the first signs, all are accepted.
 * @throws RangeError for a secret of fewer than 32 bytes, and without any.
 */
export const csrfTokens = (secrets: string | readonly string[]): CsrfTokens => {
  const keys = [secrets].flat().map(keyOf);
  const [signingKey] = keys;
  if (signingKey === undefined) throw new RangeError('A secret is required');
  // On the calling thread: Web Crypto would make it wait for the hashing of passwords.
  const macOf = (key: KeyObject, nonce: string, sessionId: string): Buffer =>
    createHmac('sha256', key).update(`${nonce}.${sessionId}`).digest();

  return {
    issue: (sessionId = '') => {
      const nonce = randomBytes(nonceBytes).toString('base64url');
      return `${nonce}.${macOf(signingKey, nonce, sessionId).toString('base64url')}`;
    },

    check: (sent, cookie, sessionId) => {
      const [, nonce, mac] = tokenPattern.exec(cookie ?? '') ?? [];
      if (sent !== cookie || nonce === undefined || mac === undefined) throw csrfFailed();
      const given = Buffer.from(mac, 'base64url');
      if (!keys.some((key) => timingSafeEqual(given, macOf(key, nonce, sessionId)))) {
        throw csrfFailed();
      }
    },
  };
};

const keyOf = (secret: string): KeyObject => {
  const bytes = Buffer.from(secret);
  if (bytes.length >= secretMinBytes) return createSecretKey(bytes);
  throw new RangeError(`The secret must have at least ${secretMinBytes} bytes`);
};

const csrfFailed = (): DomainError =>
  new DomainError('csrf_failed', 'The CSRF token is missing or wrong', {
    details:
      'Send the value of the cookie csrf_token in the header X-CSRF-Token, or as _csrf in a form, before a file',
  });
