import { expect, test } from 'vitest';
import { operator, type Cms } from '../../core/index.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';
import { countedPasswords } from '../support/core/counted-passwords.ts';
import { sha256 as legacyHash } from '../support/sha256.ts';

const password = ' Pa\u0308ßwort-a\u030ahm ';
const forms = [password.normalize('NFC'), password.normalize('NFD')] as const;

let clients = 0;

const logIn = (cms: Cms, email: string, typed: string) => {
  clients += 1;
  return cms.accounts.logIn({ email, password: typed, client: `client ${clients}` });
};

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
      (await ports.store.repositories.users.findById(user.id))!.passwordHash,
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
