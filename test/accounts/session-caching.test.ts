import { expect, test } from 'vitest';
import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';
import { JoseTokenSigner } from '../../adapters/jose/jose-token-signer.ts';
import {
  minute,
  operator,
  second,
  type KeyValueCache,
  type TokenSigner,
} from '../../core/index.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';
import { faults } from '../support/core/faults.ts';
import { testSecret } from '../support/core/memory-cms.ts';

/** A service that counts verifications of signatures. */
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
  return { ...world, verifications: () => verifications };
};

test('an instance verifies a signature once in five minutes', async () => {
  const { cms, clock, member, verifications } = await watchedWorld();
  const { token, user } = await member('editor');
  const before = verifications();
  for (let n = 0; n < 3; n += 1) await cms.accounts.authenticate(token);
  expect(verifications()).toBe(before + 1);
  clock.advance(5 * minute - 1);
  await cms.accounts.authenticate(token);
  expect(verifications()).toBe(before + 1);
  clock.advance(1);
  await cms.accounts.authenticate(token);
  expect(verifications()).toBe(before + 2);
  // Only the result of the verification is kept for that time, not the account.
  await cms.users.update(operator, user.id, { isActive: false });
  await rejectsWith('invalid_session', cms.accounts.authenticate(token));
});

test('a token that differs in one character is verified again', async () => {
  const { cms, member, verifications } = await watchedWorld();
  const { token } = await member('editor');
  await cms.accounts.authenticate(token);
  const last = token.at(-1)!;
  for (const spelling of [`${token}=`, token.slice(0, -1) + (last === 'A' ? 'B' : 'A')]) {
    const before = verifications();
    for (let n = 0; n < 2; n += 1) {
      await rejectsWith('invalid_session', cms.accounts.authenticate(spelling));
    }
    expect(verifications()).toBe(before + 2);
  }
});

test('a token is rejected once it has expired, although its signature was verified', async () => {
  const { cms, clock, member } = await watchedWorld();
  const { token, expiresAt } = await member('editor');
  clock.advance(expiresAt - clock.now() - second);
  await cms.accounts.authenticate(token);
  clock.advance(second);
  await rejectsWith('invalid_session', cms.accounts.authenticate(token));
});

test('every request reads the session and the account', async () => {
  const { cms, another, member } = await watchedWorld();
  const { token, user } = await member('editor');
  const before = await cms.accounts.authenticate(token);
  expect(await cms.accounts.authenticate(token)).toEqual(before);
  await another().users.update(operator, user.id, { role: 'viewer' });
  const after = await cms.accounts.authenticate(token);
  expect(after.role).toBe('viewer');
  expect(after.stamp).not.toBe(before.stamp);
  await another().accounts.logOut(after);
  await rejectsWith('invalid_session', cms.accounts.authenticate(token));
});

test('instances share verified tokens, and each verifies its own while the shared cache is away', async () => {
  const { another, ports, member, verifications } = await watchedWorld();
  const { token } = await member('editor');
  const sharedCache = new MemoryKeyValueCache(ports.clock);
  const instance = (shared: KeyValueCache) => {
    const processCache = new MemoryKeyValueCache(ports.clock);
    return another({ ports: { sharedCache: shared, processCache } }).accounts;
  };
  const before = verifications();
  const actor = await instance(sharedCache).authenticate(token);
  expect(verifications()).toBe(before + 1);
  expect(await instance(sharedCache).authenticate(token)).toEqual(actor);
  expect(verifications()).toBe(before + 1);
  const away = faults({ nth: 1, kind: 'rejected', isLasting: true });
  const alone = instance(away.on(sharedCache));
  for (let n = 0; n < 2; n += 1) expect(await alone.authenticate(token)).toEqual(actor);
  expect(verifications()).toBe(before + 2);
});

test('a text of more than 4096 characters is not hashed', async () => {
  const { cms, verifications } = await watchedWorld();
  await rejectsWith('invalid_session', cms.accounts.authenticate('x'.repeat(4_097)));
  expect(verifications()).toBe(0);
  await rejectsWith('invalid_session', cms.accounts.authenticate('x'.repeat(4_096)));
  expect(verifications()).toBe(1);
});
