import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { operator } from '../../core/index.ts';
import { minute } from '../../core/vocabulary.ts';
import { invitationWorld, type InvitationWorld } from '../support/accounts/invitation-world.ts';
import { newPassword } from '../support/accounts/link-world.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { countedPasswords, type CountedPasswords } from '../support/core/counted-passwords.ts';

let world: InvitationWorld;
let counted: CountedPasswords;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  counted = countedPasswords();
  world = await invitationWorld({ ports: { passwords: counted.passwords } });
});
afterEach(() => vi.useRealTimers());

const userCount = async (): Promise<number> =>
  (await world.cms.users.list(world.admin, { limit: 100, offset: 0 })).length;

describe('who accepts an invitation', () => {
  test('gets an account with its role and permissions, and a session', async () => {
    const { secret, email } = await world.invite({
      role: 'viewer',
      permissions: [{ collection: 'pages', role: 'editor' }],
    });
    const names = { username: 'grace', firstName: 'Grace', lastName: 'Hopper' };
    const { user, token } = await world.accept(secret, names);
    expect(user).toMatchObject({ email, role: 'viewer', isActive: true, ...names });
    expect(await world.cms.accounts.authenticate(token)).toMatchObject({
      userId: user.id,
      role: 'viewer',
      grants: [{ collectionId: world.pages.id, role: 'editor' }],
    });
    expect((await world.logIn(email, newPassword)).user.id).toBe(user.id);
  });

  test('gets a free username, and no names, without any', async () => {
    const { secret } = await world.invite({ email: 'grace@example.org' });
    const { user } = await world.accept(secret);
    expect(user).toMatchObject({ username: 'grace', firstName: '', lastName: '' });
  });

  test('does not need that registration is enabled', async () => {
    await world.cms.settings.update(operator, { registrationEnabled: false });
    const { secret } = await world.invite({ role: 'admin' });
    expect((await world.accept(secret)).user.role).toBe('admin');
  });

  test('gets permissions for the locales of the invitation, by the codes that they have now', async () => {
    const { cms } = world;
    await cms.locales.update(operator, { locales: ['en', 'de', 'fr'].map((code) => ({ code })) });
    await cms.collections.update(operator, 'pages', { localized: true });
    const permission = { collection: 'pages', role: 'editor' } as const;
    const { secret } = await world.invite({
      permissions: [{ ...permission, locales: ['DE', 'fr'] }],
    });
    expect((await world.open())[0]?.permissions).toEqual([
      { ...permission, locales: ['de', 'fr'] },
    ]);
    await cms.locales.update(operator, {
      locales: [{ code: 'en' }, { code: 'de-AT', renamedFrom: 'de' }],
    });
    const { user } = await world.accept(secret);
    const { permissions } = await cms.users.get(world.admin, user.id);
    expect(permissions).toEqual([{ ...permission, locales: ['de-AT'] }]);
  });

  test('gets no permissions for a collection that was deleted, also if it is made again', async () => {
    const schema = { type: 'object', properties: {}, required: [] } as const;
    const make = () =>
      world.cms.collections.create(operator, { name: 'news', displayName: 'News', schema });
    await make();
    const permissions = [
      { collection: 'news', role: 'admin' },
      { collection: 'pages', role: 'editor' },
    ] as const;
    const { secret } = await world.invite({ permissions });
    await world.cms.collections.delete(operator, 'news');
    await make();
    expect((await world.open())[0]?.permissions).toEqual([permissions[1]]);
    const { user } = await world.accept(secret);
    const { permissions: given } = await world.cms.users.get(world.admin, user.id);
    expect(given).toEqual([permissions[1]]);
  });

  test('succeeds although a collection is deleted between two statements', async () => {
    const { repositories } = world.ports.store;
    const permissions = [{ collection: 'pages', role: 'editor' }] as const;
    const { secret } = await world.invite({ permissions });
    const { collections } = repositories;
    const stale = await collections.list();
    const list = vi.spyOn(Object.getPrototypeOf(collections) as typeof collections, 'list');
    list.mockImplementationOnce(async () => {
      list.mockRestore();
      return stale;
    });
    await collections.delete(world.pages.id);
    const { user } = await world.accept(secret);
    expect((await world.cms.users.get(world.admin, user.id)).permissions).toEqual([]);
  });
});

