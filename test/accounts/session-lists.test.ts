import { expect, test } from 'vitest';
import { anonymous, operator, type UserActor } from '../../core/index.ts';
import { clientMaxLength, hour, noId } from '../../core/vocabulary.ts';
import { coreWorld, goodPassword, rejectsWith } from '../support/core/core-world.ts';

const token = { kind: 'token', tokenId: noId, scope: 'all' } as const;

/** A user with two sessions, another user, and an administrator. */
const peopled = async () => {
  const world = await coreWorld();
  const { cms, clock, member } = world;
  const login = await member('editor');
  const { email, id: userId } = login.user;
  const logIn = (client: string, userAgent?: string) =>
    cms.accounts.logIn({ email, password: goodPassword, client, userAgent });
  clock.advance(hour);
  const elsewhere = await logIn('2001:db8::7', 'Firefox');
  const actorOf = (text: string): Promise<UserActor> => cms.accounts.authenticate(text);
  const actor = await actorOf(login.token);
  const stranger = await actorOf((await member('editor')).token);
  const admin = await actorOf((await member('admin')).token);
  return { ...world, login, elsewhere, userId, logIn, actorOf, actor, stranger, admin };
};

test('a list has the sessions of the account, newest first, with what is known of them', async () => {
  const { cms, clock, login, actor } = await peopled();
  const now = clock.now();
  const started = login.expiresAt - 24 * hour;
  const id = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
  const common = { id, method: 'password', secondFactor: false };
  expect(await cms.accounts.listSessions(actor)).toEqual([
    {
      ...common,
      createdAt: started + hour,
      lastSeenAt: started + hour,
      address: '2001:db8::7',
      client: 'Firefox',
      isCurrent: false,
    },
    {
      ...common,
      createdAt: started,
      lastSeenAt: now,
      address: 'member 1',
      client: undefined,
      isCurrent: true,
    },
  ]);
});

test('a registration has an entry like a login', async () => {
  const { cms, actorOf, logIn } = await peopled();
  await cms.settings.update(operator, { registrationEnabled: true });
  const account = { email: 'new@example.org', password: goodPassword };
  const { token: text } = await cms.accounts.register({
    ...account,
    client: '::1',
    userAgent: 'B',
  });
  const [session] = await cms.accounts.listSessions(await actorOf(text));
  expect(session).toMatchObject({ address: '::1', client: 'B', isCurrent: true });
  await logIn('else');
});

test('the id of a session is unique, and neither that of its token nor like it', async () => {
  const { cms, actor, login, elsewhere, logIn } = await peopled();
  const later = await logIn('later');
  const ids = (await cms.accounts.listSessions(actor)).map(({ id }) => id);
  const tokenIds = [login, elsewhere, later].map(({ sessionId }) => sessionId);
  expect(new Set([...ids, ...tokenIds]).size).toBe(6);
  // Ids of one moment begin with the same time.
  const starts = new Set([...ids, ...tokenIds].map((id) => id.slice(0, 8)));
  for (const id of ids)
    expect(tokenIds.map((each) => each.slice(0, 8))).not.toContain(id.slice(0, 8));
  expect(starts.size).toBeGreaterThan(3);
  expect(JSON.stringify(await cms.accounts.listSessions(actor))).not.toMatch(
    new RegExp(tokenIds.join('|')),
  );
});

test('what a client says about itself is cut, and has no characters without a form', async () => {
  const { cms, actor, logIn } = await peopled();
  const long = '😀'.repeat(clientMaxLength + 50);
  const said: readonly (readonly [string | undefined, string | undefined])[] = [
    [undefined, undefined],
    ['', undefined],
    [' \u0000\u001b\u0085 ', undefined],
    ['  Mozilla/5.0 (X11)\r\n', 'Mozilla/5.0 (X11)'],
    ['evil \u202egnp.exe\u0000\u001b[31m', 'evil gnp.exe[31m'],
    ['half \ud800', 'half'],
    [long, '😀'.repeat(clientMaxLength)],
    [`x${long}`, `x${'😀'.repeat(clientMaxLength - 1)}`],
  ];
  for (const [raw] of said)
    await logIn(`of ${String(raw?.length)} \u0007${raw?.codePointAt(0)}`, raw);
  const shown = (await cms.accounts.listSessions(actor)).map(({ client }) => client);
  const expected = ['Firefox', undefined, ...said.map(([, client]) => client)];
  expect(shown.map(String).toSorted()).toEqual(expected.map(String).toSorted());
  for (const { address } of await cms.accounts.listSessions(actor)) {
    expect(address).not.toContain('\u0007');
  }
});

test('sessions that have ended or expired are not listed', async () => {
  const { cms, clock, actor, elsewhere, actorOf } = await peopled();
  const other = await actorOf(elsewhere.token);
  clock.advance(elsewhere.expiresAt - hour - clock.now());
  expect(await cms.accounts.listSessions(other)).toMatchObject([{ isCurrent: true }]);
  await cms.accounts.logOut(other);
  expect(await cms.accounts.listSessions(actor)).toEqual([]);
});

