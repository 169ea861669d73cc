import { expect, test } from 'vitest';
import { WebCryptoPasswordHasher } from '../../adapters/webcrypto/web-crypto-password-hasher.ts';
import { Argon2PasswordHasher } from '../../docs/examples/argon2/argon2-password-hasher.ts';
import { passwordHasherSuite } from '../conformance/crypto/password-hasher.ts';
import { registerSuite } from '../conformance/suite.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { memoryCms } from '../support/core/memory-cms.ts';

/** The least that the algorithm permits. */
const cheap = { memory: 8, passes: 1 };

registerSuite(
  passwordHasherSuite,
  async () => ({
    subject: { hasher: new Argon2PasswordHasher({ ...cheap, parallel: 2, queue: 2 }), capacity: 4 },
  }),
  test,
);

test('a hash of other costs matches, and is outdated', async () => {
  const hash = await new Argon2PasswordHasher({ ...cheap, passes: 2 }).hash('correct horse');
  const hasher = new Argon2PasswordHasher(cheap);
  expect(await hasher.verify('correct horse', hash)).toEqual({ matches: true, outdated: true });
  expect((await hasher.verify('another', hash)).matches).toBe(false);
});

test('accounts with a hash of the built-in hasher sign in, and move over to Argon2', async () => {
  const builtIn = new WebCryptoPasswordHasher({ legacySalt: '' });
  const before = await memoryCms({ ports: { passwords: builtIn } });
  const account = { email: 'ada@example.org', password: 'correct horse battery', client: 'a' };
  await before.cms.accounts.register(account);
  const { store } = before.ports;
  const passwords = new Argon2PasswordHasher(cheap);
  const { cms } = await memoryCms({ ports: { store, passwords }, hasStarterCollections: false });
  const hashOf = async () =>
    (await store.repositories.users.findByEmail(account.email as never))?.passwordHash;
  expect(await hashOf()).toMatch(/^pbkdf2:/);
  await rejectsWith('invalid_credentials', cms.accounts.logIn({ ...account, password: 'wrong' }));
  await rejectsWith(
    'invalid_credentials',
    cms.accounts.logIn({ ...account, email: 'ben@example.org' }),
  );
  await cms.accounts.logIn(account);
  const moved = await hashOf();
  expect(moved).toMatch(/^\$argon2id\$/);
  await cms.accounts.logIn(account);
  expect(await hashOf()).toBe(moved);
});
