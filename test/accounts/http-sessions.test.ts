import { generateKeyPairSync, createSign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveApp, type SignedIn, type TestApp } from '../support/http/app.ts';
import { payloadOf, signedToken } from '../support/core/jwt.ts';
import { testSecret } from '../support/core/memory-cms.ts';
import { connectTo, readToEnd } from '../support/http/raw-socket.ts';

let app: TestApp;
let admin: SignedIn;
let viewer: SignedIn;

beforeAll(async () => {
  app = await serveApp();
  admin = await app.signIn('admin');
  viewer = await app.signIn('viewer');
});

afterAll(() => app[Symbol.asyncDispose]());

const statusFor = async (token: string, path = '/auth/me'): Promise<readonly number[]> => {
  const ways = [{ Authorization: `Bearer ${token}` }, { Cookie: `auth_token=${token}` }];
  const answers = await Promise.all(ways.map((headers) => app.request(path, { headers })));
  return answers.map(({ status }) => status);
};

const rejected = [401, 401];
const jwtHeader = { alg: 'HS256', typ: 'JWT' };

const parts = (token: string): readonly [string, string, string] => {
  const [head = '', payload = '', signature = ''] = token.split('.');
  return [head, payload, signature];
};

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a correctly rebuilt session token is accepted', async () => {
  expect(await statusFor(admin.token)).toEqual([200, 200]);
  const rebuilt = signedToken(jwtHeader, payloadOf(admin.token), testSecret);
  expect(await statusFor(rebuilt)).toEqual([200, 200]);
});

describe('the signature of a session token', () => {
  test.each(['none', 'None', 'NONE', 'nOnE', '', 'null', 'HS256 ', 'hs256', 'HS-256'])(
    'is rejected with the algorithm %j',
    async (alg) => {
      const [, payload, signature] = parts(admin.token);
      const head = encode({ alg, typ: 'JWT' });
      for (const end of ['', signature, 'AAAA']) {
        expect(await statusFor(`${head}.${payload}.${end}`)).toEqual(rejected);
      }
      expect(await statusFor(`${head}.${payload}`)).toEqual(rejected);
      const signed = signedToken({ alg, typ: 'JWT' }, payloadOf(admin.token), testSecret);
      expect(await statusFor(signed)).toEqual(rejected);
    },
  );

  test('is accepted with one algorithm only, even with the right secret', async () => {
    const claims = payloadOf(admin.token);
    for (const [alg, hash] of [
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
      ['RS256', 'sha256'],
    ] as const) {
      expect(await statusFor(signedToken({ ...jwtHeader, alg }, claims, testSecret, hash))).toEqual(
        rejected,
      );
    }
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const text = `${encode({ ...jwtHeader, alg: 'RS256' })}.${encode(claims)}`;
    const signature = createSign('sha256').update(text).sign(privateKey, 'base64url');
    expect(await statusFor(`${text}.${signature}`)).toEqual(rejected);
  });

  const attackersKey = Buffer.alloc(32, 7);
  const jwk = { kty: 'oct', k: attackersKey.toString('base64url'), alg: 'HS256' };

  test.each([
    { jwk },
    { jku: 'http://127.0.0.1:9/keys' },
    { x5u: 'http://127.0.0.1:9/keys' },
    { x5c: [attackersKey.toString('base64')] },
    { kid: '../../../../dev/null' },
    { kid: "' UNION SELECT 'key" },
    { kid: '__proto__', jwk },
    { crit: ['exp'] },
    { crit: ['b64'], b64: false },
    { zip: 'DEF' },
    { cty: 'JWT' },
    { typ: 'at+jwt' },
  ])('is checked with the key of the service despite the header %j', async (header) => {
    for (const secret of [attackersKey, testSecret, Buffer.alloc(0)]) {
      const token = signedToken({ ...jwtHeader, ...header }, payloadOf(admin.token), secret);
      expect(await statusFor(token)).toEqual(rejected);
    }
  });

  test('is invalid for another payload', async () => {
    const [head, , signature] = parts(viewer.token);
    for (const change of [{ role: 'admin' }, { userId: admin.userId }, { exp: 4_102_444_800 }]) {
      const payload = encode({ ...payloadOf(viewer.token), ...change });
      expect(await statusFor(`${head}.${payload}.${signature}`)).toEqual(rejected);
    }
  });

  test('is accepted in one encoding only', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const { token } = admin;
    const last = alphabet.indexOf(token.slice(-1));
    const spellings = [0, 1, 2, 3].map(
      (bits) => `${token.slice(0, -1)}${alphabet[(last & ~3) | bits]}`,
    );
    expect(spellings).toContain(token);
    const others = spellings.filter((each) => each !== token);
    const [head, payload, signature] = parts(token);
    const padded = [`${token}=`, `${token}==`, `${head}=.${payload}.${signature}`];
    for (const each of [...others, ...padded, `${token}.`, `.${token}`, `${token}.x.y`]) {
      expect([each, await statusFor(each)]).toEqual([each, rejected]);
    }
  });
});