test('a user ends a session by its id, and the others go on', async () => {
  const { cms, another, actor, login, elsewhere, stranger } = await peopled();
  const [other, own] = await cms.accounts.listSessions(actor);
  await cms.accounts.endSession(actor, other!.id.toUpperCase());
  for (const instance of [cms, another()]) {
    await rejectsWith('invalid_session', instance.accounts.authenticate(elsewhere.token));
    await instance.accounts.authenticate(login.token);
  }
  expect(await cms.accounts.listSessions(stranger)).toHaveLength(1);
  await rejectsWith('not_found', cms.accounts.endSession(actor, other!.id));
  await cms.accounts.endSession(actor, own!.id);
  await rejectsWith('invalid_session', cms.accounts.authenticate(login.token));
});

test('nobody ends a session of another account, or by the id of its token', async () => {
  const { cms, actor, login, stranger, admin } = await peopled();
  const id = (await cms.accounts.listSessions(actor))[0]?.id ?? '';
  for (const each of [stranger, admin]) {
    await rejectsWith('not_found', cms.accounts.endSession(each, id));
  }
  for (const unknown of [login.sessionId, noId, 'x', '']) {
    await rejectsWith('not_found', cms.accounts.endSession(actor, unknown));
  }
  expect(await cms.accounts.listSessions(actor)).toHaveLength(2);
});

test('administrators list and end the sessions of any user', async () => {
  const { cms, actor, admin, login, elsewhere, userId, stranger } = await peopled();
  const own = await cms.accounts.listSessions(actor);
  const listed = await cms.users.listSessions(admin, userId);
  expect(listed).toEqual(own.map((each) => ({ ...each, isCurrent: false })));
  await cms.users.endSessions(admin, userId);
  for (const { token: text } of [login, elsewhere]) {
    await rejectsWith('invalid_session', cms.accounts.authenticate(text));
  }
  expect(await cms.users.listSessions(operator, userId)).toEqual([]);
  expect(await cms.users.listSessions(operator, stranger.userId)).toHaveLength(1);
  expect(await cms.users.listSessions(admin, admin.userId)).toMatchObject([{ isCurrent: true }]);
  await cms.users.endSessions(operator, userId);
  for (const unknown of [noId, 'x']) {
    await rejectsWith('not_found', cms.users.listSessions(admin, unknown));
    await rejectsWith('not_found', cms.users.endSessions(admin, unknown));
  }
});

test('others see and end no sessions of users', async () => {
  const { cms, stranger, userId, actor } = await peopled();
  for (const [caller, code] of [
    [anonymous, 'not_authenticated'],
    [stranger, 'forbidden'],
    [actor, 'forbidden'],
    [token, 'token_read_only'],
  ] as const) {
    await rejectsWith(code, cms.users.listSessions(caller, userId));
    await rejectsWith(code, cms.users.endSessions(caller, userId));
  }
  for (const [caller, code] of [
    [anonymous, 'not_authenticated'],
    [operator, 'not_authenticated'],
    [token, 'forbidden'],
  ] as const) {
    await rejectsWith(code, cms.accounts.listSessions(caller));
    await rejectsWith(code, cms.accounts.endSession(caller, noId));
  }
  expect(await cms.accounts.listSessions(actor)).toHaveLength(2);
});

test('the audit says who ended which sessions, without their ids', async () => {
  const { cms, actor, admin, userId, login, elsewhere } = await peopled();
  const id = (await cms.accounts.listSessions(actor))[0]?.id ?? '';
  await cms.accounts.endSession(actor, id);
  await rejectsWith('not_found', cms.accounts.endSession(actor, id));
  await cms.users.endSessions(admin, userId);
  const entries = (await cms.audit.list(operator, {})).entries.slice(0, 2);
  expect(entries).toMatchObject([
    { action: 'session.end_all', id: userId, by: { kind: 'user', id: admin.userId } },
    { action: 'session.end', id: userId, by: { kind: 'user', id: userId } },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(
    new RegExp([id, login.sessionId, elsewhere.sessionId].join('|')),
  );
});

test('users are shown with their last sign-in, also after its session has ended', async () => {
  const { cms, clock, actor, userId, elsewhere, logIn, actorOf, person } = await peopled();
  const last = elsewhere.expiresAt - 24 * hour;
  const shown = async () => [
    (await cms.users.get(operator, userId)).lastSignInAt,
    (await cms.accounts.getOwn(actor)).lastSignInAt,
    (await cms.users.list(operator, {})).find(({ user }) => user.id === userId)?.lastSignInAt,
    (await cms.users.update(operator, userId, { firstName: 'A' })).lastSignInAt,
    (await cms.accounts.updateOwn(actor, { firstName: 'B' })).lastSignInAt,
    (await cms.users.setPermissions(operator, userId, [])).lastSignInAt,
  ];
  expect(new Set(await shown())).toEqual(new Set([last]));
  await cms.accounts.logOut(await actorOf(elsewhere.token));
  expect(new Set(await shown())).toEqual(new Set([last]));
  clock.advance(hour);
  await logIn('again');
  expect(new Set(await shown())).toEqual(new Set([last + hour]));
  const { userId: silent } = await person('viewer');
  expect((await cms.users.get(operator, silent)).lastSignInAt).toBeUndefined();
  const input = { email: 'x@example.org', password: goodPassword };
  expect((await cms.users.create(operator, input)).lastSignInAt).toBeUndefined();
});
