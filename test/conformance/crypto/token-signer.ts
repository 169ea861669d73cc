import type { SessionClaims, TokenSigner } from '../../../core/index.ts';
import { roles } from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import { otherSpellings, toBase64Url } from './base64url.ts';
import { suite } from '../suite.ts';

export interface TokenSignerSubject {
  readonly signer: TokenSigner;
  /** A signer of the same kind with another key. */
  readonly otherSigner: TokenSigner;
  /** The value of `alg` in the header of its tokens; `HS256` by default. */
  readonly algorithm?: string;
  /** The signature of `<header>.<payload>` with the key of `signer`, in Base64url. */
  readonly signature: (text: string) => Promise<string>;
  /** For public keys: the HMAC-SHA-256 of the text whose secret is the public key, in Base64url. */
  readonly confusedSignature?: (text: string) => Promise<string>;
}

const claims: SessionClaims = {
  userId: '01890a5d-ac96-774b-bcce-b302099a8057',
  email: 'jürgen@example.org',
  role: 'editor',
  jti: '01890a5d-ac96-774b-bcce-b302099a8058',
  iat: 1_700_000_000,
  exp: 1_700_086_400,
};

/** Only ASCII, for tokens that the cases build themselves. */
const plainClaims = { ...claims, email: 'anna@example.org' };

