import { expect, test } from 'vitest';
import { JoseTokenSigner } from '../../adapters/jose/jose-token-signer.ts';
import {
  operator,
  type KeyValueCache,
  type SessionClaims,
  type TokenSigner,
} from '../../core/index.ts';
import { hour, minute, noId, second, type LoggedIn } from '../../core/vocabulary.ts';
import { sampleSession } from '../conformance/samples.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import {
  coreWorld,
  goodPassword,
  rejectsWith,
  type CoreWorld,
} from '../support/core/core-world.ts';
import { faults } from '../support/core/faults.ts';
import { testSecret } from '../support/core/memory-cms.ts';
import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';

/** The claims in the token of a login. */
const claimsOf = ({ token }: LoggedIn): SessionClaims =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as SessionClaims;

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const day = 86_400;

const forgeries: readonly (readonly [
  string,
  (claims: SessionClaims, login: LoggedIn, world: CoreWorld) => Promise<string> | string,
])[] = [
  ['nothing', () => ''],
  ['no token', () => 'nonsense'],
  ['a text that is too long', ({ jti }) => `${jti}.`.repeat(1_000)],
  ['a token under another secret', (claims) => new JoseTokenSigner('x'.repeat(32)).sign(claims)],
  ['a token without a signature', (claims) => `${base64({ alg: 'none' })}.${base64(claims)}.`],
  [
    'a token with edited claims',
    (claims, { token }) => edited(token, { ...claims, role: 'admin' }),
  ],
  ['a token with one more letter', (_, { token }) => `${token}A`],
  ['a token without a known session', (claims) => sign({ ...claims, jti: noId })],
  ['a token whose session is no UUID', (claims) => sign({ ...claims, jti: "x' or 1=1" })],
  ['a token that is over', ({ iat, ...claims }) => sign({ ...claims, iat: iat - day, exp: iat })],
  ['a token that lives too long', (claims) => sign({ ...claims, exp: claims.iat + day + 1 })],
  ['a token without an end', (claims) => sign({ ...claims, exp: Number.MAX_SAFE_INTEGER })],
  ['a token of the future', (claims) => sign({ ...claims, iat: claims.iat + 60 })],
  ['a token that is not valid yet', (claims) => sign({ ...claims, nbf: claims.iat + 60 })],
  [
    'a session with the id of another user',
    async (claims, _, { member }) => sign({ ...claims, userId: (await member('admin')).user.id }),
  ],
];

const sign = (claims: SessionClaims): Promise<string> =>
  new JoseTokenSigner(testSecret).sign(claims);

const edited = (token: string, claims: SessionClaims): string =>
  token.split('.').with(1, base64(claims)).join('.');

for (const [name, forge] of forgeries) {
  test(`${name} is rejected`, async () => {
    const world = await coreWorld();
    const login = await world.member('editor');
    const token = await forge(claimsOf(login), login, world);
    for (const cms of [world.cms, world.another()]) {
      const { message } = await rejectsWith('invalid_session', cms.accounts.authenticate(token));
      expect(message).toBe('This session is not valid or has ended');
    }
    await world.cms.accounts.authenticate(login.token);
  });
}

test('a session id that is not a UUID is not looked up', async () => {
  const { another, ports, member } = await coreWorld();
  const claims = claimsOf(await member('editor'));
  const trouble = faults({ nth: Infinity, kind: 'rejected', isLasting: false });
  const { accounts } = another({
    ports: {
      store: alteredStore(ports.store, ({ sessions }) => ({ sessions: trouble.on(sessions) })),
    },
  });
  for (const jti of ['', 'x', `${claims.jti}'`]) {
    await rejectsWith('invalid_session', accounts.authenticate(await sign({ ...claims, jti })));
  }
  expect(trouble.calls()).toBe(0);
});

test('a session expires after 24 hours', async () => {
  const { cms, clock, member } = await coreWorld();
  const { token, expiresAt } = await member('viewer');
  clock.advance(expiresAt - clock.now() - 1);
  await cms.accounts.authenticate(token);
  clock.advance(1);
  await rejectsWith('invalid_session', cms.accounts.authenticate(token));
});

test('a token with `nbf` is valid from that time, also if it was verified before', async () => {
  const { cms, clock, member } = await coreWorld();
  const claims = claimsOf(await member('viewer'));
  const token = await sign({ ...claims, nbf: claims.iat + 60 });
  await rejectsWith('invalid_session', cms.accounts.authenticate(token));
  clock.advance(minute);
  expect((await cms.accounts.authenticate(token)).userId).toBe(claims.userId);
});

test('a stored session that has expired is rejected, whatever its token contains', async () => {
  const { cms, clock, ports, person } = await coreWorld();
  const { userId } = await person('editor');
  const [id, now] = [ports.ids.next(), clock.now()];
  const { passwordHash } = (await ports.store.repositories.users.findById(userId))!;
  const times = { createdAt: now, lastSeenAt: now, expiresAt: now + minute };
  const session = sampleSession(1, { id, userId, ...times });
  expect(await ports.store.repositories.sessions.insert(session, passwordHash)).toBe(true);
  const iat = now / second;
  const claims = { userId, email: 'x', role: 'admin', jti: id, iat, exp: iat + 3_600 } as const;
  const token = await sign(claims);
  await cms.accounts.authenticate(token);
  clock.advance(minute);
  await rejectsWith('invalid_session', cms.accounts.authenticate(token));
});

test('the role comes from the account, not from the token', async () => {
  const { cms, member } = await coreWorld();
  const login = await member('viewer');
  const token = await sign({ ...claimsOf(login), role: 'admin' });
  expect((await cms.accounts.authenticate(token)).role).toBe('viewer');
});

