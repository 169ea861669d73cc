import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, operator } from '../../core/index.ts';
import { goodPassword, rejectsWith } from '../support/core/core-world.ts';
import { memoryMailer, type MemoryMailer } from '../support/mail/memory-mailer.ts';
import {
  factorWorld,
  wrongCode,
  type FactorWorld,
  type Protected,
} from '../support/second-factor/factor-world.ts';

let world: FactorWorld;
let mailer: MemoryMailer;
let ada: Protected;

beforeEach(async () => {
  mailer = memoryMailer();
  world = await factorWorld({ ports: { mailer }, publicUrl: 'https://cms.example.org' });
  ada = await world.protectedPerson();
});

const remove = (code: string) => world.cms.secondFactors.remove(ada.actor, { code });
const renew = (code: string) => world.cms.secondFactors.renewRecoveryCodes(ada.actor, { code });
const factor = () => world.ports.store.repositories.secondFactors.find(ada.actor.userId);

/** What was sent since the last call. */
const mails = async (): Promise<readonly string[]> => {
  await world.cms.mail.deliver({ aborted: false });
  return mailer.attempts.splice(0).map(({ to, subject, text }) => `${to}: ${subject}\n${text}`);
};

describe('removing', () => {
  test('takes a code of the app', async () => {
    const { sessionId } = await world.logIn(ada.email, { code: ada.recoveryCodes[0]! });
    await remove(await world.code(ada.key));
    expect(await factor()).toBeUndefined();
    expect((await world.logIn(ada.email)).user.hasSecondFactor).toBe(false);
    const { sessions } = world.ports.store.repositories;
    expect(await sessions.find(sessionId)).toBeDefined();
  });

  test('takes a recovery code', async () => {
    await remove(ada.recoveryCodes[3]!);
    expect(await factor()).toBeUndefined();
  });

  test('takes nothing else', async () => {
    for (const code of [wrongCode, '', ada.key]) await rejectsWith('invalid_code', remove(code));
    const command = { code: await world.code(ada.key) };
    await rejectsWith('not_authenticated', world.cms.secondFactors.remove(anonymous, command));
    expect(await factor()).toBeDefined();
    const { actor } = await world.signedIn();
    await rejectsWith('invalid_code', world.cms.secondFactors.remove(actor, command));
  });

  test('lets the account set up another factor', async () => {
    await remove(ada.recoveryCodes[0]!);
    const again = await world.setUp(ada);
    expect(again.key).not.toBe(ada.key);
    await rejectsWith('invalid_code', world.logIn(ada.email, { code: ada.recoveryCodes[1]! }));
    await world.logIn(ada.email, { code: again.recoveryCodes[1]! });
  });
});

describe('new recovery codes', () => {
  test('replace all', async () => {
    const { recoveryCodes } = await renew(await world.code(ada.key));
    expect(recoveryCodes).toHaveLength(10);
    await rejectsWith('invalid_code', world.logIn(ada.email, { code: ada.recoveryCodes[0]! }));
    for (const code of recoveryCodes) await world.logIn(ada.email, { code });
  });

  test('need a code of the app', async () => {
    for (const code of [ada.recoveryCodes[0]!, wrongCode])
      await rejectsWith('invalid_code', renew(code));
    await world.logIn(ada.email, { code: ada.recoveryCodes[0]! });
  });

  test('are stored once of 50 requests at once', async () => {
    const code = await world.code(ada.key);
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => renew(code)));
    const [made, ...others] = results.flatMap((each) =>
      each.status === 'fulfilled' ? [each.value] : [],
    );
    expect(others).toEqual([]);
    await world.logIn(ada.email, { code: made!.recoveryCodes[0]! });
  });
});

test('a new password keeps the factor', async () => {
  const password = 'another good password';
  await world.cms.users.update(operator, ada.actor.userId, { password });
  await rejectsWith('second_factor_required', world.logIn(ada.email, { password }));
  await world.logIn(ada.email, { password, code: await world.code(ada.key) });
});

