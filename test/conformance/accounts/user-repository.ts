import type { Repositories, User, UserRepository, Store } from '../../../core/store.ts';
import { roles, type Grant } from '../../../core/vocabulary.ts';
import { equal, ok, rejectsWith } from '../assert.ts';
import { oneWins, racers, times } from '../cases.ts';
import {
  awkwardText,
  collectionId,
  momentOf,
  sampleCollection,
  sampleUser,
  userId,
  sampleEmail,
} from '../samples.ts';
import { suite } from '../suite.ts';

/** Accounts and their names. See `userBelongingsSuite` for grants, sessions, items and files. */
export const userRepositorySuite = suite<Store>('UserRepository', {
  'findById, findByEmail and findByUsername return a new account unchanged': async ({
    repositories: { users },
  }) => {
    for (const [index, role] of roles.entries()) {
      const n = index + 1;
      const user = sampleUser(n, {
        email: sampleEmail(`o'brien+${n}_x@mail.example.com`),
        username: `Žofie Ⅷ ${n}`,
        firstName: awkwardText,
        lastName: awkwardText,
        role,
        isActive: n % 2 === 0,
        passwordHash: `pbkdf2:100000:${'ab'.repeat(16)}:${'cd'.repeat(32)}`,
        createdAt: 0,
        updatedAt: 253_402_300_799_999,
      });
      await users.insert(user);
      equal(await users.findById(user.id), user, 'by id');
      equal(await users.findByEmail(user.email), user, 'by e-mail address');
      equal(await users.findByUsername(user.username), user, 'by username');
    }
  },

  'findByIds returns each of the accounts once, and leaves out ids without one': async ({
    repositories: { users },
  }) => {
    for (const n of [1, 2, 3]) await users.insert(sampleUser(n));
    const found = await users.findByIds([userId(3), userId(9), userId(1), userId(3)]);
    const byId = found.toSorted((left, right) => (left.id < right.id ? -1 : 1));
    equal(byId, [sampleUser(1), sampleUser(3)], 'two of three');
    equal(await users.findByIds([]), [], 'no ids');
  },

  'finders return undefined for what was never stored': async ({ repositories: { users } }) => {
    await users.insert(sampleUser(1));
    equal(await users.findById(userId(2)), undefined, 'by id');
    equal(
      await users.findByEmail(sampleEmail('user-10@example.com')),
      undefined,
      'by e-mail address',
    );
    equal(await users.findByUsername('User'), undefined, 'by part of a username');
  },

  'findByUsername ignores case and Unicode normalization': async ({ repositories: { users } }) => {
    const user = sampleUser(1, { username: 'Ada ﬁne ÅNGSTRÖM' });
    await users.insert(user);
    for (const spelling of ['ada fine ångström', 'ADA FINE A\u030ANGSTRO\u0308M', user.username]) {
      equal(await users.findByUsername(spelling), user, `by ${spelling}`);
    }
    equal(await users.findByUsername('ada fine angstrom'), undefined, 'without its accents');
  },

  'insert rejects a taken e-mail address and changes nothing': async ({
    repositories: { users },
  }) => {
    await users.insert(sampleUser(1));
    const { email } = sampleUser(1);
    await rejectsWith('email_taken', users.insert(sampleUser(2, { email })));
    equal(await listed(users), [sampleUser(1)], 'accounts');
  },

  'insert rejects a taken username in any spelling and changes nothing': async ({
    repositories: { users },
  }) => {
    await users.insert(sampleUser(1, { username: 'Straße ﬁ' }));
    for (const username of ['Straße ﬁ', 'STRAßE FI', 'straße fi']) {
      await rejectsWith('username_taken', users.insert(sampleUser(2, { username })));
    }
    equal(await listed(users), [sampleUser(1, { username: 'Straße ﬁ' })], 'accounts');
  },

  'of concurrent inserts with one e-mail address, exactly one succeeds': async ({
    repositories: { users },
  }) => {
    const racing = times(racers, (n) =>
      sampleUser(n, { email: sampleEmail('wanted@example.com') }),
    );
    const winner = await oneWins(
      'email_taken',
      racing.map((user) => users.insert(user)),
    );
    equal(await listed(users), racing.slice(winner, winner + 1), 'accounts');
  },

  'of concurrent inserts with one username, exactly one succeeds': async ({
    repositories: { users },
  }) => {
    const racing = times(racers, (n) =>
      sampleUser(n, { username: n % 2 === 0 ? 'wanted' : 'WANTED' }),
    );
    const winner = await oneWins(
      'username_taken',
      racing.map((user) => users.insert(user)),
    );
    equal(await listed(users), racing.slice(winner, winner + 1), 'accounts');
  },

  'update replaces that account only, except its grants': async ({ repositories }) => {
    const { users } = await withCollections(repositories);
    const grants: readonly Grant[] = [{ collectionId: collectionId(1), role: 'editor' }];
    await users.insert(sampleUser(1, { grants }));
    await users.insert(sampleUser(2));
    const changed = sampleUser(1, {
      email: sampleEmail('changed@example.com'),
      username: 'Changed',
      firstName: 'First',
      lastName: 'Last',
      role: 'admin',
      isActive: false,
      passwordHash: 'changed',
      grants: [{ collectionId: collectionId(2), role: 'viewer' }],
      updatedAt: momentOf(50),
    });
    equal(await users.update(changed), true, 'result');
    equal(await listed(users), [{ ...changed, grants }, sampleUser(2)], 'accounts');
    equal(await users.findByUsername('User 1'), undefined, 'by its old username');
    equal(await users.findByEmail(sampleUser(1).email), undefined, 'by its old e-mail address');
    await users.insert({ ...sampleUser(1), id: userId(3) });
  },

  'update does not create a record': async ({ repositories: { users } }) => {
    equal(await users.update(sampleUser(1)), false, 'result');
    equal(await users.any(), false, 'any');
  },

  'update rejects the names of another account, but not its own': async ({
    repositories: { users },
  }) => {
    for (const user of times(2, (n) => sampleUser(n))) await users.insert(user);
    const { email } = sampleUser(1);
    await rejectsWith('email_taken', users.update(sampleUser(2, { email })));
    await rejectsWith('username_taken', users.update(sampleUser(2, { username: 'uSER 1' })));
    equal(
      await listed(users),
      times(2, (n) => sampleUser(n)),
      'accounts',
    );
    const respelled = sampleUser(2, { username: 'USER 2' });
    equal(await users.update(respelled), true, 'result for another spelling of its own name');
    equal(await listed(users), [sampleUser(1), respelled], 'accounts after the update');
  },

  'replacePasswordHash replaces the expected hash only': async ({ repositories: { users } }) => {
    for (const n of [1, 2]) await users.insert(sampleUser(n, { passwordHash: 'old' }));
    await users.replacePasswordHash(userId(1), 'old', 'fresh', momentOf(50));
    const first = sampleUser(1, { passwordHash: 'fresh', updatedAt: momentOf(50) });
    const second = sampleUser(2, { passwordHash: 'old' });
    equal(await listed(users), [first, second], 'accounts');
    await users.replacePasswordHash(userId(1), 'old', 'late', momentOf(60));
    await users.replacePasswordHash(userId(3), 'old', 'fresh', momentOf(60));
    equal(
      await listed(users),
      [first, second],
      'accounts after calls that expect another hash or account',
    );
  },

  'any returns whether an account exists': async ({ repositories: { users } }) => {
    equal(await users.any(), false, 'without accounts');
    await users.insert(sampleUser(1, { isActive: false }));
    equal(await users.any(), true, 'with one account');
    ok(await users.delete(userId(1)), 'the change returns true');
    equal(await users.any(), false, 'after it was deleted');
  },

  'countActive counts active accounts with the roles': async ({ repositories: { users } }) => {
    equal(await users.countActive(['admin']), 0, 'without accounts');
    const accounts: readonly User[] = [
      sampleUser(1, { role: 'admin' }),
      sampleUser(2, { role: 'admin', isActive: false }),
      sampleUser(3, { role: 'editor' }),
      sampleUser(4, { role: 'admin' }),
    ];
    for (const user of accounts) await users.insert(user);
    equal(await users.countActive(['admin']), 2, 'with two active admins');
    equal(await users.countActive(['editor', 'admin']), 3, 'of two roles');
    equal(await users.countActive([]), 0, 'of none');
    ok(await users.update(sampleUser(4, { role: 'author' })), 'the change returns true');
    equal(await users.countActive(['admin']), 1, 'after one became an author');
  },

  'listGranted returns the active accounts with a role in the collection': async ({
    repositories: { users, collections },
  }) => {
    for (const n of [1, 2]) await collections.insert(sampleCollection(n));
    const grant = (n: number): Grant => ({ collectionId: collectionId(n), role: 'viewer' });
    const accounts: readonly User[] = [
      sampleUser(1, { role: 'admin', grants: [grant(1), grant(2)] }),
      sampleUser(2, { grants: [grant(1)], isActive: false }),
      sampleUser(3, { grants: [grant(2)] }),
      sampleUser(4, { grants: [grant(1)] }),
      sampleUser(5),
    ];
    for (const user of accounts) await users.insert(user);
    const granted = await users.listGranted(collectionId(1));
    equal(
      granted.toSorted((left, right) => (left.id < right.id ? -1 : 1)),
      [accounts[0], accounts[3]],
      'accounts',
    );
    equal(await users.listGranted(collectionId(9)), [], 'of an unknown collection');
  },

  'list is sorted by creation time, then id, and pages do not overlap': async ({
    repositories: { users },
  }) => {
    const accounts = times(12, (n) =>
      sampleUser((n * 5) % 13, { createdAt: momentOf(n % 4), updatedAt: momentOf((n * 7) % 13) }),
    );
    for (const user of accounts) await users.insert(user);
    const expected = accounts.toSorted(
      (left, right) => left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1),
    );
    equal(await listed(users), expected, 'accounts');
    for (const offset of [0, 5, 10, 12, 1_000_000]) {
      const page = await users.list({ limit: 5, offset });
      equal(page, expected.slice(offset, offset + 5), `accounts from ${offset}`);
    }
  },
});

const withCollections = async (repositories: Repositories): Promise<Repositories> => {
  for (const collection of times(2, (n) => sampleCollection(n))) {
    await repositories.collections.insert(collection);
  }
  return repositories;
};

const listed = (users: UserRepository): Promise<readonly User[]> =>
  users.list({ limit: 1_000, offset: 0 });
