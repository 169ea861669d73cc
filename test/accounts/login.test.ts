import { expect, test } from 'vitest';
import { hasCode, operator, type Cms, type PasswordHasher } from '../../core/index.ts';
import type { LoggedIn } from '../../core/vocabulary.ts';
import {
  coreWorld,
  goodPassword,
  rejectsWith,
  type CoreWorld,
} from '../support/core/core-world.ts';
import { countedPasswords } from '../support/core/counted-passwords.ts';
import { sha256 as legacyHash } from '../support/sha256.ts';

let clients = 0;

/** Logs in from a new address. */
const logIn = (cms: Cms, email: string, password = goodPassword): Promise<LoggedIn> => {
  clients += 1;
  return cms.accounts.logIn({ email, password, client: `client ${clients}` });
};

const withLegacyHash = async ({ ports, person }: CoreWorld, password = goodPassword) => {
  const { userId } = await person('author');
  const { users } = ports.store.repositories;
  const user = (await users.findById(userId))!;
  await users.replacePasswordHash(userId, 'none', legacyHash(password), user.updatedAt);
  return user;
};

/** Runs `interruption` directly after a password was verified. */
const interrupted = (
  passwords: PasswordHasher,
  after: 'verify' | 'hash',
  interruption: () => Promise<unknown>,
): PasswordHasher => {
  let isDone = false;
  const interrupt = async (): Promise<void> => {
    if (isDone) return;
    isDone = true;
    await interruption();
  };
  return {
    scheme: passwords.scheme,
    hash: async (password) => {
      const hash = await passwords.hash(password);
      if (after === 'hash') await interrupt();
      return hash;
    },
    verify: async (password, hash) => {
      const verification = await passwords.verify(password, hash);
      if (after === 'verify') await interrupt();
      return verification;
    },
  };
};

test('a login returns the account and a token of 24 hours for a new session', async () => {
  const { cms, clock, member } = await coreWorld();
  const { user } = await member('editor');
  clock.advance(1_234);
  const { token, sessionId, expiresAt, ...rest } = await logIn(
    cms,
    ` ${user.email.toUpperCase()} `,
  );
  expect(rest).toEqual({ user });
  const payload = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  const iat = Math.floor(clock.now() / 1_000);
  const { id: userId, email, role } = user;
  expect(payload).toEqual({ userId, email, role, jti: sessionId, iat, exp: iat + 86_400 });
  expect(expiresAt).toBe(payload.exp * 1_000);
  expect((await logIn(cms, email)).sessionId).not.toBe(sessionId);
});

test('of concurrent attempts on two instances exactly five are allowed', async () => {
  const { cms, another } = await coreWorld();
  const instances = [cms, another()];
  const attempts = Array.from({ length: 30 }, (_, n) =>
    instances[n % 2]!.accounts.logIn({
      email: `user${n}@example.org`,
      password: 'wrong',
      client: '192.0.2.1',
    }).catch((error: unknown) => error),
  );
  const outcomes = await Promise.all(attempts);
  expect(outcomes.filter((error) => hasCode(error, 'invalid_credentials'))).toHaveLength(5);
  expect(outcomes.filter((error) => hasCode(error, 'rate_limited'))).toHaveLength(25);
});

test('every attempt counts, including successful ones, until the minute ends', async () => {
  const { cms, clock, member } = await coreWorld();
  const { user } = await member('viewer');
  const attempt = (email: string, password: string): Promise<LoggedIn> =>
    cms.accounts.logIn({ email, password, client: '2001:db8::1' });
  await attempt(user.email, goodPassword);
  await rejectsWith('invalid_credentials', attempt(user.email, 'wrong'));
  await rejectsWith('invalid_credentials', attempt('nobody@example.org', goodPassword));
  await rejectsWith('invalid_credentials', attempt('nonsense', goodPassword));
  await attempt(user.email, goodPassword);
  clock.advance(30_000);
  const refusal = await rejectsWith('rate_limited', attempt(user.email, goodPassword));
  expect(refusal.retryAfterMs).toBe(30_000);
  clock.advance(29_999);
  await rejectsWith('rate_limited', attempt(user.email, goodPassword));
  clock.advance(1);
  await attempt(user.email, goodPassword);
});

test('the limit counts by client, regardless of the e-mail address (CVE-2025-64526)', async () => {
  const { cms } = await coreWorld();
  const attempt = (email: string, client: string): Promise<LoggedIn> =>
    cms.accounts.logIn({ email, password: 'wrong', client });
  for (let n = 0; n < 5; n += 1) {
    await rejectsWith('invalid_credentials', attempt(`user${n}@example.org`, '::ffff:192.0.2.1'));
  }
  await rejectsWith('rate_limited', attempt('another@example.org', '192.0.2.1'));
  await rejectsWith('invalid_credentials', attempt('another@example.org', '192.0.2.2'));
});

