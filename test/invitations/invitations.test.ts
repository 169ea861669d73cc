import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anonymous, operator } from '../../core/index.ts';
import { day } from '../../core/vocabulary.ts';
import { invitationWorld, type InvitationWorld } from '../support/accounts/invitation-world.ts';
import { publicUrl } from '../support/accounts/link-world.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { linkIn, secretOf } from '../support/mail/link-in.ts';

let world: InvitationWorld;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  world = await invitationWorld();
});
afterEach(() => vi.useRealTimers());

const resend = (id: string, inviter = world.admin) => world.cms.invitations.resend(inviter, id);
const withdraw = (id: string) => world.cms.invitations.withdraw(world.admin, id);
const demote = (userId: string) => world.cms.users.update(operator, userId, { role: 'editor' });

describe('an invitation', () => {
  test('has what the account will have, and its link is shown once', async () => {
    const permissions = [{ collection: 'pages', role: 'editor' }] as const;
    const { secret, url, ...shown } = await world.invite({
      email: ' Grace@Example.ORG ',
      role: 'viewer',
      permissions,
      expiresIn: '1d',
    });
    expect(shown).toEqual({
      id: expect.any(String),
      email: 'grace@example.org',
      role: 'viewer',
      permissions,
      expiresAt: world.clock.now() + day,
      isSent: false,
    });
    expect(url).toMatch(new RegExp(`^${publicUrl}/auth/invitation#[A-Za-z0-9]{32,}$`));
    expect(await world.open()).toEqual([shown]);
    expect(secret).not.toBe('');
  });

  test('makes no account', async () => {
    const { users } = world.ports.store.repositories;
    const before = await users.list({ limit: 100, offset: 0 });
    const { email } = await world.invite();
    expect(await users.list({ limit: 100, offset: 0 })).toEqual(before);
    await rejectsWith('invalid_credentials', world.logIn(email));
  });

  test.each([
    ['1d', 1],
    ['7d', 7],
    ['30d', 30],
  ] as const)('of %s is in the list until then, and is swept after it', async (expiresIn, days) => {
    const { id, secret } = await world.invite({ expiresIn });
    world.pass(days * day - 1);
    expect(await world.open()).toHaveLength(1);
    await world.cms.system.sweepSessions();
    world.pass(1);
    expect(await world.open()).toEqual([]);
    await rejectsWith('invalid_link', world.accept(secret));
    await rejectsWith('not_found', resend(id));
    world.pass(1);
    await world.cms.system.sweepSessions();
    expect(await world.ports.store.repositories.invitations.findById(id)).toBeUndefined();
  });

  test('takes the place of an earlier one of the same address', async () => {
    const first = await world.invite({ email: 'grace@example.org', role: 'admin' });
    const other = await world.invite();
    const second = await world.invite({ email: 'GRACE@example.org', role: 'viewer' });
    expect(second.id).not.toBe(first.id);
    expect((await world.open()).map(({ id }) => id).toSorted()).toEqual(
      [other.id, second.id].toSorted(),
    );
    await rejectsWith('invalid_link', world.accept(first.secret));
    await rejectsWith('not_found', resend(first.id));
    expect((await world.accept(second.secret)).user.role).toBe('viewer');
  });

  test('of an address with an account is rejected, and replaces none', async () => {
    const { email, secret } = await world.invite();
    const { details, issues } = await rejectsWith(
      'email_taken',
      world.invite({ email: (await world.author()).email }),
    );
    expect([details, issues]).toEqual([
      undefined,
      [{ path: 'email', message: 'must not be taken' }],
    ]);
    await world.cms.users.create(operator, { email, password: 'correct horse battery' });
    await rejectsWith('email_taken', world.invite({ email }));
    await rejectsWith('email_taken', resend((await world.open())[0]!.id));
    await rejectsWith('email_taken', world.accept(secret));
    expect(await world.open()).toHaveLength(1);
  });

  test('needs an address, and collections that exist', async () => {
    await rejectsWith('invalid_email', world.invite({ email: 'no address' }));
    const permission = { collection: 'pages', role: 'editor' } as const;
    const unknown = [{ ...permission, collection: 'nothing' }];
    await rejectsWith('collection_not_found', world.invite({ permissions: unknown }));
    await rejectsWith('invalid_input', world.invite({ permissions: [permission, permission] }));
    expect(await world.open()).toEqual([]);
  });

  test('is for administrators only, as users', async () => {
    const { id } = await world.invite();
    for (const role of ['viewer', 'author', 'editor'] as const) {
      const grants = [{ collectionId: world.posts.id, role: 'admin' }] as const;
      const caller = await world.person(role, grants);
      await rejectsWith('forbidden', world.invite({}, caller));
      await rejectsWith('forbidden', world.cms.invitations.list(caller));
      await rejectsWith('forbidden', resend(id, caller));
      await rejectsWith('forbidden', world.cms.invitations.withdraw(caller, id));
    }
    await rejectsWith('not_authenticated', world.cms.invitations.list(anonymous));
    // A command is nobody who could stop being an administrator.
    await rejectsWith('not_authenticated', world.invite({}, operator as never));
    expect(await world.open()).toHaveLength(1);
  });
});