/** What must end or change a session immediately, on every instance. */
const warmed = async () => {
  const world = await coreWorld();
  await world.person('admin');
  const login = await world.member('editor');
  const other = world.another();
  for (const cms of [world.cms, other]) await cms.accounts.authenticate(login.token);
  const actor = await world.cms.accounts.authenticate(login.token);
  return { ...world, login, actor, authenticate: () => other.accounts.authenticate(login.token) };
};

test('a demotion applies to the next request (GHSA-56p6-qw3c-fq2g)', async () => {
  const { cms, login, authenticate } = await warmed();
  await cms.users.update(operator, login.user.id, { role: 'viewer' });
  expect((await authenticate()).role).toBe('viewer');
});

test('new permissions apply to the next request', async () => {
  const { cms, login, posts, authenticate } = await warmed();
  const permissions = [{ collection: posts.name, role: 'viewer' }] as const;
  await cms.users.setPermissions(operator, login.user.id, permissions);
  expect((await authenticate()).grants).toEqual([{ collectionId: posts.id, role: 'viewer' }]);
});

test('a deactivation ends the session permanently (CVE-2025-4643)', async () => {
  const { cms, login, authenticate } = await warmed();
  await cms.users.update(operator, login.user.id, { isActive: false });
  await rejectsWith('invalid_session', authenticate());
  await cms.users.update(operator, login.user.id, { isActive: true });
  await rejectsWith('invalid_session', authenticate());
});

test('an inactive account cannot use a remaining session', async () => {
  const { ports, login, another } = await warmed();
  const user = (await ports.store.repositories.users.findById(login.user.id))!;
  await ports.store.repositories.users.update({ ...user, isActive: false });
  await rejectsWith('invalid_session', another().accounts.authenticate(login.token));
});

test('a new password set by an administrator ends the sessions (CVE-2025-3930)', async () => {
  const { cms, login, authenticate } = await warmed();
  await cms.users.update(operator, login.user.id, { password: 'another password' });
  await rejectsWith('invalid_session', authenticate());
});

test('other changes of the account end no session', async () => {
  const { cms, login, authenticate } = await warmed();
  await cms.users.update(operator, login.user.id, { firstName: 'Ada', isActive: true });
  await authenticate();
});

test('changing one’s own password ends all other sessions (CVE-2026-22706)', async () => {
  const { cms, login, actor, authenticate } = await warmed();
  const { email } = login.user;
  const elsewhere = await cms.accounts.logIn({ email, password: goodPassword, client: 'else' });
  await cms.accounts.authenticate(elsewhere.token);
  const change = { currentPassword: goodPassword, newPassword: 'another password' };
  await cms.accounts.changeOwnPassword(actor, change);
  await rejectsWith('invalid_session', cms.accounts.authenticate(elsewhere.token));
  const { stamp } = await authenticate();
  expect(await authenticate()).toEqual({ ...actor, stamp });
});

test('ending the other sessions keeps this one and those of other accounts', async () => {
  const { cms, login, actor, member, authenticate } = await warmed();
  const { email } = login.user;
  const stranger = await member('editor');
  const others = await Promise.all(
    [1, 2].map((n) => cms.accounts.logIn({ email, password: goodPassword, client: `else ${n}` })),
  );
  for (const { token } of others) await cms.accounts.authenticate(token);
  await cms.accounts.endOtherSessions(actor);
  for (const { token } of others) {
    await rejectsWith('invalid_session', cms.accounts.authenticate(token));
  }
  expect(await authenticate()).toEqual(actor);
  await cms.accounts.authenticate(stranger.token);
  await cms.accounts.endOtherSessions(actor);
  const later = await cms.accounts.logIn({ email, password: goodPassword, client: 'later' });
  await cms.accounts.authenticate(later.token);
});

test('callers without a session cannot end others', async () => {
  const { cms, authenticate } = await warmed();
  const token = { kind: 'token', tokenId: noId, scope: 'all' } as const;
  await rejectsWith('not_authenticated', cms.accounts.endOtherSessions({ kind: 'anonymous' }));
  await rejectsWith('not_authenticated', cms.accounts.endOtherSessions(operator));
  await rejectsWith('forbidden', cms.accounts.endOtherSessions(token));
  await authenticate();
});

test('a logout ends only its own session', async () => {
  const { cms, login, actor, authenticate } = await warmed();
  const { email } = login.user;
  const elsewhere = await cms.accounts.logIn({ email, password: goodPassword, client: 'else' });
  await cms.accounts.logOut(actor);
  await rejectsWith('invalid_session', authenticate());
  await cms.accounts.authenticate(elsewhere.token);
  await cms.accounts.logOut(actor);
});

test('a logout without a session does nothing', async () => {
  const { cms, authenticate } = await warmed();
  await cms.accounts.logOut({ kind: 'anonymous' });
  await cms.accounts.logOut({ kind: 'token', tokenId: noId, scope: 'all' });
  await cms.accounts.logOut(operator);
  await authenticate();
});

test('deleting the account ends the session', async () => {
  const { cms, login, authenticate } = await warmed();
  await cms.users.delete(operator, login.user.id);
  await rejectsWith('invalid_session', authenticate());
});

test('expired sessions are deleted, others are not', async () => {
  const { cms, clock, ports, member } = await coreWorld();
  const early = await member('viewer');
  clock.advance(hour);
  const late = await member('viewer');
  clock.advance(early.expiresAt - clock.now() + second);
  await cms.system.sweepSessions();
  const { sessions } = ports.store.repositories;
  expect(await sessions.find(early.sessionId)).toBeUndefined();
  expect((await sessions.find(late.sessionId))?.user.id).toBe(late.user.id);
});

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