test('a change of the account by an administrator keeps the factor', async () => {
  await world.cms.users.update(operator, ada.actor.userId, { role: 'editor' });
  await world.cms.users.setPermissions(operator, ada.actor.userId, []);
  await world.cms.accounts.updateOwn(ada.actor, { firstName: 'Ada' });
  await world.challengeOf(ada.email);
});

test('a deletion of the account removes all of it', async () => {
  await world.answer(await world.challengeOf(ada.email), ada.recoveryCodes[0]!, { trust: true });
  const open = await world.challengeOf(ada.email);
  await world.cms.users.delete(operator, ada.actor.userId);
  const { challenges, trustedBrowsers } = world.ports.store.repositories;
  expect(await factor()).toBeUndefined();
  expect(await trustedBrowsers.listByUser(ada.actor.userId)).toEqual([]);
  expect(await challenges.delete(await world.ports.digest.sha256(open))).toBe(false);
});

describe('mail', () => {
  test('tells the address of each change, without codes', async () => {
    const [setUp, ...none] = await mails();
    expect(none).toEqual([]);
    expect(setUp).toContain(`${ada.email}: A second factor was set up`);
    expect(setUp).toContain('https://cms.example.org/admin');
    const { recoveryCodes } = await renew(await world.code(ada.key));
    const renewed = await mails();
    expect(renewed).toEqual([expect.stringContaining('You have new recovery codes')]);
    await remove(recoveryCodes[0]!);
    const removed = await mails();
    expect(removed).toEqual([expect.stringContaining('Your second factor was removed')]);
    for (const text of [setUp, ...renewed, ...removed]) {
      for (const secret of [ada.key, ...ada.recoveryCodes, ...recoveryCodes]) {
        expect(text).not.toContain(secret);
      }
    }
  });

  test('tells nothing of what changed nothing', async () => {
    await mails();
    await rejectsWith('invalid_code', remove(wrongCode));
    await rejectsWith('invalid_code', renew(wrongCode));
    await world.logIn(ada.email, { code: ada.recoveryCodes[0]! });
    const { actor } = await world.signedIn();
    await world.cms.secondFactors.begin(actor, { password: goodPassword });
    expect(await mails()).toEqual([]);
  });
});

describe('the audit', () => {
  const actions = async (): Promise<readonly string[]> => {
    const { entries } = await world.cms.audit.list(operator, {});
    return entries.map(({ action }) => action).toReversed();
  };

  test('has an entry of each change and of a stop, and no secrets', async () => {
    const before = (await actions()).length;
    const challenge = await world.challengeOf(ada.email);
    const { recoveryCodes } = await renew(await world.code(ada.key));
    await world.answer(await world.challengeOf(ada.email), recoveryCodes[0]!, { trust: true });
    const [browser] = await world.cms.secondFactors.listTrustedBrowsers(ada.actor);
    await world.cms.secondFactors.endTrustedBrowser(ada.actor, browser!.id);
    for (let n = 0; n < 11; n += 1) {
      await world.logIn(ada.email, { code: wrongCode }).catch(() => undefined);
    }
    expect((await actions()).slice(before)).toEqual([
      'user.renew_recovery_codes',
      'session.create',
      'user.end_trust',
      ...Array.from({ length: 9 }, () => 'session.reject'),
      'user.stop_codes',
      'session.reject',
    ]);
    const { entries } = await world.cms.audit.list(operator, {});
    const text = JSON.stringify(entries) + JSON.stringify(world.log);
    for (const secret of [challenge, ada.key, ...ada.recoveryCodes, ...recoveryCodes, wrongCode]) {
      expect(text).not.toContain(secret);
    }
  });

  test('names the account of a wrong code, and the address', async () => {
    const client = '2001:db8::9';
    await rejectsWith('invalid_code', world.logIn(ada.email, { code: wrongCode, client }));
    const { entries } = await world.cms.audit.list(operator, {});
    expect(entries[0]).toMatchObject({
      action: 'session.reject',
      id: ada.actor.userId,
      by: { kind: 'anonymous', address: client },
    });
  });
});