describe('the mail of an invitation', () => {
  test('has the link, and is sent after the answer', async () => {
    await world.cms.users.update(operator, world.admin.userId, { firstName: 'Ada' });
    const { email, url } = await world.invite();
    expect(world.mailer.attempts).toEqual([]);
    await world.deliver();
    const [mail = expect.fail('no mail')] = world.mailer.attempts;
    expect([mail.to, mail.subject, linkIn(mail)]).toEqual([email, 'You are invited', url]);
    expect(mail.text).toContain(`Ada invites you to make an account at ${publicUrl}.`);
  });

  test('is sent if the mail server has taken it, not before', async () => {
    world.mailer.answer = () => ({ kind: 'failed', reason: 'Busy' });
    const { id } = await world.invite();
    const other = await world.invite();
    const sent = async () =>
      Object.fromEntries((await world.open()).map((each) => [each.id, each.isSent]));
    await world.deliver();
    expect(await sent()).toEqual({ [id]: false, [other.id]: false });
    world.mailer.answer = ({ to }) =>
      to === other.email ? { kind: 'refused', reason: 'Unknown' } : { kind: 'sent' };
    world.pass(2 * 60_000);
    await world.deliver();
    expect(await sent()).toEqual({ [id]: true, [other.id]: false });
    expect(await world.cms.mail.listFailures(world.admin)).toMatchObject([
      { kind: 'invitation', userId: undefined, reason: 'Unknown' },
    ]);
  });

  test('of an earlier link does not count', async () => {
    const { id } = await world.invite();
    const { isSent } = await resend(id);
    expect(isSent).toBe(false);
    const [first = '', second = ''] = (
      await Promise.all([1, 2].map(() => world.ports.store.repositories.mails.claim(60_000)))
    ).map((mail) => mail?.id);
    await world.ports.store.repositories.invitations.markSent(first);
    expect((await world.open())[0]?.isSent).toBe(false);
    await world.ports.store.repositories.invitations.markSent(second);
    expect((await world.open())[0]?.isSent).toBe(true);
  });

  test('does not exist without mail: the link is all there is', async () => {
    world = await invitationWorld({ ports: { mailer: undefined } });
    const { secret } = await world.invite();
    expect(await world.ports.store.repositories.mails.claim(0)).toBeUndefined();
    expect((await world.open())[0]?.isSent).toBe(false);
    expect((await world.accept(secret)).user.role).toBe('author');
  });
});

describe('a new link', () => {
  test('ends the earlier one, and lasts as long as at first', async () => {
    const { id, secret, email, url, expiresAt } = await world.invite({ expiresIn: '1d' });
    world.pass(day / 2);
    const again = await resend(id);
    expect([again.id, again.email]).toEqual([id, email]);
    expect(again.expiresAt).toBe(expiresAt + day / 2);
    expect(again.url).not.toBe(url);
    await rejectsWith('invalid_link', world.accept(secret));
    world.pass(day - 1);
    await world.accept(secretOf(again.url));
  });

  test('is made in the name of whoever asks for it', async () => {
    const other = await world.person('admin');
    const { id } = await world.invite({}, other);
    const { url } = await resend(id);
    await demote(other.userId);
    expect(await world.open()).toHaveLength(1);
    await world.accept(secretOf(url));
  });

  test('needs an invitation that is open', async () => {
    for (const id of ['no id', world.ports.ids.next()]) {
      await rejectsWith('not_found', resend(id));
      await rejectsWith('not_found', withdraw(id));
    }
    const { id, secret } = await world.invite();
    await world.accept(secret);
    await rejectsWith('not_found', resend(id));
  });
});

test('an invitation that is withdrawn works no more', async () => {
  const { id, secret } = await world.invite();
  await withdraw(id);
  await rejectsWith('invalid_link', world.accept(secret));
  await rejectsWith('not_found', withdraw(id));
  expect(await world.open()).toEqual([]);
});

test('the audit has who invited, without addresses and secrets', async () => {
  const { id, email, secret } = await world.invite();
  const { url } = await resend(id);
  const gone = await world.invite();
  await withdraw(gone.id);
  const { user } = await world.accept(secretOf(url));
  const { entries } = await world.cms.audit.list(world.admin, {});
  const told = JSON.stringify([entries, world.log]);
  for (const each of [email, secret, secretOf(url)]) expect(told).not.toContain(each);
  const [session, created, accepted, ...others] = entries;
  expect([session, created, accepted]).toMatchObject([
    { action: 'session.create', id: user.id, by: { kind: 'user', id: user.id } },
    { action: 'user.create', id: user.id, detail: 'author' },
    { action: 'invitation.accept', id },
  ]);
  const by = { kind: 'user', id: world.admin.userId };
  expect(others.slice(0, 4)).toMatchObject([
    { action: 'invitation.withdraw', id: gone.id, by },
    { action: 'invitation.create', id: gone.id, by, detail: 'author' },
    { action: 'invitation.resend', id, by, detail: 'author' },
    { action: 'invitation.create', id, by, detail: 'author' },
  ]);
});
