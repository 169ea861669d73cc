import { expect, test } from 'vitest';
import { JoseTokenSigner } from '../../adapters/jose/jose-token-signer.ts';
import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';
import { minute, operator, second, type TokenSigner } from '../../core/index.ts';
import { altered } from '../support/altered.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core-world.ts';
import { faults } from '../support/faults.ts';
import { testSecret } from '../support/memory-cms.ts';
import { sha256 } from '../support/sha256.ts';

/** A service that counts verifications of signatures and records what is cached. */
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
  let lookups = 0;
  const { sharedCache } = world.ports;
  const watching = altered(sharedCache, {
    get: (key) => {
      lookups += 1;
      return sharedCache.get(key);
    },
    set: async (key, value, ttlMs) => {
      kept.push({ key, ttlMs });
      await sharedCache.set(key, value, ttlMs);
    },
  });
  const another: CoreWorld['another'] = ({ ports } = {}) =>
    world.another({ ports: { sharedCache: watching, ...ports } });
  return {
    ...world,
    cms: another(),
    another,
    kept,
    verifications: () => verifications,
    lookups: () => lookups,
  };
};

const signatureOf = (token: string): string => token.split('.')[2]!;

test('a signature is verified once in five minutes, by any instance', async () => {
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

test('each instance reads the shared cache once, not on every request', async () => {
  const { cms, another, clock, member, lookups, verifications } = await watchedWorld();
  const { token, user } = await member('editor');
  for (let n = 0; n < 10; n += 1) await cms.accounts.authenticate(token);
  expect(lookups()).toBe(1);
  const other = another();
  clock.advance(4 * minute);
  for (let n = 0; n < 10; n += 1) await other.accounts.authenticate(token);
  expect([lookups(), verifications()]).toEqual([2, 1]);
  // The copy from the shared cache expires at the same time as the original.
  clock.advance(minute);
  await other.accounts.authenticate(token);
  expect([lookups(), verifications()]).toEqual([3, 2]);
  // Only the result of the verification is cached, not the account.
  await cms.users.update(operator, user.id, { isActive: false });
  for (const each of [cms, other]) {
    await rejectsWith('invalid_session', each.accounts.authenticate(token));
  }
});

test('the result is cached under a digest of the whole token, and the token is not stored', async () => {
  const { cms, kept, ports, member, verifications } = await watchedWorld();
  const { token } = await member('editor');
  await cms.accounts.authenticate(token);
  expect(kept).toEqual([{ key: `session:${sha256(token)}`, ttlMs: 5 * minute }]);
  const entry = await ports.sharedCache.get(kept[0]!.key);
  expect(`${kept[0]!.key}${entry?.value}`).not.toContain(signatureOf(token));
  const last = token.at(-1)!;
  for (const spelling of [`${token}=`, token.slice(0, -1) + (last === 'A' ? 'B' : 'A')]) {
    const before = verifications();
    await rejectsWith('invalid_session', cms.accounts.authenticate(spelling));
    expect(verifications()).toBe(before + 1);
  }
});

test('the result is not cached for longer than the token is valid', async () => {
  const { cms, clock, kept, member } = await watchedWorld();
  const { token, expiresAt } = await member('editor');
  clock.advance(expiresAt - clock.now() - 90 * second);
  await cms.accounts.authenticate(token);
  expect(kept.map(({ ttlMs }) => ttlMs)).toEqual([90 * second]);
  clock.advance(90 * second);
  await rejectsWith('invalid_session', cms.accounts.authenticate(token));
});

test('a cached result is ignored after the token has expired', async () => {
  const { cms, clock, ports, member } = await watchedWorld();
  const { token, expiresAt } = await member('editor');
  await cms.accounts.authenticate(token);
  const key = `session:${sha256(token)}`;
  const { value } = (await ports.sharedCache.get(key))!;
  clock.advance(expiresAt - clock.now());
  await ports.sharedCache.set(key, value, minute);
  await rejectsWith('invalid_session', cms.accounts.authenticate(token));
});

test('nothing is cached for a forged or expired token', async () => {
  const { cms, clock, kept, member } = await watchedWorld();
  const { token, expiresAt } = await member('editor');
  await rejectsWith('invalid_session', cms.accounts.authenticate(`${token}A`));
  clock.advance(expiresAt - clock.now());
  await rejectsWith('invalid_session', cms.accounts.authenticate(token));
  expect(kept).toEqual([]);
});

test('a text of more than 4096 characters is not hashed', async () => {
  const { cms, verifications } = await watchedWorld();
  await rejectsWith('invalid_session', cms.accounts.authenticate('x'.repeat(4_097)));
  expect(verifications()).toBe(0);
  await rejectsWith('invalid_session', cms.accounts.authenticate('x'.repeat(4_096)));
  expect(verifications()).toBe(1);
});

test('an invalid entry in either cache is a miss', async () => {
  const { another, ports, member, verifications } = await watchedWorld();
  const { token, user } = await member('editor');
  const key = `session:${sha256(token)}`;
  const [, payload = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const missing = Object.keys(claims).map((name) =>
    JSON.stringify({ ...claims, [name]: undefined }),
  );
  const odd = ['', 'x', '{', 'null', '1', '"x"', '[]', '{}', JSON.stringify([claims])];
  const ofOtherTypes = [
    JSON.stringify({ ...claims, exp: String(claims.exp) }),
    JSON.stringify({ ...claims, iat: null }),
    JSON.stringify({ ...claims, jti: [claims.jti] }),
    JSON.stringify({ ...claims, userId: { id: user.id } }),
    JSON.stringify({ ...claims, email: 1 }),
    JSON.stringify({ ...claims, role: 'owner' }),
  ];
  for (const garbage of [...odd, ...missing, ...ofOtherTypes]) {
    const processCache = new MemoryKeyValueCache(ports.clock);
    const cms = another({ ports: { processCache } });
    for (const cache of [ports.sharedCache, processCache]) await cache.set(key, garbage, minute);
    const before = verifications();
    expect((await cms.accounts.authenticate(token)).userId, garbage).toBe(user.id);
    expect(verifications(), garbage).toBe(before + 1);
  }
  expect(missing).toHaveLength(6);
});

test('while the shared cache is unreachable, each instance verifies once and logs once', async () => {
  const { another, ports, log, member, verifications } = await watchedWorld();
  const { token, user } = await member('editor');
  const trouble = faults({ nth: 1, kind: 'rejected', isLasting: true });
  const sharedCache = trouble.on(ports.sharedCache);
  const instances = [1, 2].map(() => another({ ports: { sharedCache } }));
  for (const cms of [...instances, ...instances]) {
    expect((await cms.accounts.authenticate(token)).userId).toBe(user.id);
  }
  expect(verifications()).toBe(2);
  const [cms] = instances;
  await cms!.users.update(operator, user.id, { role: 'viewer' });
  expect((await cms!.accounts.authenticate(token)).role).toBe('viewer');
  trouble.end();
  const { token: next } = await member('editor');
  await cms!.accounts.authenticate(next);
  const before = verifications();
  await another().accounts.authenticate(next);
  expect(verifications()).toBe(before);
  expect(log.entries.map(({ level, message }) => [level, message])).toEqual([
    ['warn', 'The shared cache is unreachable; continuing without it'],
    ['warn', 'The shared cache is unreachable; continuing without it'],
    ['info', 'The shared cache is reachable again'],
  ]);
});