test('a rejected attempt computes no hash', async () => {
  const { passwords, derivations } = countedPasswords();
  const { cms } = await coreWorld({ ports: { passwords } });
  const attempt = () => cms.accounts.logIn({ email: 'a@b.de', password: 'x', client: 'c' });
  for (let n = 0; n < 5; n += 1) await rejectsWith('invalid_credentials', attempt());
  derivations();
  await rejectsWith('rate_limited', attempt());
  expect(derivations()).toBe(0);
});

test('every failure gets the same error and computes one hash (CVE-2026-26185)', async () => {
  const { passwords, derivations } = countedPasswords();
  const world = await coreWorld({ ports: { passwords } });
  const { cms, member, person, ports } = world;
  const active = (await member('editor')).user;
  const inactive = (await member('editor')).user;
  await cms.users.update(operator, inactive.id, { isActive: false });
  const legacy = await withLegacyHash(world);
  const inactiveLegacy = await withLegacyHash(world);
  await cms.users.update(operator, inactiveLegacy.id, { isActive: false });
  const { userId } = await person('viewer');
  const withoutHash = (await ports.store.repositories.users.findById(userId))!;
  derivations();
  const attempts: readonly (readonly [string, string, string])[] = [
    ['an unknown address', 'nobody@example.org', goodPassword],
    ['no address', 'nonsense', goodPassword],
    ['a wrong password', active.email, 'wrong password'],
    ['an empty password', active.email, ''],
    ['a very long password', active.email, 'x'.repeat(5_000)],
    ['a deactivated account', inactive.email, goodPassword],
    ['a wrong password for a deactivated account', inactive.email, 'wrong password'],
    ['a wrong password for an old hash', legacy.email, 'wrong password'],
    ['a deactivated account with an old hash', inactiveLegacy.email, goodPassword],
    ['the old hash itself as the password', legacy.email, legacyHash(goodPassword)],
    ['an account without a hash that is one', withoutHash.email, 'none'],
  ];
  for (const [name, email, password] of attempts) {
    const error = await rejectsWith('invalid_credentials', logIn(cms, email, password));
    const { message, details, issues, cause } = error;
    expect([message, details, issues, cause], name).toEqual([
      'Invalid email or password',
      undefined,
      undefined,
      undefined,
    ]);
    expect(derivations(), name).toBe(1);
  }
  await logIn(cms, active.email);
  expect(derivations(), 'success').toBe(1);
});

test('an outdated hash is replaced at the first login only', async () => {
  const { passwords, derivations } = countedPasswords();
  const world = await coreWorld({ ports: { passwords } });
  const { cms, ports, clock } = world;
  const user = await withLegacyHash(world);
  clock.advance(5_000);
  const loggedIn = await logIn(cms, user.email);
  expect(loggedIn.user.updatedAt).toBe(clock.now());
  const renewed = (await ports.store.repositories.users.findById(user.id))!;
  expect(renewed.passwordHash).toMatch(/^pbkdf2:100000:/);
  expect(renewed.updatedAt).toBe(clock.now());
  derivations();
  await logIn(cms, user.email);
  expect(derivations()).toBe(1);
  expect(await ports.store.repositories.users.findById(user.id)).toEqual(renewed);
});

test('concurrent first logins with an outdated hash all succeed', async () => {
  const world = await coreWorld();
  const { email } = await withLegacyHash(world);
  const sessions = await Promise.all(Array.from({ length: 6 }, () => logIn(world.cms, email)));
  for (const { token } of sessions) await world.cms.accounts.authenticate(token);
});

test('a failure to replace an outdated hash is logged, the login succeeds, and the next login retries', async () => {
  const world = await coreWorld();
  const { ports, log, another } = world;
  const { id, email } = await withLegacyHash(world);
  const verify = ports.passwords.verify.bind(ports.passwords);
  const { scheme } = ports.passwords;
  const failing = { scheme, verify, hash: () => Promise.reject(new Error('busy')) };
  await logIn(another({ ports: { passwords: failing } }), email);
  expect(log.entries).toMatchObject([{ level: 'warn', fields: { user: id } }]);
  expect(JSON.stringify(log.entries)).not.toContain(goodPassword);
  expect((await ports.store.repositories.users.findById(id))?.passwordHash).toBe(
    legacyHash(goodPassword),
  );
  await logIn(world.cms, email);
  expect((await ports.store.repositories.users.findById(id))?.passwordHash).toMatch(/^pbkdf2:/);
});

test('a password that is changed while an outdated hash is replaced is kept, and the old one is rejected', async () => {
  const world = await coreWorld();
  const { cms, ports, another } = world;
  const { id, email } = await withLegacyHash(world);
  const passwords = interrupted(ports.passwords, 'hash', () =>
    cms.users.update(operator, id, { password: 'another password' }),
  );
  await rejectsWith('invalid_credentials', logIn(another({ ports: { passwords } }), email));
  await rejectsWith('invalid_credentials', logIn(cms, email));
  await logIn(cms, email, 'another password');
});

const changes: readonly [string, (cms: Cms, id: string) => Promise<unknown>][] = [
  ['a new password', (cms, id) => cms.users.update(operator, id, { password: 'another password' })],
  ['a deactivation', (cms, id) => cms.users.update(operator, id, { isActive: false })],
  ['a deletion', (cms, id) => cms.users.delete(operator, id)],
];

