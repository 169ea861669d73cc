import { beforeEach, describe, expect, test } from 'vitest';
import { operator, type IdentityRules } from '../../core/index.ts';
import type { JsonObject, Role } from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { signInWorld, verified, type SignInWorld } from '../support/openid/sign-in-world.ts';

let world: SignInWorld;

const email = 'ada@example.com';

/** An account that is linked to the subject `s1`. */
const linked = async (
  identityRules: Partial<IdentityRules> = {},
  role: Role = 'viewer',
): Promise<string> => {
  world = await signInWorld({ identityRules });
  const { id } = await world.account(email);
  await world.signIn('s1', verified(email));
  const { users } = world.ports.store.repositories;
  const user = await users.findById(id);
  if (user !== undefined) await users.update({ ...user, role });
  return id;
};

const userAfter = async (claims: JsonObject) => {
  const finished = await world.signIn('s1', claims);
  if (finished.kind !== 'signed in') throw new Error(JSON.stringify(finished));
  return finished.loggedIn.user;
};

describe('at each sign-in', () => {
  beforeEach(() => linked());

  test('names are taken over, and nothing is written if they are the same', async () => {
    const names = { given_name: 'Ada', family_name: 'Byron' };
    expect(await userAfter(names)).toMatchObject({ firstName: 'Ada', lastName: 'Byron' });
    const before = await world.stored(email);
    world.clock.advance(5_000);
    expect(await userAfter(names)).toEqual({ ...before, passwordHash: undefined });
    expect(await userAfter({ given_name: 'Augusta' })).toMatchObject({
      firstName: 'Augusta',
      lastName: 'Byron',
    });
    const changes = (await world.actions()).filter((action) => action.startsWith('user.update'));
    expect(changes).toEqual([
      `user.update ${before?.id} firstName, lastName`,
      `user.update ${before?.id} firstName`,
    ]);
  });

  test('names that cannot be stored are left out', async () => {
    await userAfter({ given_name: 'Ada', family_name: 'Byron' });
    for (const name of ['x'.repeat(101), 'a\0b', '', '  ', 7, null, ['A'], {}]) {
      const claims = { given_name: name, family_name: name } as JsonObject;
      expect(await userAfter(claims)).toMatchObject({ firstName: 'Ada', lastName: 'Byron' });
    }
  });

  test('another address changes no link and no account', async () => {
    const other = await world.account('other@example.com');
    expect((await userAfter(verified('new@example.com'))).email).toBe(email);
    expect((await userAfter(verified(other.email))).email).toBe(email);
  });

  test('a deactivated account is rejected, and the audit has it', async () => {
    const user = await world.stored(email);
    await world.cms.users.update(operator, user!.id, { isActive: false });
    expect(await world.signIn('s1')).toMatchObject({ kind: 'failed', error: 'oidc_inactive' });
    expect((await world.actions()).at(-1)).toBe('session.reject  ');
  });

  test('without a claim of groups, roles stay as they are here', async () => {
    const user = await world.stored(email);
    await world.cms.users.update(operator, user!.id, { role: 'editor' });
    expect((await userAfter({ groups: ['admins'] })).role).toBe('editor');
  });

  test('the session is one of OpenID Connect, and of one factor', async () => {
    const user = await world.stored(email);
    const [session] = await world.cms.users.listSessions(operator, user!.id);
    expect(session).toMatchObject({
      method: 'oidc',
      secondFactor: false,
      address: '192.0.2.1',
      client: 'A browser',
    });
  });

  test('a change of the account between its read and its session counts', async () => {
    const { id } = (await world.stored(email))!;
    let changes = 0;
    world.provider.isFor('s1');
    const { state, sealed } = await world.cms.identities.begin('/admin');
    const { signer, store } = world.ports;
    const cms = world.another({
      ports: {
        identityProvider: world.provider,
        signer: {
          ...signer,
          verify: (token) => signer.verify(token),
          sign: async (claims) => {
            const user = await store.repositories.users.findById(id);
            changes += 1;
            if (changes === 1) await store.repositories.users.update({ ...user!, isActive: false });
            return signer.sign(claims);
          },
        },
      },
      publicUrl: 'https://cms.example.org',
    });
    const command = { parameters: { state }, sealed, client: '' };
    const finished = await cms.identities.finish({ kind: 'anonymous' }, command);
    expect(finished).toMatchObject({ kind: 'failed', error: 'oidc_inactive' });
    expect(changes).toBe(1);
  });
});

