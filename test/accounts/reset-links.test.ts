import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { operator } from '../../core/index.ts';
import { hour, minute } from '../../core/vocabulary.ts';
import {
  linkWorld,
  newPassword,
  publicUrl,
  type LinkWorld,
} from '../support/accounts/link-world.ts';
import { goodPassword, rejectsWith } from '../support/core/core-world.ts';
import { countedPasswords, type CountedPasswords } from '../support/core/counted-passwords.ts';
import { secretOf } from '../support/mail/link-in.ts';

let world: LinkWorld;
let counted: CountedPasswords;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  counted = countedPasswords();
  world = await linkWorld({ ports: { passwords: counted.passwords } });
});
afterEach(() => vi.useRealTimers());

describe('a link', () => {
  test.each(['mailed', 'handed'] as const)(
    'that was %s sets a new password, once, and ends all sessions',
    async (how) => {
      const { userId, email, token } = await world.author();
      const other = await world.logIn(email);
      const secret = how === 'mailed' ? await world.mailed(email) : await world.handed(userId);
      expect(await world.cms.accounts.authenticate(token)).toMatchObject({ userId });
      await world.reset(secret);
      for (const each of [token, other.token]) {
        await rejectsWith('invalid_session', world.cms.accounts.authenticate(each));
      }
      expect(await world.ports.store.repositories.sessions.listByUser(userId)).toEqual([]);
      await rejectsWith('invalid_credentials', world.logIn(email));
      expect((await world.logIn(email, newPassword)).user.id).toBe(userId);
      await rejectsWith('invalid_link', world.reset(secret, 'a third good password'));
    },
  );

  test('works for 30 minutes if it was mailed, and for 24 hours if it was handed over', async () => {
    const { userId, email } = await world.author();
    const early = await world.mailed(email);
    world.pass(30 * minute - 1);
    await world.reset(early);
    const late = await world.mailed(email);
    world.pass(30 * minute);
    await rejectsWith('invalid_link', world.reset(late));
    const { url, expiresAt } = await world.cms.users.createResetLink(world.admin, userId);
    expect(expiresAt).toBe(world.clock.now() + 24 * hour);
    expect(url).toMatch(new RegExp(`^${publicUrl}/auth/reset#[A-Za-z0-9]{32,}$`));
    world.pass(24 * hour - 1);
    await world.reset(secretOf(url));
    const overdue = await world.handed(userId);
    world.pass(24 * hour);
    await rejectsWith('invalid_link', world.reset(overdue));
  });

  test('that has expired during the hashing of the password does nothing', async () => {
    const { userId, email } = await world.author();
    const secret = await world.handed(userId);
    const { passwords } = world.ports;
    const late = world.another({
      ports: {
        passwords: {
          scheme: passwords.scheme,
          verify: (...given) => passwords.verify(...given),
          hash: async (password) => {
            world.pass(24 * hour);
            return passwords.hash(password);
          },
        },
      },
    });
    const command = { token: secret, password: newPassword, client: 'a' };
    await rejectsWith('invalid_link', late.accounts.resetPassword(command));
    await rejectsWith('invalid_credentials', world.logIn(email, newPassword));
  });

  test('ends the ones before it, whoever made them', async () => {
    const { userId, email } = await world.author();
    const first = await world.mailed(email);
    const second = await world.handed(userId);
    await rejectsWith('invalid_link', world.reset(first));
    const third = await world.mailed(email);
    await rejectsWith('invalid_link', world.reset(second));
    await world.reset(third);
  });

  test('ends with another new password and with a deactivation, also if it is undone', async () => {
    const actor = await world.author();
    const { userId } = actor;
    const own = await world.handed(userId);
    const command = { currentPassword: goodPassword, newPassword };
    await world.cms.accounts.changeOwnPassword(actor, command);
    await rejectsWith('invalid_link', world.reset(own));
    const byAdmin = await world.handed(userId);
    await world.cms.users.update(world.admin, userId, { password: 'a third good password' });
    await rejectsWith('invalid_link', world.reset(byAdmin));
    const before = await world.handed(userId);
    await world.cms.users.update(world.admin, userId, { isActive: false });
    await rejectsWith('invalid_link', world.reset(before));
    const meanwhile = await world.handed(userId);
    await rejectsWith('invalid_link', world.reset(meanwhile));
    await world.cms.users.update(world.admin, userId, { isActive: true });
    await rejectsWith('invalid_link', world.reset(before));
  });

  test('ends with its account', async () => {
    const { userId } = await world.author();
    const secret = await world.handed(userId);
    await world.cms.users.delete(world.admin, userId);
    await rejectsWith('invalid_link', world.reset(secret));
  });

  test('is not used up by a password that is not accepted', async () => {
    const { email } = await world.author();
    const secret = await world.mailed(email);
    await rejectsWith('invalid_password', world.reset(secret, 'short'));
    await rejectsWith('invalid_text', world.reset(secret, 'nul\0nul\0nul'));
    await world.reset(secret);
  });

  test('is not used up if the change cannot be stored', async () => {
    const { userId, email } = await world.author();
    const secret = await world.mailed(email);
    const broken = world.another({
      ports: {
        mailer: world.mailer,
        encryption: {
          encrypt: async () => Promise.reject(new Error('No entropy')),
          decrypt: async () => undefined,
        },
      },
    });
    const command = { token: secret, password: newPassword, client: 'a' };
    await expect(broken.accounts.resetPassword(command)).rejects.toThrow('No entropy');
    expect((await world.logIn(email)).user.id).toBe(userId);
    await world.reset(secret);
  });

  test('of two accounts changes its own', async () => {
    const [one, two] = [await world.author(), await world.author()];
    const [first, second] = [await world.handed(one.userId), await world.handed(two.userId)];
    await world.reset(first);
    expect((await world.logIn(two.email)).user.id).toBe(two.userId);
    await world.reset(second);
  });

  test('that is unknown costs no hash, whatever it looks like', async () => {
    const { userId } = await world.author();
    const secret = await world.handed(userId);
    counted.derivations();
    const unknown = ['', 'x', secret.slice(1), `${secret} `, secret.toLowerCase(), `#${secret}`];
    for (const token of unknown) {
      const { message, details } = await rejectsWith('invalid_link', world.reset(token));
      expect([message, details]).toEqual([
        'This link is not valid',
        'It has expired, was used, or was replaced by a newer one',
      ]);
    }
    expect(counted.derivations()).toBe(0);
  });

  test('sets one password if it is used 50 times at once', async () => {
    const { userId, email } = await world.author();
    const secret = await world.handed(userId);
    const passwordOf = (n: number): string => `good password number ${n}`;
    const uses = Array.from({ length: 50 }, (_, n) => world.reset(secret, passwordOf(n)));
    const outcomes = await Promise.allSettled(uses);
    const winners = outcomes.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []));
    expect(winners).toHaveLength(1);
    expect((await world.logIn(email, passwordOf(winners[0]!))).user.id).toBe(userId);
  });

  test('signs nobody in, and is told to the address', async () => {
    const { userId, email } = await world.author();
    const secret = await world.mailed(email);
    world.mailer.attempts.splice(0);
    expect(await world.reset(secret)).toBeUndefined();
    expect(await world.ports.store.repositories.sessions.listByUser(userId)).toEqual([]);
    await world.deliver();
    const [{ to, subject, text } = expect.fail('no mail')] = world.mailer.attempts;
    expect([to, subject]).toEqual([email, 'Your password was changed']);
    expect(text).toContain('was changed with a link at');
    expect(text).toContain('All sessions of the account have ended.');
  });

  test('gives a password to an account that has none, if an administrator made it', async () => {
    const { users } = world.ports.store.repositories;
    const { userId, email } = await world.author();
    await users.update({ ...(await users.findById(userId))!, passwordHash: undefined });
    await world.reset(await world.handed(userId));
    expect((await world.logIn(email, newPassword)).user.id).toBe(userId);
  });

  test('is swept after its end', async () => {
    const { accountLinks } = world.ports.store.repositories;
    const { userId } = await world.author();
    const secret = await world.handed(userId);
    const digest = await world.ports.digest.sha256(secret);
    await world.cms.system.sweepSessions();
    expect(await accountLinks.findByDigest(digest)).toMatchObject({ userId });
    world.pass(24 * hour + 1);
    await world.cms.system.sweepSessions();
    expect(await accountLinks.findByDigest(digest)).toBeUndefined();
  });

  test('is stored and noted without its secret', async () => {
    const { userId, email } = await world.author();
    const secrets = [await world.handed(userId), await world.mailed(email)];
    await world.reset(secrets[1]!);
    const { entries } = await world.cms.audit.list(world.admin, {});
    const actions = entries.map(({ action, id, by }) => [action, id, by.kind]);
    expect(actions).toContainEqual(['user.create_reset_link', userId, 'user']);
    expect(actions).toContainEqual(['user.reset_password', userId, 'user']);
    const told = JSON.stringify([entries, world.log]);
    for (const secret of secrets) expect(told).not.toContain(secret);
    expect(told).not.toContain(newPassword);
  });

  test('is a credential nowhere else', async () => {
    const { userId } = await world.author();
    const secret = await world.handed(userId);
    await rejectsWith('invalid_session', world.cms.accounts.authenticate(secret));
    await rejectsWith('invalid_token', world.cms.apiTokens.authenticate(secret));
    const accepted = world.cms.invitations.accept({
      token: secret,
      password: newPassword,
      client: world.newClient(),
    });
    await rejectsWith('invalid_link', accepted);
  });
});

test('links of others are for administrators only', async () => {
  const { userId } = await world.author();
  for (const role of ['viewer', 'author', 'editor'] as const) {
    const caller = await world.person(role, [{ collectionId: world.posts.id, role: 'admin' }]);
    await rejectsWith('forbidden', world.cms.users.createResetLink(caller, userId));
  }
  await rejectsWith('not_found', world.cms.users.createResetLink(world.admin, 'no id'));
  await rejectsWith(
    'not_found',
    world.cms.users.createResetLink(world.admin, world.ports.ids.next()),
  );
  expect((await world.cms.users.createResetLink(operator, userId)).url).toContain('#');
});
