import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../../../core/index.ts';

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

/** @throws RangeError for a secret of fewer than 32 bytes. */
export const csrfTokens = (secret: string): CsrfTokens => {
  const bytes = Buffer.from(secret);
  if (bytes.length < secretMinBytes) {
    throw new RangeError(`The secret must have at least ${secretMinBytes} bytes`);
  }
  const key = createSecretKey(bytes);
  // On the calling thread: Web Crypto would make it wait for the hashing of passwords.
  const macOf = (nonce: string, sessionId: string): Buffer =>
    createHmac('sha256', key).update(`${nonce}.${sessionId}`).digest();

  return {
    issue: (sessionId = '') => {
      const nonce = randomBytes(nonceBytes).toString('base64url');
      return `${nonce}.${macOf(nonce, sessionId).toString('base64url')}`;
    },

    check: (sent, cookie, sessionId) => {
      const [, nonce, mac] = tokenPattern.exec(cookie ?? '') ?? [];
      if (sent !== cookie || nonce === undefined || mac === undefined) throw csrfFailed();
      if (!timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(nonce, sessionId))) {
        throw csrfFailed();
      }
    },
  };
};

const csrfFailed = (): DomainError =>
  new DomainError('csrf_failed', 'The CSRF token is missing or wrong', {
    details:
      'Send the value of the cookie csrf_token in the header X-CSRF-Token, or as _csrf in a form, before a file',
  });
