import * as errors from 'jose/errors';
import { CompactSign } from 'jose/jws/compact/sign';
import { compactVerify } from 'jose/jws/compact/verify';
import type { CompactVerifyResult } from 'jose';
import { readClaims, type SessionClaims, type TokenSigner } from '../../core/index.ts';

const algorithm = 'HS256';
const secretMinBytes = 32;

// The last character of a 32-byte signature in Base64url has two unused bits. Both must be zero, so that
// every token has exactly one valid spelling.
const canonicalForm = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/;

/** Any other member, such as `crit` or an embedded key, makes a token invalid. */
const allowedHeaderMembers: ReadonlySet<string> = new Set(['alg', 'typ']);

/** Session tokens as compact JWS (RFC 7515), signed with the first of the shared secrets, and verified with all. */
export class JoseTokenSigner implements TokenSigner {
  readonly #keys: readonly Promise<CryptoKey>[];

  /** @throws RangeError for a secret of fewer than 32 bytes (RFC 7518, section 3.2), and without any. */
  constructor(secrets: string | readonly string[]) {
    this.#keys = [secrets].flat().map(importKey);
    if (this.#keys.length === 0) throw new RangeError('A secret is required');
  }

  async sign(claims: SessionClaims): Promise<string> {
    return new CompactSign(encodeClaims(claims))
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .sign(await (this.#keys[0] as Promise<CryptoKey>));
  }

  async verify(token: string): Promise<SessionClaims | undefined> {
    if (!canonicalForm.test(token)) return undefined;
    for (const key of this.#keys) {
      const verified = await verifyWith(await key, token);
      if (verified === undefined) continue;
      return isAllowedHeader(verified.protectedHeader) ? parseClaims(verified.payload) : undefined;
    }
    return undefined;
  }
}

const importKey = (secret: string): Promise<CryptoKey> => {
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length < secretMinBytes) {
    throw new RangeError(`The secret must have at least ${secretMinBytes} bytes`);
  }
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', bytes, hmac, false, ['sign', 'verify']);
};

/** @returns undefined for a token that is not signed with the key. */
const verifyWith = async (
  key: CryptoKey,
  token: string,
): Promise<CompactVerifyResult | undefined> => {
  try {
    return await compactVerify(token, key, { algorithms: [algorithm] });
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
};

const isAllowedHeader = (header: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(header).every((member) => allowedHeaderMembers.has(member)) &&
  (header['typ'] === undefined || header['typ'] === 'JWT');

const encodeClaims = (claims: SessionClaims): Uint8Array => {
  const { userId, email, role, jti, iat, exp, nbf } = claims;
  return new TextEncoder().encode(JSON.stringify({ userId, email, role, jti, iat, exp, nbf }));
};

/** @returns undefined unless every required claim is present and each has its type. */
const parseClaims = (payload: Uint8Array): SessionClaims | undefined => {
  try {
    return readClaims(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload)));
  } catch {
    return undefined;
  }
};