describe('an invitation is used up', () => {
  test('by one acceptance', async () => {
    const { secret } = await world.invite();
    await world.accept(secret);
    await rejectsWith('invalid_link', world.accept(secret));
    expect(await world.open()).toEqual([]);
  });

  test('by one of 50 at once', async () => {
    const { secret } = await world.invite();
    const before = await userCount();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => world.accept(secret, { username: `grace${n}` })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await userCount()).toBe(before + 1);
  });

  test('by nothing that is rejected', async () => {
    const { secret } = await world.invite();
    const taken = (await world.ports.store.repositories.users.findById(world.admin.userId))!;
    await rejectsWith('invalid_password', world.accept(secret, { password: 'short' }));
    await rejectsWith('invalid_input', world.accept(secret, { username: 'x' }));
    await rejectsWith('invalid_text', world.accept(secret, { firstName: 'a\0' }));
    const { username } = taken;
    await rejectsWith('username_taken', world.accept(secret, { username }));
    expect(await world.open()).toHaveLength(1);
    await world.accept(secret);
  });

  test('not by an account of the address that was made meanwhile', async () => {
    const { secret, email } = await world.invite();
    const { user } = await world.cms.users.create(operator, { email, password: newPassword });
    await rejectsWith('email_taken', world.accept(secret));
    await world.cms.users.delete(operator, user.id);
    await world.accept(secret);
  });
});

describe('an invitation is void', () => {
  const inviterOf = async () => {
    const inviter = await world.person('admin');
    return { inviter, ...(await world.invite({}, inviter)) };
  };

  test.each([
    ['is deactivated', { isActive: false }, { isActive: true }],
    ['is no admin any more', { role: 'editor' }, { role: 'admin' }],
  ] as const)('if its inviter %s, for good', async (_, change, back) => {
    const { inviter, secret, id } = await inviterOf();
    const other = await world.invite();
    await world.cms.users.update(operator, inviter.userId, change);
    await rejectsWith('invalid_link', world.accept(secret));
    expect((await world.open()).map((each) => each.id)).toEqual([other.id]);
    await world.cms.users.update(operator, inviter.userId, back);
    await rejectsWith('invalid_link', world.accept(secret));
    await rejectsWith('not_found', world.cms.invitations.resend(world.admin, id));
    await world.accept(other.secret);
  });

  test('if its inviter is deleted', async () => {
    const { inviter, secret } = await inviterOf();
    await world.cms.users.delete(operator, inviter.userId);
    await rejectsWith('invalid_link', world.accept(secret));
    expect(await world.open()).toEqual([]);
  });

  test('at the moment of its use, whatever changed the inviter', async () => {
    const { inviter, secret } = await inviterOf();
    const { users } = world.ports.store.repositories;
    const stored = (await users.findById(inviter.userId))!;
    for (const change of [{ role: 'viewer' }, { isActive: false }] as const) {
      await users.update({ ...stored, ...change });
      await rejectsWith('invalid_link', world.accept(secret));
      expect(await world.open()).toEqual([]);
    }
    await users.update(stored);
    const { passwords } = world.ports;
    const hash = async (password: string): Promise<string> => {
      await users.update({ ...stored, role: 'viewer' });
      return passwords.hash(password);
    };
    const verify = passwords.verify.bind(passwords);
    const late = world.another({
      ports: { passwords: { scheme: passwords.scheme, verify, hash } },
    });
    const command = { token: secret, password: newPassword, client: 'a' };
    await rejectsWith('invalid_link', late.invitations.accept(command));
  });

  test('not if its inviter is changed otherwise', async () => {
    const { inviter, secret } = await inviterOf();
    const change = { firstName: 'Ada', password: newPassword };
    await world.cms.users.update(operator, inviter.userId, change);
    await world.accept(secret);
  });
});

test('a link that is unknown costs no hash', async () => {
  const { secret } = await world.invite();
  counted.derivations();
  for (const token of ['', 'x', secret.slice(1), secret.toLowerCase()]) {
    await rejectsWith('invalid_link', world.accept(token));
  }
  await rejectsWith('invalid_link', world.reset(secret));
  expect(counted.derivations()).toBe(0);
});

test('a client has three attempts a minute, beside those of registration', async () => {
  const client = '192.0.2.1';
  const { secret } = await world.invite();
  const start = () => world.cms.invitations.startAcceptance(client);
  for (let n = 0; n < 3; n += 1) await start();
  await rejectsWith('rate_limited', start());
  await rejectsWith('rate_limited', world.accept(secret, { client } as never));
  await world.cms.accounts.startRegistration(client);
  world.pass(minute);
  await world.accept(secret, { client } as never);
});

test('an application is told about the new account', async () => {
  const told: string[] = [];
  world = await invitationWorld({ onEvent: ({ type }) => void told.push(type) });
  const { secret } = await world.invite();
  await world.accept(secret);
  expect(told).toEqual(['user.registered']);
});
