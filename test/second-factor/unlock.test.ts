import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, operator } from '../../core/index.ts';
import { noId } from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { memoryMailer } from '../support/mail/memory-mailer.ts';
import {
  factorWorld,
  wrongCode,
  type FactorWorld,
  type Protected,
} from '../support/second-factor/factor-world.ts';

const mailer = memoryMailer();

let world: FactorWorld;
let ada: Protected;
let admin: Protected;

beforeEach(async () => {
  world = await factorWorld({ ports: { mailer } });
  ada = await world.protectedPerson();
  admin = await world.protectedPerson('admin');
});

/** What was sent since the last call. */
const delivered = async () => {
  await world.cms.mail.deliver({ aborted: false });
  return mailer.attempts.splice(0);
};

/** Both ways remove the same. */
const ways = [
  ['an administrator', () => world.cms.secondFactors.removeOf(admin.actor, ada.actor.userId)],
  ['the operator', () => world.cms.secondFactors.unlock(operator, ` ${ada.email.toUpperCase()} `)],
] as const;

const stateOf = async ({ actor: { userId } }: Protected) => {
  const { users, secondFactors, sessions, trustedBrowsers } = world.ports.store.repositories;
  return {
    hasSecondFactor: (await users.findById(userId))?.hasSecondFactor,
    factor: await secondFactors.find(userId),
    sessions: (await sessions.listByUser(userId)).length,
    browsers: (await trustedBrowsers.listByUser(userId)).length,
  };
};

const nothing = { hasSecondFactor: false, factor: undefined, sessions: 0, browsers: 0 };

describe.each(ways)('%s removes a second factor', (name, remove) => {
  test('with sessions, trusted browsers, and sign-ins that wait for a code', async () => {
    const challenge = await world.challengeOf(ada.email);
    const trusting = await world.challengeOf(ada.email);
    const code = await world.code(ada.key);
    const { trustedBrowser } = await world.answer(trusting, code, { trust: true });
    const untouched = await stateOf(admin);
    await remove();
    expect(await stateOf(ada)).toEqual(nothing);
    expect(await stateOf(admin)).toEqual(untouched);
    const [recoveryCode = ''] = ada.recoveryCodes;
    await rejectsWith('invalid_code', world.answer(challenge, recoveryCode));
    // The password is enough, with or without what the browser has kept.
    await world.logIn(ada.email, { ...(trustedBrowser !== undefined && { trustedBrowser }) });
    const again = await world.logIn(ada.email);
    const actor = await world.cms.accounts.authenticate(again.token);
    await world.setUp({ actor, email: ada.email });
    await rejectsWith('second_factor_required', world.logIn(ada.email));
  });

  test('and what has stopped its codes', async () => {
    for (let n = 0; n < 10; n += 1) {
      await rejectsWith('invalid_code', world.logIn(ada.email, { code: wrongCode }));
    }
    const [recoveryCode = ''] = ada.recoveryCodes;
    await rejectsWith('rate_limited', world.logIn(ada.email, { code: recoveryCode }));
    await remove();
    const { token } = await world.logIn(ada.email);
    const actor = await world.cms.accounts.authenticate(token);
    // The new factor takes codes at once.
    await world.setUp({ actor, email: ada.email });
  });

  test('with an entry in the audit, and a notice to its owner', async () => {
    await delivered();
    await remove();
    const [mail, ...others] = await delivered();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: ada.email, subject: 'Your second factor was removed' });
    expect(mail?.text).toContain('by an administrator');
    expect(mail?.text).toContain('All sessions of the account have ended.');
    const [entry] = await world.cms.audit
      .list(operator, { limit: 1 })
      .then(({ entries }) => entries);
    expect(entry).toMatchObject({
      action: 'user.remove_second_factor',
      id: ada.actor.userId,
      by: { kind: name === 'the operator' ? 'operator' : 'user' },
    });
    const everything = JSON.stringify(await world.cms.audit.list(operator, { limit: 100 }));
    for (const secret of [ada.key, ...ada.recoveryCodes]) expect(everything).not.toContain(secret);
  });

  test('of an account that cannot sign in, and a key that waits for its first code', async () => {
    await world.cms.users.update(operator, ada.actor.userId, { isActive: false });
    await remove();
    expect(await stateOf(ada)).toEqual(nothing);
    await world.cms.users.update(operator, ada.actor.userId, { isActive: true });
    const { token } = await world.logIn(ada.email);
    const actor = await world.cms.accounts.authenticate(token);
    await world.cms.secondFactors.begin(actor, { password: 'correct horse battery' });
    await delivered();
    await remove();
    expect(await stateOf(ada)).toEqual(nothing);
    // The account had no second factor.
    expect(await delivered()).toEqual([]);
  });
});

describe('without a second factor', () => {
  test('an administrator gets 404, and nothing changes', async () => {
    const { actor } = await world.signedIn();
    const removal = world.cms.secondFactors.removeOf(admin.actor, actor.userId);
    expect((await rejectsWith('not_found', removal)).message).toBe('Second factor not found');
    expect(await world.ports.store.repositories.sessions.listByUser(actor.userId)).toHaveLength(1);
  });

  test('the operator learns that there was none, and nothing changes', async () => {
    const { actor, email } = await world.signedIn();
    const before = await world.cms.audit.list(operator, { limit: 1 });
    const unlocked = await world.cms.secondFactors.unlock(operator, email);
    expect(unlocked).toMatchObject({ user: { email }, hadSecondFactor: false });
    expect(unlocked.user).not.toHaveProperty('passwordHash');
    expect(await world.cms.audit.list(operator, { limit: 1 })).toEqual(before);
    expect(await world.ports.store.repositories.sessions.listByUser(actor.userId)).toHaveLength(1);
  });
});

test('accounts that do not exist are not found', async () => {
  const { secondFactors } = world.cms;
  await rejectsWith('not_found', secondFactors.removeOf(admin.actor, noId));
  await rejectsWith('not_found', secondFactors.removeOf(admin.actor, 'none'));
  for (const email of ['gone@example.org', 'none', '']) {
    await rejectsWith('not_found', secondFactors.unlock(operator, email));
  }
});

test('another administrator must do it', async () => {
  const { secondFactors } = world.cms;
  const before = await stateOf(admin);
  const own = secondFactors.removeOf(admin.actor, admin.actor.userId);
  const { details } = await rejectsWith('forbidden', own);
  expect(details).toContain('POST /auth/totp/remove');
  await rejectsWith('forbidden', secondFactors.unlock(admin.actor, admin.email));
  expect(await stateOf(admin)).toEqual(before);
});

test('only administrators may, of whatever account', async () => {
  const { secondFactors } = world.cms;
  const token = { kind: 'token', tokenId: noId, scope: 'all' } as const;
  for (const [actor, code] of [
    [anonymous, 'not_authenticated'],
    [token, 'token_read_only'],
    [ada.actor, 'forbidden'],
    [(await world.signedIn('editor')).actor, 'forbidden'],
  ] as const) {
    await rejectsWith(code, secondFactors.removeOf(actor, ada.actor.userId));
    await rejectsWith(code, secondFactors.unlock(actor, ada.email));
  }
  expect((await stateOf(ada)).hasSecondFactor).toBe(true);
});
