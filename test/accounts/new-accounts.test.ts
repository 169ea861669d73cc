import { expect, test } from 'vitest';
import { operator, type ErrorCode, type NewUserInput } from '../../core/index.ts';
import { altered } from '../support/core/altered.ts';
import { coreWorld, goodPassword, rejectsWith } from '../support/core/core-world.ts';

const { cms } = await coreWorld();
let made = 0;

const create = async (fields: Partial<NewUserInput> = {}) => {
  made += 1;
  const input = { email: `user${made}@example.org`, password: goodPassword, ...fields };
  return (await cms.users.create(operator, input)).user;
};

const logIn = (email: string, password: string) => {
  made += 1;
  return cms.accounts.logIn({ email, password, client: `client ${made}` });
};

test('a password has at least eight characters, counted as code points', async () => {
  await rejectsWith('invalid_password', create({ password: '1234567' }));
  await rejectsWith('invalid_password', create({ password: '🐎🐎🐎🐎🐎🐎🐎' }));
  await create({ password: '12345678' });
  await create({ password: '🐎🐎🐎🐎🐎🐎🐎🐎' });
});

test('a password has at most 1024 bytes and is never cut (CVE-2025-25298)', async () => {
  await rejectsWith('invalid_password', create({ password: 'a'.repeat(1_025) }));
  for (const password of ['é'.repeat(513), '日'.repeat(342), '🐎'.repeat(257)]) {
    await rejectsWith('invalid_password', create({ password }));
  }
  for (const password of ['日'.repeat(341), '🐎'.repeat(256)]) await create({ password });
  const { email } = await create({ password: 'é'.repeat(512) });
  await rejectsWith('invalid_credentials', logIn(email, 'é'.repeat(511)));
  await rejectsWith('invalid_credentials', logIn(email, `${'é'.repeat(511)}e`));
  await rejectsWith('invalid_credentials', logIn(email, `${'é'.repeat(512)}é`));
  await logIn(email, 'é'.repeat(512));
});

test('a password is neither trimmed nor folded', async () => {
  const password = '  Pässword ﬁ ';
  const { email } = await create({ password });
  for (const other of [password.trim(), password.toLowerCase(), password.normalize('NFKD')]) {
    await rejectsWith('invalid_credentials', logIn(email, other));
  }
  await logIn(email, password);
});

test('a password that cannot be stored unchanged is rejected', async () => {
  await rejectsWith('invalid_text', create({ password: 'pass\u0000word' }));
  await rejectsWith('invalid_text', create({ password: 'password\ud800' }));
});

const mistakes: readonly (readonly [string, Partial<NewUserInput>, ErrorCode, string])[] = [
  ['an address that is none', { email: 'x' }, 'invalid_email', 'email'],
  ['a username of two characters', { username: 'ab' }, 'invalid_input', 'username'],
  ['a username of spaces', { username: '     ' }, 'invalid_input', 'username'],
  ['a username of 65 characters', { username: 'a'.repeat(65) }, 'invalid_input', 'username'],
  [
    'a username with an invisible character',
    { username: 'ad\u200bmin' },
    'invalid_input',
    'username',
  ],
  [
    'a username that takes minutes to compose',
    { username: `a${'\u0301'.repeat(1_000_000)}${'\u0316'.repeat(1_000_000)}` },
    'invalid_input',
    'username',
  ],
  ['a username with a line break', { username: 'ad\nmin' }, 'invalid_input', 'username'],
  ['a username with a NUL', { username: 'ad\u0000min' }, 'invalid_text', 'username'],
  ['a first name of 101 characters', { firstName: 'a'.repeat(101) }, 'invalid_input', 'firstName'],
  ['a last name with half a letter', { lastName: 'a\udc00' }, 'invalid_text', 'lastName'],
];
for (const [name, fields, code, path] of mistakes) {
  test(`${name} is rejected with ${code} at ${path}`, async () => {
    const { issues } = await rejectsWith(code, create(fields));
    expect(issues?.map((issue) => issue.path)).toEqual([path]);
  });
}

test('names are trimmed and can have the maximum length', async () => {
  const user = await create({
    username: ` ${'😀'.repeat(64)} `,
    firstName: ` ${'é'.repeat(100)} `,
    lastName: ' von  Ardenne ',
  });
  expect(user.username).toBe('😀'.repeat(64));
  expect(user.firstName).toBe('é'.repeat(100));
  expect(user.lastName).toBe('von  Ardenne');
});

test('a username is stored in composed form', async () => {
  const { username } = await create({ username: 'Zoe\u0308' });
  expect(username).toBe('Zoë');
  await rejectsWith('username_taken', create({ username: 'ZOË' }));
  const composed = await create({ username: 'α\u0313\u0300\u0345'.repeat(64) });
  expect(composed.username).toBe('\u1f82'.repeat(64));
});

test('an account is created as a viewer unless another role is given', async () => {
  expect((await create()).role).toBe('viewer');
  const command = { email: 'ed@example.org', password: goodPassword, role: 'editor' } as const;
  expect((await cms.users.create(operator, command)).user.role).toBe('editor');
});

test('of accounts created by arrival on two instances concurrently exactly one becomes the admin', async () => {
  const { another, ports } = await coreWorld();
  const racers = 8;
  const { promise: allAreHashed, resolve } = Promise.withResolvers<void>();
  let hashed = 0;
  const passwords = altered(ports.passwords, {
    hash: async () => {
      hashed += 1;
      if (hashed === racers) resolve();
      await allAreHashed;
      return 'none';
    },
  });
  const instances = [another({ ports: { passwords } }), another({ ports: { passwords } })];
  const roles = await Promise.all(
    Array.from({ length: racers }, async (_, n) => {
      const account = { email: `n${n}@example.org`, password: goodPassword };
      const command = { ...account, role: 'by-arrival' } as const;
      return (await instances[n % 2]!.users.create(operator, command)).user.role;
    }),
  );
  expect(roles.toSorted()).toEqual([
    'admin',
    ...Array.from({ length: racers - 1 }, () => 'viewer'),
  ]);
  expect(await ports.store.repositories.users.countActive(['admin'])).toBe(1);
});

test('a later account created by arrival is a viewer, also while registration is disabled', async () => {
  const { cms, person } = await coreWorld();
  await person('viewer');
  const account = {
    email: 'late@example.org',
    password: goodPassword,
    role: 'by-arrival',
  } as const;
  expect((await cms.users.create(operator, account)).user.role).toBe('viewer');
});
