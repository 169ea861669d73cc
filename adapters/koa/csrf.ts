import { DomainError } from '../../core/index.ts';

/**
 * Signed double-submit tokens: a nonce and its HMAC-SHA-256 together with the session, so that a
 * token is good for one session only, and one that was planted from outside for none.
 */
export interface CsrfTokens {
  /** @param sessionId undefined for a page that nobody is signed in on. */
  readonly issue: (sessionId: string | undefined) => Promise<string>;
  /**
   * @param sent what the request repeats of the cookie, in a header or a form.
   * @throws DomainError `csrf_failed` unless it is the cookie's token, and this session's.
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

// 32 bytes leave two bits of their last character unused; only the spelling with both clear is
// taken, so that a token has one spelling.
const form = /^([\w-]{22})\.([\w-]{42}[AEIMQUYcgkosw048])$/;

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
      const [, nonce, mac] = form.exec(cookie ?? '') ?? [];
      if (sent !== cookie || nonce === undefined || mac === undefined) throw refused();
      const sentMac = Buffer.from(mac, 'base64url');
      if (!(await crypto.subtle.verify(algorithm, await key, sentMac, signed(nonce, sessionId)))) {
        throw refused();
      }
    },
  };
};

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

const refused = (): DomainError =>
  new DomainError('csrf_failed', 'The CSRF token is missing or wrong', {
    details:
      'Send the value of the cookie csrf_token in the header X-CSRF-Token, or as _csrf in a form, before a file',
  });
