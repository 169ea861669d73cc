import { DomainError } from '../../../core/index.ts';

/**
 * Signed double-submit tokens: a nonce and an HMAC-SHA-256 of nonce and session. A token is valid for
 * one session only; a cookie that an attacker sets is valid for none.
 */
export interface CsrfTokens {
  /** @param sessionId undefined without a session, on the login page. */
  readonly issue: (sessionId: string | undefined) => Promise<string>;
  /**
   * @param sent the token from a header or a form.
   * @throws DomainError `csrf_failed` unless `sent` equals the cookie and was issued for the session.
   */
  readonly check: (
    sent: string | undefined,
    cookie: string | undefined,
    sessionId: string,
  ) => Promise<void>;
}

const algorithm = { name: 'HMAC', hash: 'SHA-256' };
const nonceBytes = 16;
const secretMinBytes = 32;

// In base64url, 32 bytes leave two bits of the last character unused. Only the encoding with both
// bits zero is valid, so that each token has one encoding.
const tokenPattern = /^([\w-]{22})\.([\w-]{42}[AEIMQUYcgkosw048])$/;

/** @throws RangeError for a secret of fewer than 32 bytes. */
export const csrfTokens = (secret: string): CsrfTokens => {
  const encoder = new TextEncoder();
  const bytes = encoder.encode(secret);
  if (bytes.length < secretMinBytes) {
    throw new RangeError(`The secret must have at least ${secretMinBytes} bytes`);
  }
  const key = crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify']);
  const signed = (nonce: string, sessionId: string): Uint8Array<ArrayBuffer> =>
    encoder.encode(`${nonce}.${sessionId}`);

  return {
    issue: async (sessionId = '') => {
      const nonce = base64url(crypto.getRandomValues(new Uint8Array(nonceBytes)));
      const mac = await crypto.subtle.sign(algorithm, await key, signed(nonce, sessionId));
      return `${nonce}.${base64url(new Uint8Array(mac))}`;
    },

    check: async (sent, cookie, sessionId) => {
      const [, nonce, mac] = tokenPattern.exec(cookie ?? '') ?? [];
      if (sent !== cookie || nonce === undefined || mac === undefined) throw csrfFailed();
      const sentMac = Buffer.from(mac, 'base64url');
      if (!(await crypto.subtle.verify(algorithm, await key, sentMac, signed(nonce, sessionId)))) {
        throw csrfFailed();
      }
    },
  };
};

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

const csrfFailed = (): DomainError =>
  new DomainError('csrf_failed', 'The CSRF token is missing or wrong', {
    details:
      'Send the value of the cookie csrf_token in the header X-CSRF-Token, or as _csrf in a form, before a file',
  });
