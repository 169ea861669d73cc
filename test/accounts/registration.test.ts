import { describe, expect, test } from 'vitest';
import {
  hasCode,
  operator,
  type Cms,
  type DomainEvent,
  type NewUserInput,
} from '../../core/index.ts';
import type { LoggedIn } from '../../core/vocabulary.ts';
import {
  coreWorld,
  goodPassword,
  rejectsWith,
  type CoreWorld,
} from '../support/core/core-world.ts';
import { memoryCms } from '../support/core/memory-cms.ts';
import { storeWithoutSettings } from '../support/core/store-without-settings.ts';

let clients = 0;

/** Registers from a new address. */
const register = (cms: Cms, fields: Partial<NewUserInput> = {}): Promise<LoggedIn> => {
  clients += 1;
  const input = { email: `user${clients}@example.org`, password: goodPassword, ...fields };
  return cms.accounts.register({ ...input, client: `client ${clients}` });
};

/** A service with an administrator, with registration enabled. */
const openWorld = async (): Promise<CoreWorld> => {
  const world = await coreWorld();
  await world.person('admin');
  await world.cms.settings.update(operator, { registrationEnabled: true });
  return world;
};

test('the first registration creates an admin and logs in', async () => {
  const { cms, clock } = await coreWorld();
  const { user, token, sessionId, expiresAt } = await register(cms, { email: ' Ada@Example.ORG ' });
  expect(user).toEqual({
    id: user.id,
    email: 'ada@example.org',
    username: 'ada',
    firstName: '',
    lastName: '',
    role: 'admin',
    isActive: true,
    hasSecondFactor: false,
    grants: [],
    createdAt: clock.now(),
    updatedAt: clock.now(),
  });
  const { stamp: _, ...actor } = await cms.accounts.authenticate(token);
  const rights = { role: 'admin', grants: [] };
  const seenAt = clock.now();
  expect(actor).toEqual({ kind: 'user', userId: user.id, sessionId, ...rights, expiresAt, seenAt });
  expect(expiresAt).toBe(clock.now() + 24 * 60 * 60 * 1_000);
});

test('of fifty concurrent registrations on two instances exactly one becomes an admin', async () => {
  const { cms, ports, another } = await coreWorld();
  const instances = [cms, another()];
  const attempts = Array.from({ length: 50 }, (_, n) => register(instances[n % 2]!));
  const outcomes = await Promise.allSettled(attempts);
  const winners = outcomes.filter(({ status }) => status === 'fulfilled');
  const losers = outcomes.filter(
    (outcome) => outcome.status === 'rejected' && hasCode(outcome.reason, 'registration_disabled'),
  );
  expect([winners.length, losers.length]).toEqual([1, 49]);
  expect(await ports.store.repositories.users.countActive(['admin'])).toBe(1);
  expect(await ports.store.repositories.users.list({ limit: 100, offset: 0 })).toHaveLength(1);
});

test('later registrations create viewers if enabled, and are rejected otherwise', async () => {
  const { cms, person } = await coreWorld();
  await person('admin');
  const refusal = await rejectsWith('registration_disabled', register(cms));
  expect(refusal.details).toMatch(/in the settings: registrationEnabled$/);
  await cms.settings.update(operator, { registrationEnabled: true });
  expect((await register(cms)).user.role).toBe('viewer');
});

test('disabling registration applies to a registration whose password is being hashed', async () => {
  const { another, ports, cms } = await openWorld();
  const passwords = {
    scheme: ports.passwords.scheme,
    verify: ports.passwords.verify.bind(ports.passwords),
    hash: async (password: string) => {
      await cms.settings.update(operator, { registrationEnabled: false });
      return ports.passwords.hash(password);
    },
  };
  await rejectsWith('registration_disabled', register(another({ ports: { passwords } })));
});

test('a rejected registration computes no hash', async () => {
  const { another, person } = await coreWorld();
  await person('admin');
  const passwords = { scheme: 'pbkdf2:', verify: unexpected, hash: unexpected };
  await rejectsWith('registration_disabled', register(another({ ports: { passwords } })));
});

const unexpected = (): never => {
  throw new Error('No hash should be made');
};

test('an account is stored together with its first session or not at all', async () => {
  const { another, ports } = await coreWorld();
  const signer = {
    sign: () => Promise.reject(new Error('no key')),
    verify: () => Promise.resolve(undefined),
  };
  await expect(register(another({ ports: { signer } }))).rejects.toThrow('no key');
  expect(await ports.store.repositories.users.any()).toBe(false);
});

test('three attempts a minute are allowed, successful or not', async () => {
  const { cms, clock } = await openWorld();
  const attempt = (email: string): Promise<unknown> =>
    cms.accounts.register({ email, password: goodPassword, client: '192.0.2.1' });
  await rejectsWith('invalid_email', attempt('nonsense'));
  await rejectsWith('invalid_email', attempt('nonsense'));
  await attempt('first@example.org');
  clock.advance(59_999);
  const refusal = await rejectsWith('rate_limited', attempt('second@example.org'));
  expect(refusal.retryAfterMs).toBe(1);
  expect(refusal.details).toBe('Try again in 1 seconds');
  clock.advance(1);
  await attempt('second@example.org');
});

test('concurrent attempts from one address are counted exactly', async () => {
  const { cms } = await openWorld();
  const attempts = Array.from({ length: 40 }, () =>
    cms.accounts
      .register({ email: 'nonsense', password: goodPassword, client: '192.0.2.1' })
      .catch((error: unknown) => error),
  );
  const outcomes = await Promise.all(attempts);
  expect(outcomes.filter((error) => hasCode(error, 'invalid_email'))).toHaveLength(3);
  expect(outcomes.filter((error) => hasCode(error, 'rate_limited'))).toHaveLength(37);
});

