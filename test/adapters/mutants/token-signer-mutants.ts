import { createHmac } from 'node:crypto';
import { JoseTokenSigner } from '../../../adapters/jose/jose-token-signer.ts';
import type { SessionClaims, TokenSigner } from '../../../core/index.ts';
import { tokenSignerSuite, type TokenSignerSubject } from '../../conformance/token-signer.ts';
import { altered } from '../../support/altered.ts';
import { mutantsOf, type Mutant } from './mutant.ts';

const secret = 'a secret that is used by tests only';

const open = (): TokenSignerSubject => ({
  signer: new JoseTokenSigner(secret),
  stranger: new JoseTokenSigner('another secret for tests of tokens'),
  signature: async (text) => createHmac('sha256', secret).update(text).digest('base64url'),
});

const broken =
  (
    changes: (intact: TokenSigner, subject: TokenSignerSubject) => Partial<TokenSigner>,
  ): Mutant<TokenSignerSubject>['make'] =>
  (subject) => ({ ...subject, signer: altered(subject.signer, changes(subject.signer, subject)) });

/** Another way to verify; what the intact signer takes is taken in any case. */
const alsoTaking = (
  verify: (token: string, subject: TokenSignerSubject) => Promise<SessionClaims | undefined>,
): Mutant<TokenSignerSubject>['make'] =>
  broken((intact, subject) => ({
    verify: async (token) => (await intact.verify(token)) ?? verify(token, subject),
  }));

const decoded = (part: string | undefined) =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString());

/** What a token says, no questions asked. */
const claimsOf = (token: string): SessionClaims | undefined => {
  try {
    return decoded(token.split('.')[1]);
  } catch {
    return undefined;
  }
};

/** What a token says if it is signed rightly, whatever its header and its claims are. */
const signedClaims = async (token: string, { signature }: TokenSignerSubject) => {
  const [header, payload, signed] = token.split('.');
  return signed === (await signature(`${header}.${payload}`)) ? claimsOf(token) : undefined;
};

const algorithmOf = (token: string): unknown => {
  try {
    return decoded(token.split('.')[0]).alg;
  } catch {
    return undefined;
  }
};

export const tokenSignerMutants = mutantsOf<TokenSignerSubject>(tokenSignerSuite, open, [
  {
    fault: 'takes everyone for a viewer',
    caughtBy: 'claims come back as they were signed',
    make: broken((intact) => ({ sign: (claims) => intact.sign({ ...claims, role: 'viewer' }) })),
  },
  {
    fault: 'puts a name of its own before its tokens',
    caughtBy: 'a token is a compact JWS with HS256',
    make: broken((intact) => ({
      sign: async (claims) => `own.${await intact.sign(claims)}`,
      verify: (token) => intact.verify(token.replace(/^own\./, '')),
    })),
  },
  {
    fault: 'knows the tokens that it made itself only',
    caughtBy: 'a token made by hand with the same secret is as good',
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
    fault: 'looks at the clock',
    caughtBy: 'expiry is left to the core',
    make: broken((intact) => ({
      verify: async (token) => {
        const claims = await intact.verify(token);
        return claims && claims.exp * 1_000 > Date.now() ? claims : undefined;
      },
    })),
  },
  {
    fault: 'trusts the tokens of a stranger',
    caughtBy: 'a token of another secret is refused',
    make: alsoTaking((token, { stranger }) => stranger.verify(token)),
  },
  {
    fault: 'compares the first half of a signature',
    caughtBy: 'a token that was altered anywhere is refused',
    make: alsoTaking(async (token, { signature }) => {
      const [header, payload, signed = ''] = token.split('.');
      const expected = await signature(`${header}.${payload}`);
      return expected.slice(0, 21) === signed.slice(0, 21) ? claimsOf(token) : undefined;
    }),
  },
  {
    fault: 'reads claims without looking at the signature',
    caughtBy: 'a role or user that was edited is refused',
    make: alsoTaking(async (token) => claimsOf(token)),
  },
  {
    fault: 'decodes a signature as leniently as most decoders do',
    caughtBy: 'a token has one spelling only',
    make: alsoTaking(async (token, subject) => {
      const [header, payload, signed = ''] = token.split('.');
      const canonical = Buffer.from(signed, 'base64url').toString('base64url');
      return signedClaims([header, payload, canonical].join('.'), subject);
    }),
  },
  {
    fault: 'takes an unsigned token at its word',
    caughtBy: 'a token without a signature is refused, whatever its header says',
    make: alsoTaking(async (token) =>
      algorithmOf(token) === 'none' ? claimsOf(token) : undefined,
    ),
  },
  {
    fault: 'does not look at the algorithm',
    caughtBy: 'any other algorithm is refused',
    make: alsoTaking(signedClaims),
  },
  {
    fault: 'does not look at the claims',
    caughtBy: 'each claim must be there and of its type',
    make: alsoTaking(signedClaims),
  },
  {
    fault: 'takes any payload',
    caughtBy: 'a payload that is no object is refused',
    make: alsoTaking(signedClaims),
  },
  {
    fault: 'hands on all that a token says',
    caughtBy: 'claims that are not ours are left out',
    make: broken((_, subject) => ({ verify: (token) => signedClaims(token, subject) })),
  },
  {
    fault: 'throws at what it cannot read',
    caughtBy: 'a text that is no token is refused',
    make: alsoTaking(async (token) => {
      if (token.split('.').length !== 3) throw new Error('malformed');
      return undefined;
    }),
  },
]);
