import { createHmac } from 'node:crypto';
import { JoseTokenSigner } from '../../../adapters/jose/jose-token-signer.ts';
import type { SessionClaims, TokenSigner } from '../../../core/index.ts';
import {
  tokenSignerSuite,
  type TokenSignerSubject,
} from '../../conformance/crypto/token-signer.ts';
import { openEd25519 } from '../../support/examples/ed25519-subject.ts';
import { breaking, mutantsOf, type Mutant } from './mutant.ts';

const secret = 'a secret that is used by tests only';

const open = (): TokenSignerSubject => ({
  signer: new JoseTokenSigner(secret),
  otherSigner: new JoseTokenSigner('another secret for tests of tokens'),
  signature: async (text) => createHmac('sha256', secret).update(text).digest('base64url'),
});

const broken = breaking<TokenSignerSubject, 'signer'>('signer');

/** Accepts what the intact signer accepts, and what `verify` accepts. */
const alsoAccepting = (
  verify: (token: string, subject: TokenSignerSubject) => Promise<SessionClaims | undefined>,
): Mutant<TokenSignerSubject>['make'] =>
  broken((intact, subject) => ({
    verify: async (token) => (await intact.verify(token)) ?? verify(token, subject),
  }));

const decoded = (part: string | undefined) =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString());

/** The claims of a token, without any check. */
const claimsOf = (token: string): SessionClaims | undefined => {
  try {
    return decoded(token.split('.')[1]);
  } catch {
    return undefined;
  }
};

/** The claims of a token with a valid signature, without a check of header and claims. */
const signedClaims = async (token: string, { signature }: TokenSignerSubject) => {
  const [header, payload, signed] = token.split('.');
  return signed === (await signature(`${header}.${payload}`)) ? claimsOf(token) : undefined;
};

/** Accepts HS256 as well, with the public key as the secret. */
const takingHmacs = alsoAccepting(async (token, { confusedSignature }) => {
  const [header, payload, signed] = token.split('.');
  const expected = await confusedSignature?.(`${header}.${payload}`);
  return algorithmOf(token) === 'HS256' && signed === expected ? claimsOf(token) : undefined;
});

const algorithmOf = (token: string): unknown => {
  try {
    return decoded(token.split('.')[0]).alg;
  } catch {
    return undefined;
  }
};

export const tokenSignerMutants = mutantsOf<TokenSignerSubject>(tokenSignerSuite, open, [
  {
    fault: 'signs every role as viewer',
    caughtBy: 'verify returns the signed claims',
    make: broken((intact) => ({ sign: (claims) => intact.sign({ ...claims, role: 'viewer' }) })),
  },
  {
    fault: 'adds a prefix to its tokens',
    caughtBy: 'a token is a compact JWS with the one algorithm of the signer',
    make: broken((intact) => ({
      sign: async (claims) => `own.${await intact.sign(claims)}`,
      verify: (token) => intact.verify(token.replace(/^own\./, '')),
    })),
  },
  {
    fault: 'accepts only tokens that it has signed itself',
    caughtBy: 'a token from another implementation with the same key is valid',
    make: broken((intact) => {
      const made = new Set<string>();
      const sign: TokenSigner['sign'] = async (claims) => {
        const token = await intact.sign(claims);
        made.add(token);
        return token;
      };
      return {
        sign,
        verify: async (token) => (made.has(token) ? intact.verify(token) : undefined),
      };
    }),
  },
  {
    fault: 'checks expiry',
    caughtBy: 'expired tokens are valid: the core checks expiry',
    make: broken((intact) => ({
      verify: async (token) => {
        const claims = await intact.verify(token);
        return claims && claims.exp * 1_000 > Date.now() ? claims : undefined;
      },
    })),
  },
  {
    fault: 'omits the time from which a token is valid',
    caughtBy: 'the time from which a token is valid is returned',
    make: broken((intact) => ({
      verify: async (token) => {
        const { nbf: _, ...claims } = (await intact.verify(token)) ?? {};
        return 'jti' in claims ? claims : undefined;
      },
    })),
  },
  {
    fault: 'accepts tokens of another secret',
    caughtBy: 'a token signed with another key is rejected',
    make: alsoAccepting((token, { otherSigner }) => otherSigner.verify(token)),
  },
  {
    fault: 'compares only half of the signature',
    caughtBy: 'a token that was changed at any position is rejected',
    make: alsoAccepting(async (token, { signature }) => {
      const [header, payload, signed = ''] = token.split('.');
      const expected = await signature(`${header}.${payload}`);
      return expected.slice(0, 21) === signed.slice(0, 21) ? claimsOf(token) : undefined;
    }),
  },
  {
    fault: 'does not check the signature',
    caughtBy: 'a token with changed claims is rejected',
    make: alsoAccepting(async (token) => claimsOf(token)),
  },
  {
    fault: 'decodes signatures leniently',
    caughtBy: 'a token has exactly one valid spelling',
    make: alsoAccepting(async (token, subject) => {
      const [header, payload, signed = ''] = token.split('.');
      const canonical = Buffer.from(signed, 'base64url').toString('base64url');
      return signedClaims([header, payload, canonical].join('.'), subject);
    }),
  },
  {
    fault: 'accepts unsigned tokens',
    caughtBy: 'a token without a signature is rejected, with any header',
    make: alsoAccepting(async (token) =>
      algorithmOf(token) === 'none' ? claimsOf(token) : undefined,
    ),
  },
  {
    fault: 'does not check the algorithm',
    caughtBy: 'other algorithms are rejected',
    make: alsoAccepting(signedClaims),
  },
  {
    fault: 'lets the header choose: does not check the algorithm',
    caughtBy: 'no header makes a public key the secret of a signature',
    make: alsoAccepting(signedClaims),
  },
  {
    fault: 'takes its public key for the secret of an HMAC',
    caughtBy: 'no header makes a public key the secret of a signature',
    make: () => takingHmacs(openEd25519()),
  },
  {
    fault: 'does not check the claims',
    caughtBy: 'a missing claim, or one of the wrong type, is rejected',
    make: alsoAccepting(signedClaims),
  },
  {
    fault: 'does not check the payload',
    caughtBy: 'a payload that is not an object is rejected',
    make: alsoAccepting(signedClaims),
  },
  {
    fault: 'returns all claims of a token',
    caughtBy: 'unknown claims are left out',
    make: broken((_, subject) => ({ verify: (token) => signedClaims(token, subject) })),
  },
  {
    fault: 'throws for a malformed token',
    caughtBy: 'a text that is not a token is rejected',
    make: alsoAccepting(async (token) => {
      if (token.split('.').length !== 3) throw new Error('malformed');
      return undefined;
    }),
  },
]);