export const tokenSignerSuite = suite<TokenSignerSubject>('TokenSigner', {
  'verify returns the signed claims': async ({ signer }) => {
    for (const role of roles) {
      const signed = { ...claims, role };
      equal(await signer.verify(await signer.sign(signed)), signed, `claims of ${role}`);
    }
  },

  'a token is a compact JWS with the one algorithm of the signer': async (subject) => {
    const [header = '', , ...rest] = (await subject.signer.sign(claims)).split('.');
    equal(rest.length, 1, 'number of parts after the payload');
    const alg = algorithmOf(subject);
    const headers = [{ alg, typ: 'JWT' }, { typ: 'JWT', alg }, { alg }];
    const encoded = headers.map((each) => toBase64Url(JSON.stringify(each)));
    ok(encoded.includes(header), `header ${header} is one of ${encoded.join(', ')}`);
  },

  'a token from another implementation with the same key is valid': async (subject) => {
    const token = await signByHand(subject, headerOf(subject), plainClaims);
    equal(await subject.signer.verify(token), plainClaims, 'claims');
  },

  'expired tokens are valid: the core checks expiry': async ({ signer }) => {
    const expired = { ...claims, iat: 0, exp: 1 };
    equal(await signer.verify(await signer.sign(expired)), expired, 'expired claims');
    const future = { ...claims, iat: 99_999_999_999, exp: 99_999_999_998 };
    equal(await signer.verify(await signer.sign(future)), future, 'claims issued in the future');
  },

  'the time from which a token is valid is returned': async (subject) => {
    const later = { ...plainClaims, nbf: 99_999_999_999 };
    equal(await subject.signer.verify(await subject.signer.sign(later)), later, 'signed claims');
    const token = await signByHand(subject, headerOf(subject), later);
    equal(await subject.signer.verify(token), later, 'claims of another implementation');
  },

  'a token signed with another key is rejected': async ({ signer, otherSigner }) => {
    const token = await otherSigner.sign(claims);
    equal(await otherSigner.verify(token), claims, 'claims for the other signer');
    equal(await signer.verify(token), undefined, 'claims for this signer');
  },

  'a token that was changed at any position is rejected': async ({ signer }) => {
    const token = await signer.sign(claims);
    equal(await signer.verify(token), claims, 'claims of the unchanged token');
    for (let at = 0; at < token.length; at += 1) {
      const other = token.charAt(at) === 'A' ? 'Q' : 'A';
      const altered = token.slice(0, at) + other + token.slice(at + 1);
      equal(await signer.verify(altered), undefined, `with another character at position ${at}`);
    }
  },

  'a token with changed claims is rejected': async ({ signer }) => {
    const [header, , signature] = (await signer.sign(plainClaims)).split('.');
    for (const edit of [{ role: 'admin' }, { userId: 'another' }, { exp: 2_000_000_000 }]) {
      const payload = toBase64Url(JSON.stringify({ ...plainClaims, ...edit }));
      const token = `${header}.${payload}.${signature}`;
      equal(await signer.verify(token), undefined, JSON.stringify(edit));
    }
  },

  'a token has exactly one valid spelling': async ({ signer }) => {
    const token = await signer.sign(claims);
    equal(await signer.verify(token), claims, 'claims of the unchanged token');
    const [header, payload, signature = ''] = token.split('.');
    const respelt = otherSpellings(signature).map((other) => `${header}.${payload}.${other}`);
    const padded = [`${token}=`, `${token}==`, token.replace('.', '=.')];
    const spaced = [` ${token}`, `${token} `, `${token}\n`, token.replace('.', ' .')];
    const longer = [`${token}.`, `.${token}`, `${token}.${token}`, `${token}A`, `${token}\0`];
    for (const other of [...respelt, ...padded, ...spaced, ...longer]) {
      equal(await signer.verify(other), undefined, JSON.stringify(other.slice(-8)));
    }
  },

  'a token without a signature is rejected, with any header': async (subject) => {
    const payload = toBase64Url(JSON.stringify(plainClaims));
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '', algorithmOf(subject), null]) {
      const header = toBase64Url(JSON.stringify({ alg, typ: 'JWT' }));
      for (const token of [`${header}.${payload}.`, `${header}.${payload}`]) {
        equal(await subject.signer.verify(token), undefined, `alg ${alg}: ${token.slice(-4)}`);
      }
      if (alg === algorithmOf(subject)) continue;
      const signed = await signByHand(subject, { alg, typ: 'JWT' }, plainClaims);
      equal(await subject.signer.verify(signed), undefined, `alg ${alg}, signed`);
    }
  },

  'other algorithms are rejected': async (subject) => {
    const own = algorithmOf(subject);
    const known = ['HS256', 'HS384', 'HS512', 'RS256', 'ES256', 'PS256', 'EdDSA', 'Ed25519'];
    const others = [...known, own.toLowerCase(), `${own} `, 256];
    for (const alg of others.filter((each) => each !== own)) {
      const token = await signByHand(subject, { alg, typ: 'JWT' }, plainClaims);
      equal(await subject.signer.verify(token), undefined, `alg ${alg}`);
    }
    const token = await signByHand(subject, { typ: 'JWT' }, plainClaims);
    equal(await subject.signer.verify(token), undefined, 'no alg');
  },

  'no header makes a public key the secret of a signature': async (subject) => {
    const { signer, signature, confusedSignature = signature } = subject;
    for (const alg of ['HS256', 'HS384', 'none', algorithmOf(subject)]) {
      const isOwn = alg === algorithmOf(subject);
      if (isOwn && subject.confusedSignature === undefined) continue;
      const token = await signByHand(
        { ...subject, signature: confusedSignature },
        { alg, typ: 'JWT' },
        plainClaims,
      );
      equal(await signer.verify(token), undefined, `alg ${alg}`);
    }
  },

  'a missing claim, or one of the wrong type, is rejected': async (subject) => {
    const bad: Readonly<Record<keyof SessionClaims, readonly unknown[]>> = {
      nbf: [null, '1700000000', 1.5, 1e300, [1], true],
      userId: [null, 1, ['a'], { $ne: '' }, true],
      email: [null, 1, ['a'], {}],
      role: [null, 1, '', 'root', 'Admin', 'admin ', ['admin'], 'toString'],
      jti: [null, 1, ['a'], {}],
      iat: [null, '1700000000', 1.5, 1e300, [1], true],
      exp: [null, '1700086400', 1.5, 1e300, 9_007_199_254_740_992, {}],
    };
    const header = headerOf(subject);
    for (const [name, values] of Object.entries(bad)) {
      const isOptional = name === 'nbf';
      for (const value of isOptional ? values : [undefined, ...values]) {
        const token = await signByHand(subject, header, { ...plainClaims, [name]: value });
        equal(await subject.signer.verify(token), undefined, `${name}: ${JSON.stringify(value)}`);
      }
    }
  },

  'a payload that is not an object is rejected': async (subject) => {
    const header = toBase64Url(JSON.stringify(headerOf(subject)));
    for (const payload of ['null', '[]', '"text"', '1', '', '{', '{}', '{"userId"}', '\xff\xfe']) {
      const text = `${header}.${toBase64Url(payload)}`;
      const token = `${text}.${await subject.signature(text)}`;
      equal(await subject.signer.verify(token), undefined, JSON.stringify(payload));
    }
  },

  'unknown claims are left out': async (subject) => {
    const additional = { ...plainClaims, isAdmin: true, grants: ['all'] };
    const token = await signByHand(subject, headerOf(subject), additional);
    equal(await subject.signer.verify(token), plainClaims, 'claims');
  },

  'a text that is not a token is rejected': async ({ signer }) => {
    const texts = ['', '.', '..', '...', 'a', 'a.b.c', 'null', '\0', '🌍.🌍.🌍'];
    for (const text of [...texts, 'a'.repeat(100_000)]) {
      equal(await signer.verify(text), undefined, JSON.stringify(text.slice(0, 9)));
    }
  },
});

const algorithmOf = ({ algorithm = 'HS256' }: TokenSignerSubject): string => algorithm;

const headerOf = (subject: TokenSignerSubject) => ({ alg: algorithmOf(subject), typ: 'JWT' });

const signByHand = async (
  { signature }: TokenSignerSubject,
  header: object,
  payload: object,
): Promise<string> => {
  const text = [header, payload].map((part) => toBase64Url(JSON.stringify(part))).join('.');
  return `${text}.${await signature(text)}`;
};