test.each(changes)('%s while the password is verified prevents the session', async (_, change) => {
  const { cms, ports, member, another } = await coreWorld();
  const { user } = await member('editor');
  const passwords = interrupted(ports.passwords, 'verify', () => change(cms, user.id));
  await rejectsWith('invalid_credentials', logIn(another({ ports: { passwords } }), user.email));
});

test('a hash that is replaced while the password is verified does not prevent the login', async () => {
  const { cms, ports, member, another } = await coreWorld();
  const { user } = await member('editor');
  const passwords = interrupted(ports.passwords, 'verify', () =>
    cms.users.update(operator, user.id, { password: goodPassword }),
  );
  const { token } = await logIn(another({ ports: { passwords } }), user.email);
  expect((await cms.accounts.authenticate(token)).userId).toBe(user.id);
});

test('the result of a login does not contain the hash', async () => {
  const { cms, member } = await coreWorld();
  const { user } = await member('editor');
  expect(JSON.stringify(await logIn(cms, user.email))).not.toMatch(/pbkdf2|passwordHash/);
});

const password = ' Pa\u0308ßwort-a\u030ahm ';

const forms = [password.normalize('NFC'), password.normalize('NFD')] as const;

test('a password is accepted in both forms of Unicode, whichever one it was set in', async () => {
  const { cms, person, ports } = await coreWorld();
  await cms.settings.update(operator, { registrationEnabled: true });
  for (const [index, form] of forms.entries()) {
    const accountOf = (way: string) => `${way}${index}@example.org`;
    const registered = { email: accountOf('registered'), password: form };
    await cms.accounts.register({ ...registered, client: `registration ${index}` });
    await cms.users.create(operator, { ...registered, email: accountOf('created') });
    const changed = { ...registered, email: accountOf('changed'), password: 'first password' };
    const { user } = await cms.users.create(operator, changed);
    await cms.users.update(operator, user.id, { password: form });
    for (const way of ['registered', 'created', 'changed']) {
      for (const typed of forms) await logIn(cms, accountOf(way), typed);
      await rejectsWith('invalid_credentials', logIn(cms, accountOf(way), form.trim()));
    }
    const actor = await person('viewer');
    await cms.users.update(operator, actor.userId, { password: form });
    for (const currentPassword of forms) {
      await cms.accounts.changeOwnPassword(actor, { currentPassword, newPassword: form });
    }
    const { email } = (await ports.store.repositories.users.findById(actor.userId))!;
    for (const typed of forms) await logIn(cms, email, typed);
  }
});

test('a hash of the text as it was sent is accepted, and replaced at the login', async () => {
  const { passwords, derivations } = countedPasswords();
  const { cms, member, ports } = await coreWorld({ ports: { passwords } });
  const [composed, decomposed] = forms;
  for (const hash of [await passwords.hash(decomposed), legacyHash(decomposed)]) {
    const { user } = await member('editor');
    await ports.store.repositories.users.replacePasswordHash(
      user.id,
      (await ports.store.repositories.users.findById(user.id))!.passwordHash!,
      hash,
      user.updatedAt,
    );
    await rejectsWith('invalid_credentials', logIn(cms, user.email, composed));
    await logIn(cms, user.email, decomposed);
    const renewed = (await ports.store.repositories.users.findById(user.id))!.passwordHash;
    expect(renewed).not.toBe(hash);
    derivations();
    await logIn(cms, user.email, composed);
    expect(derivations()).toBe(1);
    await logIn(cms, user.email, decomposed);
    expect(derivations()).toBe(2);
    expect((await ports.store.repositories.users.findById(user.id))!.passwordHash).toBe(renewed);
  }
});

test('the number of hashes of a login depends on the password only, not on the account', async () => {
  const { passwords, derivations } = countedPasswords();
  const { cms, member } = await coreWorld({ ports: { passwords } });
  const active = (await member('editor')).user.email;
  const inactive = (await member('editor')).user;
  await cms.users.update(operator, inactive.id, { isActive: false });
  const [composed, decomposed] = forms;
  const tooLong = decomposed.repeat(1_000);
  derivations();
  for (const [typed, count] of [
    [composed, 1],
    [decomposed, 2],
    [tooLong, 1],
  ] as const) {
    for (const email of [active, inactive.email, 'nobody@example.org', 'nonsense']) {
      await rejectsWith('invalid_credentials', logIn(cms, email, typed));
      expect(derivations(), email).toBe(count);
    }
  }
});

test('the limits of a password apply to its composed form', async () => {
  const { cms } = await coreWorld();
  let made = 0;
  const create = (text: string) => {
    made += 1;
    return cms.users.create(operator, { email: `limit${made}@example.org`, password: text });
  };
  await rejectsWith('invalid_password', create('e\u0301'.repeat(7)));
  await create('e\u0301'.repeat(8));
  await create('e\u0301'.repeat(512));
  await rejectsWith('invalid_password', create('e\u0301'.repeat(513)));
  await rejectsWith('invalid_password', create(`a${'\u0301'.repeat(2_000_000)}`));
});
