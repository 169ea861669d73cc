import { beforeEach, expect, test } from 'vitest';
import { anonymous, operator, type UserActor } from '../../core/index.ts';
import type { PasswordLogin } from '../../core/vocabulary.ts';
import type { User } from '../../core/store.ts';
import { goodPassword, rejectsWith } from '../support/core/core-world.ts';
import { signInWorld, verified, type SignInWorld } from '../support/openid/sign-in-world.ts';

let world: SignInWorld;
let ada: User;
let actor: UserActor;

/** The actor of a session by a password. */
const signedIn = async ({ id, role, passwordHash }: User): Promise<UserActor> => {
  const { sessions } = world.ports.store.repositories;
  const [sessionId, publicId] = [world.ports.ids.next(), world.ports.ids.next()];
  const now = world.clock.now();
  const times = { createdAt: now, expiresAt: now + 3_600_000, lastSeenAt: now };
  const from = { address: undefined, client: undefined };
  const by = { method: 'password', secondFactor: false } as const;
  await sessions.insert(
    { id: sessionId, userId: id, publicId, ...times, ...from, ...by },
    passwordHash,
  );
  return { kind: 'user', userId: id, sessionId, role, grants: [] };
};

const openWorld = async (
  passwordLogin: PasswordLogin = 'all',
  changes: Partial<User> = {},
): Promise<void> => {
  world = await signInWorld({ passwordLogin });
  ada = await world.account('ada@example.com', changes);
  actor = await signedIn(ada);
};

beforeEach(() => openWorld());

const subjects = async (): Promise<readonly string[]> =>
  await Promise.all(
    ['s1', 's2'].map(async (subject) => {
      const finished = await world.signIn(subject);
      return finished.kind === 'signed in' ? `${subject} ${finished.loggedIn.user.email}` : subject;
    }),
  );

const methodsOf = async (): Promise<readonly string[]> =>
  (await world.cms.users.get(operator, ada.id)).signInMethods;

const subjectsOfMails = (): Promise<readonly string[]> => deliveredMails();

const deliveredMails = async (): Promise<readonly string[]> => {
  await world.cms.mail.deliver({ aborted: false });
  return world.mailer.attempts.map(({ to, subject, text }) => `${to}: ${subject}\n${text}`);
};

test('users link their accounts, also admins and whatever their address', async () => {
  const admin = (await world.stored('admin@example.org'))!;
  const by = await signedIn(admin);
  expect(await world.link(by, 's1')).toEqual({ kind: 'linked', next: '/admin' });
  expect(await world.signIn('s1')).toMatchObject({ loggedIn: { user: { id: admin.id } } });
  expect(await world.actions()).toContain(`user.link_identity ${admin.id} `);
});

test('a link begins no session', async () => {
  const before = await world.cms.users.listSessions(operator, ada.id);
  await world.link(actor, 's1');
  expect(await world.cms.users.listSessions(operator, ada.id)).toEqual(before);
});

test('a link belongs to the session that has begun it', async () => {
  const other = await signedIn(await world.account('eve@example.com'));
  const again = await signedIn(ada);
  for (const by of [other, again, anonymous, operator]) {
    expect(await world.link(actor, 's1', by)).toMatchObject({
      kind: 'failed',
      error: 'oidc_failed',
    });
  }
  const { state, sealed } = await world.cms.identities.beginLink(actor, '/admin');
  world.provider.isFor('s1');
  await world.cms.accounts.logOut(actor);
  const command = { parameters: { state }, sealed, client: '' };
  const finished = await world.cms.identities.finish(actor, command);
  expect(finished).toMatchObject({ kind: 'failed', error: 'oidc_failed' });
  expect(await subjects()).toEqual(['s1', 's2']);
});

test('an account has one link, and an identity one account', async () => {
  await world.link(actor, 's1');
  expect(await world.link(actor, 's1')).toMatchObject({ kind: 'linked' });
  expect(await world.link(actor, 's2')).toMatchObject({ kind: 'failed', error: 'oidc_failed' });
  const other = await signedIn(await world.account('eve@example.com'));
  expect(await world.link(other, 's1')).toMatchObject({ kind: 'failed', error: 'oidc_failed' });
  expect(await subjects()).toEqual(['s1 ada@example.com', 's2']);
  const links = (await world.actions()).filter((action) => action.startsWith('user.link_identity'));
  expect(links).toHaveLength(1);
});