test('registrations and logins are counted separately', async () => {
  const { cms } = await openWorld();
  const client = '192.0.2.1';
  const wrong = { email: 'nonsense', password: goodPassword, client };
  for (let n = 0; n < 3; n += 1) await rejectsWith('invalid_email', cms.accounts.register(wrong));
  for (let n = 0; n < 5; n += 1)
    await rejectsWith('invalid_credentials', cms.accounts.logIn(wrong));
  await rejectsWith('rate_limited', cms.accounts.register(wrong));
  await rejectsWith('rate_limited', cms.accounts.logIn(wrong));
});

const sameClient: readonly (readonly [string, string, boolean])[] = [
  ['192.0.2.1', '::ffff:192.0.2.1', true],
  ['192.0.2.1', '::FFFF:192.0.2.1', true],
  ['192.0.2.1', '::ffff:c000:201', true],
  ['192.0.2.1', '0:0:0:0:0:ffff:192.0.2.1', true],
  ['192.0.2.1', '192.0.2.2', false],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
  ['2001:db8:1:2::1', '2001:DB8:0001:2:ffff::', true],
  ['2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6', true],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['2001:db8::1', '2001:db8:0:0:1::', true],
  ['2001:db8::1', '2001:db8:0:1::1', false],
  ['fe80::1%eth0', 'fe80::2%eth1', true],
  ['::1', '::ffff:0.0.0.1', false],
  ['64:ff9b::192.0.2.1', '64:ff9b::192.0.2.2', true],
  ['2001:db8::ffff:192.0.2.1', '2001:db8::ffff:192.0.2.2', true],
];

for (const [left, right, isSame] of sameClient) {
  test(`${left} and ${right} are ${isSame ? 'one client' : 'two clients'}`, async () => {
    const { cms } = await openWorld();
    const attempt = (client: string): Promise<unknown> =>
      cms.accounts.register({ email: 'nonsense', password: goodPassword, client });
    for (let n = 0; n < 3; n += 1) await rejectsWith('invalid_email', attempt(left));
    await rejectsWith(isSame ? 'rate_limited' : 'invalid_email', attempt(right));
  });
}

test('a username is generated from the address and is unique, ignoring case', async () => {
  const { cms } = await openWorld();
  const usernameOf = async (email: string, username?: string): Promise<string> =>
    (await register(cms, { email, username })).user.username;
  expect(await usernameOf('x@one.example', ' Grace ')).toBe('Grace');
  expect(await usernameOf('grace@two.example')).toBe('grace2');
  expect(await usernameOf('grace@three.example')).toBe('grace3');
});

test('a taken address or username is rejected with its field', async () => {
  const { cms } = await openWorld();
  await register(cms, { email: 'ada@example.org', username: 'Countess' });
  const email = await rejectsWith('email_taken', register(cms, { email: 'ADA@example.org' }));
  expect(email.issues).toEqual([{ path: 'email', message: 'must not be taken' }]);
  for (const username of ['Countess', 'countess', 'ＣＯＵＮＴＥＳＳ']) {
    const refusal = await rejectsWith('username_taken', register(cms, { username }));
    expect(refusal.issues).toEqual([{ path: 'username', message: 'must not be taken' }]);
  }
});

test('of concurrent registrations with one address exactly one succeeds', async () => {
  const { cms } = await openWorld();
  const attempts = Array.from({ length: 8 }, () => register(cms, { email: 'one@example.org' }));
  const outcomes = await Promise.allSettled(attempts);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ code: 'email_taken' });
  }
});

test('a registration cannot set a role, an id or anything else (CVE-2023-39345)', async () => {
  const { cms, ports } = await openWorld();
  const extra = { role: 'admin', isActive: false, id: 'x', grants: [{}], passwordHash: 'x' };
  const { user } = await register(cms, { ...extra, createdAt: 1 } as never);
  const stored = await ports.store.repositories.users.findById(user.id);
  expect(stored).toMatchObject({ role: 'viewer', isActive: true, grants: [], id: user.id });
  expect(stored?.passwordHash).toMatch(/^pbkdf2:100000:[0-9a-f]{32}:[0-9a-f]{64}$/);
  expect(stored?.createdAt).toBe(ports.clock.now());
});

test('the event of a registration contains no hash', async () => {
  const events: DomainEvent[] = [];
  const { cms } = await coreWorld({ onEvent: (event) => void events.push(event) });
  const { user } = await register(cms);
  expect(events).toEqual([{ type: 'user.registered', user }]);
  expect(JSON.stringify(events)).not.toContain('pbkdf2');
});

const newcomer = { email: 'ada@example.com', password: 'correct horse battery' };

describe('the role that a registration would get', () => {
  test('is admin while there is no account', async () => {
    const { cms } = await memoryCms();
    expect(await cms.accounts.newcomerRole()).toBe('admin');
    const { user } = await cms.accounts.register({ ...newcomer, client: 'test' });
    expect(user.role).toBe('admin');
  });

  test('is undefined after that, and viewer while registration is enabled', async () => {
    const { cms } = await memoryCms();
    await cms.users.create(operator, newcomer);
    expect(await cms.accounts.newcomerRole()).toBeUndefined();
    await cms.settings.update(operator, { registrationEnabled: true });
    expect(await cms.accounts.newcomerRole()).toBe('viewer');
  });

  test('is an error if the settings cannot be read', async () => {
    const store = storeWithoutSettings(new Error('away'));
    const { cms } = await memoryCms({ ports: { store }, hasStarterCollections: false });
    await expect(cms.accounts.newcomerRole()).rejects.toThrow('away');
  });
});
