import { CompactSign, compactVerify, errors } from 'jose';
import type { SessionClaims, TokenSigner } from '../../core/index.ts';
import { encodeClaims, parseClaims } from './session-claims.ts';

const algorithm = 'HS256';
const secretMinBytes = 32;

// A signature of 32 bytes leaves two bits of its last character unused. Only the spelling with
// both bits clear is taken, so that a signed text has exactly one token.
const canonicalForm = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/;

/** What a header may hold. Anything else, `crit` or a key of its own, is not a token of ours. */
const headerMembers: ReadonlySet<string> = new Set(['alg', 'typ']);

/** Session tokens as compact JWS (RFC 7515) over one shared secret. */
export class JoseTokenSigner implements TokenSigner {
  readonly #key: Promise<CryptoKey>;

  /** @throws RangeError for a secret of fewer than 32 bytes (RFC 7518, section 3.2). */
  constructor(secret: string) {
    const bytes = new TextEncoder().encode(secret);
    if (bytes.length < secretMinBytes) {
      throw new RangeError(`The secret must have at least ${secretMinBytes} bytes`);
    }
    const kind = { name: 'HMAC', hash: 'SHA-256' };
    this.#key = crypto.subtle.importKey('raw', bytes, kind, false, ['sign', 'verify']);
  }

  async sign(claims: SessionClaims): Promise<string> {
    return new CompactSign(encodeClaims(claims))
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .sign(await this.#key);
  }

  async verify(token: string): Promise<SessionClaims | undefined> {
    if (!canonicalForm.test(token)) return undefined;
    try {
      const options = { algorithms: [algorithm] };
      const { payload, protectedHeader } = await compactVerify(token, await this.#key, options);
      return isOurs(protectedHeader) ? parseClaims(payload) : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}

const isOurs = (header: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(header).every((member) => headerMembers.has(member)) &&
  (header['typ'] === undefined || header['typ'] === 'JWT');
