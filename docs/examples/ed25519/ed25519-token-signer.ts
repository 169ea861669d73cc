import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { CompactSign, compactVerify, errors, type CompactVerifyResult } from 'jose';
import { readClaims, type SessionClaims, type TokenSigner } from 'quoin/core';

const algorithm = 'EdDSA';

// The last character of a 64-byte signature in Base64url has four unused bits. All must be zero, so that every token
// has exactly one valid spelling.
const canonicalForm = /^[\w-]+\.[\w-]+\.[\w-]{85}[AQgw]$/;

/** Session tokens that are signed with a private key (Ed25519, RFC 8037): whoever has the public key can verify them. */
export class Ed25519TokenSigner implements TokenSigner {
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;

  /**
   * @param pem the private key in PKCS #8, as `openssl genpkey -algorithm ed25519` prints it.
   * @throws RangeError for a key of another kind.
   */
  constructor(pem: string) {
    this.#privateKey = createPrivateKey(pem);
    this.#publicKey = createPublicKey(this.#privateKey);
    if (this.#publicKey.asymmetricKeyType !== 'ed25519') {
      throw new RangeError('The key must be one of Ed25519');
    }
  }

  async sign(claims: SessionClaims): Promise<string> {
    return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .sign(this.#privateKey);
  }

  async verify(token: string): Promise<SessionClaims | undefined> {
    if (!canonicalForm.test(token)) return undefined;
    const verified = await this.#verified(token);
    return verified && isOwnHeader(verified.protectedHeader) ? parse(verified.payload) : undefined;
  }

  async #verified(token: string): Promise<CompactVerifyResult | undefined> {
    try {
      // Without `algorithms`, the header of the token would choose.
      return await compactVerify(token, this.#publicKey, { algorithms: [algorithm] });
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}

/** Other members, such as an embedded key, make a token invalid. */
const isOwnHeader = ({ alg: _, typ, ...others }: CompactVerifyResult['protectedHeader']): boolean =>
  typ === 'JWT' && Object.keys(others).length === 0;

const parse = (payload: Uint8Array): SessionClaims | undefined => {
  try {
    return readClaims(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload)));
  } catch {
    return undefined;
  }
};
