import { expect, test } from 'vitest';
import { operator, type Cms } from '../../core/index.ts';
import type { LockName } from '../../core/store.ts';
import { altered } from '../support/core/altered.ts';
import { coreWorld, goodPassword } from '../support/core/core-world.ts';

const accounts: readonly (readonly [string, (cms: Cms, userId: string) => Promise<unknown>])[] = [
  ['a registration', ({ accounts: { register } }) => register({ ...newcomer, client: 'c' })],
  ['a creation of a user', ({ users }) => users.create(operator, newcomer)],
  ['a change of a user', ({ users }, id) => users.update(operator, id, { role: 'viewer' })],
  ['a deletion of a user', ({ users }, id) => users.delete(operator, id)],
];
const settings: typeof accounts = [
  ['a change of settings', (cms) => cms.settings.update(operator, { siteName: 'x' })],
  // They name locales, which get no other codes meanwhile.
  ['a change of permissions', ({ users }, id) => users.setPermissions(operator, id, [])],
  ['a change of a plugin', (cms) => cms.plugins.configure(operator, 'cache', { active: true })],
  ['a change of a collection', (cms) => cms.collections.update(operator, 'pages', {})],
  ['creating the starter collections', ({ system }) => system.createStarterCollections()],
];

const newcomer = { email: 'ada@example.org', password: goodPassword };

// The memory store runs one transaction at a time with any lock, so races cannot test the names of the
// locks. A database depends on the names.
const cases = { accounts, settings } satisfies Record<LockName, typeof accounts>;
for (const [lock, works] of Object.entries(cases)) {
  for (const [name, work] of works) {
    test(`${name} waits for other changes of ${lock}`, async () => {
      const { another, ports, person, cms } = await coreWorld();
      await person('admin');
      await cms.settings.update(operator, { registrationEnabled: true });
      const { userId } = await person('viewer');
      const locks: LockName[] = [];
      const store = altered(ports.store, {
        exclusively: (name_, inside) => {
          locks.push(name_);
          return ports.store.exclusively(name_, inside);
        },
      });
      await work(another({ ports: { store } }), userId);
      expect(locks).toEqual([lock]);
    });
  }
}

test('what is done to saved views waits for other changes of accounts', async () => {
  const { another, ports, person } = await coreWorld();
  const user = await person('author');
  const locks: LockName[] = [];
  const store = altered(ports.store, {
    exclusively: (name, inside) => {
      locks.push(name);
      return ports.store.exclusively(name, inside);
    },
  });
  const { savedViews } = another({ ports: { store } });
  const { id } = await savedViews.create(user, { name: 'Mine', query: {} });
  await savedViews.update(user, id, { shared: true });
  await savedViews.delete(user, id);
  expect(locks).toEqual(['accounts', 'accounts', 'accounts']);
});

test('a new password waits for other changes of accounts, and a login does not', async () => {
  const { another, ports, member } = await coreWorld();
  const { user } = await member('editor');
  const locks: LockName[] = [];
  const store = altered(ports.store, {
    exclusively: (name, inside) => {
      locks.push(name);
      return ports.store.exclusively(name, inside);
    },
  });
  const { accounts: use } = another({ ports: { store } });
  const login = await use.logIn({ email: user.email, password: goodPassword, client: 'c' });
  expect(locks).toEqual([]);
  const actor = await use.authenticate(login.token);
  const change = { currentPassword: goodPassword, newPassword: 'another password' };
  await use.changeOwnPassword(actor, change);
  expect(locks).toEqual(['accounts']);
});
