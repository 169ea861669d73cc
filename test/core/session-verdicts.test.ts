import { expect, test } from 'vitest';
import { JoseTokenSigner } from '../../adapters/jose/jose-token-signer.ts';
import {
  minute,
  operator,
  second,
  type KeyValueCache,
  type TokenSigner,
} from '../../core/index.ts';
import { coreWorld, refused } from '../support/core-world.ts';
import { faults } from '../support/faults.ts';
import { testSecret } from '../support/memory-cms.ts';
import { sha256 } from '../support/sha256.ts';

/** A service that counts how often a signature is verified and notes what is remembered. */
const watchedWorld = async () => {
  const signer = new JoseTokenSigner(testSecret);
  let verifications = 0;
  const counting: TokenSigner = {
    sign: (claims) => signer.sign(claims),
    verify: async (token) => {
      verifications += 1;
      return signer.verify(token);
    },
  };
  const world = await coreWorld({ ports: { signer: counting } });
  const kept: { readonly key: string; readonly ttlMs: number }[] = [];
  const { sharedCache } = world.ports;
  const watching: KeyValueCache = {
    get: (key) => sharedCache.get(key),
    set: async (key, value, ttlMs) => {
      kept.push({ key, ttlMs });
      await sharedCache.set(key, value, ttlMs);
    },
    delete: (key) => sharedCache.delete(key),
    increment: (key, ttlMs) => sharedCache.increment(key, ttlMs),
  };
  const cms = world.another({ ports: { sharedCache: watching } });
  return { ...world, cms, kept, verifications: () => verifications };
};

const signatureOf = (token: string): string => token.split('.')[2]!;

test('a signature is verified once in five minutes, by whichever instance', async () => {
  const { cms, another, clock, member, verifications } = await watchedWorld();
  const { token } = await member('editor');
  await cms.accounts.authenticate(token);
  await cms.accounts.authenticate(token);
  await another().accounts.authenticate(token);
  expect(verifications()).toBe(1);
  clock.advance(5 * minute - 1);
  await cms.accounts.authenticate(token);
  expect(verifications()).toBe(1);
  clock.advance(1);
  await cms.accounts.authenticate(token);
  expect(verifications()).toBe(2);
});

test('the verdict is kept under a hash of the whole token, and the token nowhere', async () => {
  const { cms, kept, ports, member, verifications } = await watchedWorld();
  const { token } = await member('editor');
  await cms.accounts.authenticate(token);
  expect(kept).toEqual([{ key: `session:${sha256(token)}`, ttlMs: 5 * minute }]);
  const entry = await ports.sharedCache.get(kept[0]!.key);
  expect(`${kept[0]!.key}${entry?.value}`).not.toContain(signatureOf(token));
  const last = token.at(-1)!;
  for (const spelling of [`${token}=`, token.slice(0, -1) + (last === 'A' ? 'B' : 'A')]) {
    const before = verifications();
    await refused('invalid_session', cms.accounts.authenticate(spelling));
    expect(verifications()).toBe(before + 1);
  }
});

test('the verdict is never kept for longer than the token lives', async () => {
  const { cms, clock, kept, member } = await watchedWorld();
  const { token, expiresAt } = await member('editor');
  clock.advance(expiresAt - clock.now() - 90 * second);
  await cms.accounts.authenticate(token);
  expect(kept.map(({ ttlMs }) => ttlMs)).toEqual([90 * second]);
  clock.advance(90 * second);
  await refused('invalid_session', cms.accounts.authenticate(token));
});

test('a verdict that outlived its token in the store is of no use', async () => {
  const { cms, clock, ports, member } = await watchedWorld();
  const { token, expiresAt } = await member('editor');
  await cms.accounts.authenticate(token);
  const key = `session:${sha256(token)}`;
  const { value } = (await ports.sharedCache.get(key))!;
  clock.advance(expiresAt - clock.now());
  await ports.sharedCache.set(key, value, minute);
  await refused('invalid_session', cms.accounts.authenticate(token));
});

test('nothing is remembered of a token that is forged or over', async () => {
  const { cms, clock, kept, member } = await watchedWorld();
  const { token, expiresAt } = await member('editor');
  await refused('invalid_session', cms.accounts.authenticate(`${token}A`));
  clock.advance(expiresAt - clock.now());
  await refused('invalid_session', cms.accounts.authenticate(token));
  expect(kept).toEqual([]);
});

test('a text of more than 4096 characters is not even hashed', async () => {
  const { cms, verifications } = await watchedWorld();
  await refused('invalid_session', cms.accounts.authenticate('x'.repeat(4_097)));
  expect(verifications()).toBe(0);
  await refused('invalid_session', cms.accounts.authenticate('x'.repeat(4_096)));
  expect(verifications()).toBe(1);
});

test('garbage in the store is a miss', async () => {
  const { cms, ports, member, verifications } = await watchedWorld();
  const { token, user } = await member('editor');
  const key = `session:${sha256(token)}`;
  const [, payload = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const missing = Object.keys(claims)
    .filter((name) => name !== 'email' && name !== 'role')
    .map((name) => JSON.stringify({ ...claims, [name]: undefined }));
  const odd = ['', 'x', '{', 'null', '1', '"x"', '[]', '{}', JSON.stringify([claims])];
  const ofOtherTypes = [
    JSON.stringify({ ...claims, exp: String(claims.exp) }),
    JSON.stringify({ ...claims, iat: null }),
    JSON.stringify({ ...claims, jti: [claims.jti] }),
    JSON.stringify({ ...claims, userId: { id: user.id } }),
  ];
  for (const garbage of [...odd, ...missing, ...ofOtherTypes]) {
    await ports.sharedCache.set(key, garbage, minute);
    const before = verifications();
    expect((await cms.accounts.authenticate(token)).userId, garbage).toBe(user.id);
    expect(verifications(), garbage).toBe(before + 1);
  }
  expect(missing).toHaveLength(4);
});

test('a store that is away costs a verification each time, and is told once', async () => {
  const world = await watchedWorld();
  const { another, ports, log, member, verifications } = world;
  const { token, user } = await member('editor');
  const trouble = faults({ nth: 1, kind: 'refused', isLasting: true });
  const cms = another({ ports: { sharedCache: trouble.on(ports.sharedCache) } });
  for (let n = 1; n <= 3; n += 1) {
    expect((await cms.accounts.authenticate(token)).userId).toBe(user.id);
    expect(verifications()).toBe(n);
  }
  await cms.users.update(operator, user.id, { role: 'viewer' });
  expect((await cms.accounts.authenticate(token)).role).toBe('viewer');
  trouble.end();
  await cms.accounts.authenticate(token);
  const before = verifications();
  await cms.accounts.authenticate(token);
  expect(verifications()).toBe(before);
  expect(log.entries.map(({ level, message }) => [level, message])).toEqual([
    ['warn', 'The shared cache does not answer and is done without'],
    ['info', 'The shared cache answers again'],
  ]);
});