describe('groups decide about the role', () => {
  const groupRoles = {
    claim: 'groups',
    roles: [
      ['writers', 'author'],
      ['editors', 'editor'],
      ['admins', 'admin'],
    ],
    allowsAdmin: false,
  } as const;

  test.for<[claim: unknown, role: Role]>([
    [['writers'], 'author'],
    ['editors', 'editor'],
    [['editors', 'writers', 'others'], 'editor'],
    [['Editors', ' editors', 'editors '], 'viewer'],
    ['writers,editors', 'viewer'],
    [['admins'], 'viewer'],
    [['admins', 'writers'], 'author'],
    [[7, null, ['editors']], 'viewer'],
    [{ editors: true }, 'viewer'],
    [undefined, 'viewer'],
  ])('%j makes %s', async ([groups, role]) => {
    await linked({ groupRoles }, 'author');
    expect((await userAfter(groups === undefined ? {} : ({ groups } as JsonObject))).role).toBe(
      role,
    );
    expect((await world.stored(email))?.role).toBe(role);
  });

  test('admins only if the configuration allows it', async () => {
    await linked({ groupRoles: { ...groupRoles, allowsAdmin: true } });
    expect((await userAfter({ groups: ['admins'] })).role).toBe('admin');
    expect((await world.actions()).at(-2)).toMatch(/^user.update \S+ role: admin$/);
    expect((await userAfter({ groups: [] })).role).toBe('viewer');
  });

  test('the last active admin keeps the role', async () => {
    const id = await linked({ groupRoles }, 'admin');
    const other = await world.stored('admin@example.org');
    await world.cms.users.update(operator, other!.id, { isActive: false });
    const user = await userAfter({ groups: ['writers'], given_name: 'Ada' });
    expect(user).toMatchObject({ role: 'admin', firstName: 'Ada' });
    await world.cms.users.update(operator, other!.id, { isActive: true });
    expect((await userAfter({ groups: ['writers'] })).role).toBe('author');
    expect((await world.actions()).filter((each) => each.includes(`${id} role`))).toHaveLength(1);
  });

  test('of two last admins who sign in at once, one stays', async () => {
    await linked({ groupRoles }, 'admin');
    const other = await world.stored('admin@example.org');
    await world.link(
      {
        kind: 'user',
        userId: other!.id,
        sessionId: await sessionOf(other!.id),
        role: 'admin',
        grants: [],
      },
      's2',
    );
    await Promise.all([world.signIn('s1'), world.signIn('s2')]);
    expect(await world.ports.store.repositories.users.countActive(['admin'])).toBe(1);
  });

  test('a role here cannot be changed any more, other members and grants can', async () => {
    const id = await linked({ groupRoles });
    const change = world.cms.users.update(operator, id, { role: 'editor', firstName: 'Ada' });
    await rejectsWith('role_managed', change);
    expect(await world.stored(email)).toMatchObject({ role: 'viewer', firstName: '' });
    await world.cms.users.update(operator, id, { role: 'viewer', firstName: 'Ada' });
    const permissions = [{ collection: world.posts.name, role: 'editor' as const }];
    await world.cms.users.setPermissions(operator, id, permissions);
    await userAfter({ groups: ['writers'] });
    expect(await world.stored(email)).toMatchObject({
      role: 'author',
      grants: [{ role: 'editor' }],
    });
    const other = await world.account('other@example.com');
    await world.cms.users.update(operator, other.id, { role: 'editor' });
  });

  test('they also decide about new accounts', async () => {
    world = await signInWorld({ identityRules: { groupRoles, creates: 'any' } });
    await world.signIn('s9', verified('new@example.com', { groups: ['editors'] }));
    expect((await world.stored('new@example.com'))?.role).toBe('editor');
  });
});

const sessionOf = async (userId: string): Promise<string> => {
  const { sessions } = world.ports.store.repositories;
  const id = world.ports.ids.next();
  const now = world.clock.now();
  await sessions.insert(
    {
      id,
      userId,
      createdAt: now,
      expiresAt: now + 60_000,
      publicId: world.ports.ids.next(),
      lastSeenAt: now,
      address: undefined,
      client: undefined,
      method: 'password',
      secondFactor: false,
    },
    'none',
  );
  return id;
};
