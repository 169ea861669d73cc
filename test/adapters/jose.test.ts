import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { CompactSign } from 'jose';
import { expect, test } from 'vitest';
import { JoseTokenSigner } from '../../adapters/jose/jose-token-signer.ts';
import type { SessionClaims } from '../../core/index.ts';
import { registerSuite } from '../conformance/suite.ts';
import { tokenSignerSuite } from '../conformance/crypto/token-signer.ts';
import { anyText } from '../support/http/any-text.ts';

const secret = 'a secret of thirty-two bytes: 32';
const signer = new JoseTokenSigner(secret);

registerSuite(
  tokenSignerSuite,
  async () => ({
    subject: {
      signer,
      otherSigner: new JoseTokenSigner('another secret of the same size!'),
      signature: async (text) => createHmac('sha256', secret).update(text).digest('base64url'),
    },
  }),
  test,
);

const claims: SessionClaims = {
  userId: 'user',
  email: 'anna@example.org',
  role: 'admin',
  jti: 'session',
  iat: 1_700_000_000,
  exp: 1_700_086_400,
};

/** A token with the given header and a valid signature. */
const signWith = (header: object, key = secret): string => {
  const parts = [header, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const text = parts.join('.');
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
};

test('a secret of fewer than 32 bytes is rejected', () => {
  expect(() => new JoseTokenSigner('x'.repeat(31))).toThrow(RangeError);
  expect(() => new JoseTokenSigner('')).toThrow(RangeError);
  expect(() => new JoseTokenSigner('ä'.repeat(16))).not.toThrow();
});

test('of several secrets the first signs, and tokens of all are valid', async () => {
  const other = 'another secret of the same size!';
  const both = new JoseTokenSigner([other, secret]);
  expect(await both.verify(await signer.sign(claims))).toEqual(claims);
  expect(await new JoseTokenSigner(other).verify(await both.sign(claims))).toEqual(claims);
  expect(await signer.verify(await both.sign(claims))).toBeUndefined();
  const third = new JoseTokenSigner('a third secret of about the same size');
  expect(await both.verify(await third.sign(claims))).toBeUndefined();
  expect(() => new JoseTokenSigner([secret, 'x'])).toThrow(RangeError);
  expect(() => new JoseTokenSigner([])).toThrow(RangeError);
});

test('tokens signed by the library are valid', async () => {
  const token = await new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'HS256' })
    .sign(Buffer.from(secret));
  expect(await signer.verify(token)).toEqual(claims);
});

test('a header with a member other than alg and typ is rejected, even with a valid signature', async () => {
  const own = { alg: 'HS256', typ: 'JWT' };
  expect(await signer.verify(signWith(own))).toEqual(claims);
  const additions: readonly object[] = [
    { kid: '1' },
    { jwk: { kty: 'oct', k: Buffer.from(secret).toString('base64url') } },
    { jku: 'https://example.org/keys' },
    { x5u: 'https://example.org/key' },
    { crit: ['exp'], exp: 1 },
    { crit: ['b64'], b64: false },
    { crit: [] },
    { b64: true },
    { cty: 'JWT' },
    { zip: 'DEF' },
    { typ: 'jwt' },
    { typ: 'JWE' },
    { typ: null },
  ];
  for (const addition of additions) {
    const token = signWith({ ...own, ...addition });
    expect(await signer.verify(token), JSON.stringify(addition)).toBeUndefined();
  }
});

test('CVE-2018-0114: a key in the header is not used', async () => {
  const key = 'a key that only the attacker knows';
  const jwk = { kty: 'oct', k: Buffer.from(key).toString('base64url'), alg: 'HS256' };
  for (const header of [{ alg: 'HS256', jwk }, { alg: 'HS256', kid: jwk.k }, { alg: 'HS256' }]) {
    expect(await signer.verify(signWith(header, key))).toBeUndefined();
  }
});

test('CVE-2015-9235: another algorithm or none is rejected', async () => {
  for (const alg of ['none', 'HS384', 'RS256']) {
    const token = signWith({ alg, typ: 'JWT' });
    expect(await signer.verify(token), alg).toBeUndefined();
    expect(await signer.verify(`${token.split('.').slice(0, 2).join('.')}.`), alg).toBeUndefined();
  }
});

test('verify does not throw for any text', async () => {
  const base64 = fc.string({ unit: fc.constantFrom(...Array.from('abcdefXYZ0189-_=.{} \0é')) });
  const parts = fc.tuple(base64, base64, base64).map((three) => three.join('.'));
  await fc.assert(
    fc.asyncProperty(fc.oneof(parts, anyText()), async (text) => {
      expect(await signer.verify(text)).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});

test('verify returns undefined for random bytes with a valid signature', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array(), fc.uint8Array(), async (header, payload) => {
      const text = `${Buffer.from(header).toString('base64url')}.${Buffer.from(payload).toString('base64url')}`;
      const signature = createHmac('sha256', secret).update(text).digest('base64url');
      expect(await signer.verify(`${text}.${signature}`)).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});