test('users undo their link', async () => {
  await world.link(actor, 's1');
  await world.cms.identities.unlinkOwn(actor);
  expect(await subjects()).toEqual(['s1', 's2']);
  expect(await world.actions()).toContain(`user.unlink_identity ${ada.id} `);
  await rejectsWith('not_found', world.cms.identities.unlinkOwn(actor));
});

test('nobody undoes the own link if it is the last way to sign in', async () => {
  await openWorld('all', { passwordHash: undefined });
  await world.link(actor, 's1');
  await rejectsWith('last_sign_in', world.cms.identities.unlinkOwn(actor));
  expect(await subjects()).toEqual(['s1 ada@example.com', 's2']);
});

test('a password that does not sign in is no other way', async () => {
  for (const passwordLogin of ['admins', 'none'] as const) {
    await openWorld(passwordLogin);
    await world.link(actor, 's1');
    await rejectsWith('last_sign_in', world.cms.identities.unlinkOwn(actor));
  }
  await openWorld('admins', { role: 'admin' });
  await world.link(actor, 's1');
  await world.cms.identities.unlinkOwn(actor);
});

test('admins undo links of others, but not their own last way to sign in', async () => {
  await openWorld('all', { passwordHash: undefined, role: 'admin' });
  await world.link(actor, 's1');
  await rejectsWith('last_sign_in', world.cms.identities.unlink(actor, ada.id));
  const admin = await signedIn((await world.stored('admin@example.org'))!);
  await world.cms.identities.unlink(admin, ada.id);
  expect(await subjects()).toEqual(['s1', 's2']);
  await rejectsWith('not_found', world.cms.identities.unlink(admin, ada.id));
  await rejectsWith('not_found', world.cms.identities.unlink(admin, 'nobody'));
  const viewer = await signedIn(await world.account('eve@example.com'));
  await rejectsWith('forbidden', world.cms.identities.unlink(viewer, ada.id));
  await rejectsWith('not_authenticated', world.cms.identities.unlinkOwn(anonymous));
});

test('an account and its page of users say how it signs in', async () => {
  expect(await methodsOf()).toEqual(['password']);
  await world.link(actor, 's1');
  expect(await methodsOf()).toEqual(['password', 'oidc']);
  expect((await world.cms.accounts.getOwn(actor)).signInMethods).toEqual(['password', 'oidc']);
  const listed = await world.cms.users.list(operator, {});
  expect(listed.map(({ user, signInMethods }) => [user.email, signInMethods])).toEqual([
    ['admin@example.org', ['password']],
    ['ada@example.com', ['password', 'oidc']],
  ]);
  await openWorld('all', { passwordHash: undefined });
  expect(await methodsOf()).toEqual([]);
});

test('the address is told about links, and the mails have no subject of the provider', async () => {
  await world.link(actor, 's1');
  await world.cms.identities.unlinkOwn(actor);
  await world.account('eve@example.com');
  await world.signIn('s2', verified('eve@example.com'));
  const mails = await subjectsOfMails();
  expect(mails.map((mail) => mail.split('\n', 1)[0])).toEqual([
    'ada@example.com: A way to sign in was added',
    'ada@example.com: A way to sign in was removed',
    'eve@example.com: A way to sign in was added',
  ]);
  expect(mails.join()).toContain('single sign-on');
  expect(mails.join()).not.toMatch(/\bs[12]\b/);
});

test('a new password keeps the link, a deleted account loses it', async () => {
  await world.link(actor, 's1');
  await world.cms.users.update(operator, ada.id, { password: goodPassword });
  expect((await subjects())[0]).toBe('s1 ada@example.com');
  await world.cms.users.delete(operator, ada.id);
  expect((await subjects())[0]).toBe('s1');
});