describe('the claims of a session token', () => {
  const now = 1_700_000_000;

  test.each([
    ['no exp', { exp: undefined }],
    ['exp as text', { exp: String(now + 3_600) }],
    ['an exp of centuries', { exp: 9_007_199_254_740_991 }],
    ['an exp that is too large', { exp: 1e308 }],
    ['exp null', { exp: null }],
    ['exp in a list', { exp: [now + 3_600] }],
    ['an exp in the past', { exp: now }],
    ['a negative exp', { exp: -1 }],
    ['a fraction of a second', { exp: now + 3_600.5 }],
    ['a day and a second', { exp: now + 86_401 }],
    ['no iat', { iat: undefined }],
    ['an iat in the future', { iat: now + 60, exp: now + 3_600 }],
    ['iat as text', { iat: String(now) }],
    ['an nbf in the future', { nbf: now + 60 }],
    ['nbf as text', { nbf: String(now) }],
    ['no jti', { jti: undefined }],
    ['an unknown jti', { jti: '00000000-0000-4000-8000-000000000000' }],
    ['an invalid jti', { jti: '__proto__' }],
    ['a list of jtis', { jti: ['a'] }],
    ['no userId', { userId: undefined }],
    ['an unknown role', { role: 'superadmin' }],
    ['an object for a role', { role: { toString: 'admin' } }],
  ])('with %s are rejected despite a valid signature', async (_, change) => {
    const token = signedToken(jwtHeader, { ...payloadOf(admin.token), ...change }, testSecret);
    expect(await statusFor(token)).toEqual(rejected);
    expect(await statusFor(token, '/api/content')).toEqual(rejected);
  });

  test('are rejected if they are not an object', async () => {
    for (const payload of ['null', '[]', '"x"', '1', '', '{', '{"userId":']) {
      expect(await statusFor(signedToken(jwtHeader, payload, testSecret))).toEqual(rejected);
    }
  });

  test('cannot change the role or the account of the stored session', async () => {
    const claims = payloadOf(viewer.token);
    const promoted = signedToken(jwtHeader, { ...claims, role: 'admin' }, testSecret);
    expect(await statusFor(promoted, '/api/users')).toEqual([403, 403]);
    const another = signedToken(jwtHeader, { ...claims, userId: admin.userId }, testSecret);
    expect(await statusFor(another)).toEqual(rejected);
  });
});

describe('several credentials in one request (CVE-2026-22595)', () => {
  test('are not tried one after the other', async () => {
    const good = { Authorization: `Bearer ${admin.token}` };
    const cookie = { Cookie: `auth_token=${admin.token}` };
    for (const headers of [
      { ...good, 'X-API-Key': 'st_wrong' },
      { ...good, 'X-API-Key': '' },
      { ...cookie, Authorization: 'Bearer wrong' },
      { ...cookie, Authorization: 'Basic YTpi' },
      { Cookie: `auth_token=wrong; auth_token=${admin.token}` },
      { Authorization: `Bearer wrong, Bearer ${admin.token}` },
      { Authorization: `Bearer wrong ${admin.token}` },
    ]) {
      expect((await app.request('/auth/me', { headers })).status).toBe(401);
    }
  });

  test('in repeated headers: only the first one is used', async () => {
    const sendBoth = async (first: string, second: string): Promise<string> => {
      const socket = await connectTo(app.url);
      const answer = readToEnd(socket);
      const lines = [first, second].map((token) => `Authorization: Bearer ${token}\r\n`).join('');
      socket.write(`GET /api/users HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines}\r\n`);
      return answer;
    };
    expect(await sendBoth(viewer.token, admin.token)).toMatch(/^HTTP\/1.1 403 /);
    expect(await sendBoth('wrong', admin.token)).toMatch(/^HTTP\/1.1 401 /);
  });

  test.each(['token', 'access_token', 'auth_token', 'jwt', 'Authorization'])(
    'a session token in a URL is ignored: %s',
    async (name) => {
      const { status } = await app.request(`/auth/me?${name}=${admin.token}`);
      expect(status).toBe(401);
    },
  );
});
