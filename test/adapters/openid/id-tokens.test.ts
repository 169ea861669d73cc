import { createHmac } from 'node:crypto';
import { decodeProtectedHeader, generateKeyPair, SignJWT, type JWTHeaderParameters } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { badClient } from '../../support/openid/bad-provider.ts';
import {
  attempt,
  badSignIns,
  expectFailure,
  type BadSignIns,
} from '../../support/openid/bad-sign-ins.ts';

let world: BadSignIns;

beforeEach(async () => {
  world = await badSignIns();
});

afterEach(() => world[Symbol.asyncDispose]());

test('a provider that does everything right proves who somebody is', async () => {
  expect(await world.signIn()).toEqual({
    kind: 'proven',
    issuer: world.bad.issuer,
    subject: 'a subject',
    claims: {
      email: 'ada@example.com',
      email_verified: true,
      given_name: 'Ada',
      family_name: 'Byron',
    },
  });
  expect(world.bad.asked).toEqual(['metadata', 'token', 'keys']);
});

test('the URL asks for a code, by PKCE', async () => {
  const begun = await world.provider.begin(attempt);
  if (begun.kind === 'failed') throw new Error(begun.reason);
  const { origin, pathname, searchParams } = new URL(begun.url);
  expect(`${origin}${pathname}`).toBe(`${world.bad.issuer}/authorize`);
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'quoin',
    response_type: 'code',
    redirect_uri: attempt.redirectUri,
    scope: 'openid',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
});

describe('an ID token is rejected with', () => {
  const now = Math.floor(Date.now() / 1_000);

  test.each([
    ['another nonce', { nonce: 'another' }, /nonce/],
    ['no nonce', { nonce: undefined }, /ID token/],
    ['another audience', { aud: 'another' }, /aud/],
    ['several audiences without a party', { aud: ['quoin', 'another'] }, /aud/],
    ['another party', { azp: 'another', aud: ['quoin', 'another'] }, /azp/],
    ['another issuer', { iss: 'https://another.example' }, /iss/],
    ['no issuer', { iss: undefined }, /ID token/],
    ['no subject', { sub: undefined }, /ID token/],
    ['a subject that is no text', { sub: 7 as never }, /ID token/],
    ['an expiry in the past', { exp: now - 60 }, /exp/],
    ['no expiry', { exp: undefined }, /ID token/],
    ['an expiry that is no number', { exp: '9999999999' as never }, /ID token/],
    ['a beginning in the future', { nbf: now + 600 }, /nbf/],
    ['an issue time in the future', { iat: now + 600 }, /iat/],
    ['no issue time', { iat: undefined }, /ID token/],
  ] as const)('%s', async (_, claims, word) => {
    world.bad.wrong.claims = claims as never;
    await expectFailure(world.signIn(), word);
  });

  const encode = (value: object): string =>
    Buffer.from(JSON.stringify(value)).toString('base64url');

  test('no signature', async () => {
    for (const alg of ['none', 'None', 'NONE', '']) {
      world.bad.wrong.idToken = (claims) => `${encode({ alg })}.${encode(claims)}.`;
      await expectFailure(world.signIn(), /ID token/);
    }
  });

  test('a signature by the client secret', async () => {
    world.bad.wrong.idToken = (claims) => {
      const text = `${encode({ alg: 'HS256' })}.${encode(claims)}`;
      const mac = createHmac('sha256', badClient.clientSecret).update(text).digest('base64url');
      return `${text}.${mac}`;
    };
    await expectFailure(world.signIn(), /ID token/);
  });

  test.each(['PS256', 'RS384', 'ES384', 'Ed25519'])('a signature of %s', async (algorithm) => {
    world.bad.wrong.metadata = { id_token_signing_alg_values_supported: [algorithm, 'RS256'] };
    await world.bad.rotate(algorithm);
    await expectFailure(world.signIn(), /ID token/);
  });

  test('an algorithm that the provider does not name', async () => {
    world.bad.wrong.metadata = { id_token_signing_alg_values_supported: ['RS256'] };
    await world.bad.rotate('ES256');
    await expectFailure(world.signIn(), /ID token/);
  });

  test('a key that the provider does not have', async () => {
    world.bad.wrong.header = { kid: 'another' };
    await expectFailure(world.signIn(), /KEY_SELECTION/);
  });

  test('a signature by another key', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    world.bad.wrong.idToken = (claims, right) => {
      const header = decodeProtectedHeader(right) as JWTHeaderParameters;
      return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
    };
    await expectFailure(world.signIn(), /ID token/);
  });

  test('changed claims', async () => {
    world.bad.wrong.idToken = (claims, right) => {
      const [head, , signature] = right.split('.');
      return `${head}.${encode({ ...claims, sub: 'an admin' })}.${signature}`;
    };
    await expectFailure(world.signIn(), /ID token/);
  });

  test('nothing in it', async () => {
    for (const token of ['', 'a.b.c', '{}']) {
      world.bad.wrong.idToken = () => token;
      await expectFailure(world.signIn(), /ID token/);
    }
  });
});
