import { expect, test } from 'vitest';
import { JoseTokenSigner } from '../../adapters/jose/jose-token-signer.ts';
import { minute, operator, second, type TokenSigner } from '../../core/index.ts';
import { coreWorld, rejectsWith } from '../support/core-world.ts';
import { testSecret } from '../support/memory-cms.ts';

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

test('each instance verifies a signature once in five minutes', async () => {
  const { cms, another, clock, member, verifications } = await watchedWorld();
  const { token, user } = await member('editor');
  const before = verifications();
  for (let n = 0; n < 3; n += 1) await cms.accounts.authenticate(token);
  const other = another();
  for (let n = 0; n < 3; n += 1) await other.accounts.authenticate(token);
  expect(verifications()).toBe(before + 2);
  clock.advance(5 * minute - 1);
  await cms.accounts.authenticate(token);
  expect(verifications()).toBe(before + 2);
  clock.advance(1);
  await cms.accounts.authenticate(token);
  expect(verifications()).toBe(before + 3);
  // Only the result of the verification is kept for that time, not the account.
  await cms.users.update(operator, user.id, { isActive: false });
  for (const each of [cms, other]) {
    await rejectsWith('invalid_session', each.accounts.authenticate(token));
  }
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
  const actor = await cms.accounts.authenticate(token);
  expect(cms.accounts.isCurrent(actor)).toBe(true);
  clock.advance(second);
  expect(cms.accounts.isCurrent(actor)).toBe(false);
  await rejectsWith('invalid_session', cms.accounts.authenticate(token));
});

test('an authenticated user is current until the session or the account changes', async () => {
  const { cms, another, member } = await watchedWorld();
  const changes = [
    (id: string) => another().users.update(operator, id, { role: 'viewer' }),
    (id: string) => another().users.update(operator, id, { isActive: false }),
    (id: string) => another().users.setPermissions(operator, id, []),
    (id: string) => another().users.delete(operator, id),
  ];
  for (const change of changes) {
    const { token, user } = await member('editor');
    const actor = await cms.accounts.authenticate(token);
    expect(cms.accounts.isCurrent({ ...actor })).toBe(false);
    expect(cms.accounts.isCurrent(actor)).toBe(true);
    await change(user.id);
    expect(cms.accounts.isCurrent(actor)).toBe(false);
  }
  const { token } = await member('editor');
  const actor = await cms.accounts.authenticate(token);
  await another().accounts.logOut(actor);
  expect(cms.accounts.isCurrent(actor)).toBe(false);
});

test('a text of more than 4096 characters is not hashed', async () => {
  const { cms, verifications } = await watchedWorld();
  await rejectsWith('invalid_session', cms.accounts.authenticate('x'.repeat(4_097)));
  expect(verifications()).toBe(0);
  await rejectsWith('invalid_session', cms.accounts.authenticate('x'.repeat(4_096)));
  expect(verifications()).toBe(1);
});
