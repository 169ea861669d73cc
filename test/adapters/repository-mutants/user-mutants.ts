import type { MemoryStore } from '../../../adapters/memory/memory-store.ts';
import { DomainError, usernameKey, type User } from '../../../core/index.ts';
import { userRepositorySuite } from '../../conformance/user-repository.ts';
import { broken, type RepositorySuiteMutants } from './repository-mutant.ts';

/** Stores an account without any check. */
const put = (store: MemoryStore, user: User): Promise<void> =>
  store.write(({ users }) => {
    users.set(user.id, user);
  });

const everybody = { limit: 1_000, offset: 0 };

export const userMutants: RepositorySuiteMutants = {
  suite: userRepositorySuite,
  mutants: [
    {
      fault: 'stores usernames as it compares them',
      caughtBy: 'a new account is found by id, e-mail address and username, as it was',
      make: broken('users', (intact) => ({
        insert: (user) => intact.insert({ ...user, username: usernameKey(user.username) }),
      })),
    },
    {
      fault: 'finds usernames that only begin like the one asked for',
      caughtBy: 'what was never stored is not found',
      make: broken('users', (intact) => ({
        findByUsername: async (username) =>
          (await intact.list(everybody)).find((user) => user.username.startsWith(username)),
      })),
    },
    {
      fault: 'compares usernames without folding compatibility forms',
      caughtBy: 'a username is found in any spelling of its letters',
      make: broken('users', (intact) => ({
        findByUsername: async (username) =>
          (await intact.list(everybody)).find(
            (user) => user.username.toLowerCase() === username.toLowerCase(),
          ),
      })),
    },
    {
      fault: 'drops accents when it compares usernames',
      caughtBy: 'a username is found in any spelling of its letters',
      make: broken('users', (intact) => {
        const plain = (name: string): string =>
          usernameKey(name.normalize('NFKD').replace(/\p{M}/gu, ''));
        return {
          findByUsername: async (username) =>
            (await intact.list(everybody)).find((user) => plain(user.username) === plain(username)),
        };
      }),
    },
    {
      fault: 'lets two accounts have one e-mail address',
      caughtBy: 'a taken e-mail address is refused and nothing changes',
      make: broken('users', (_, { store }) => ({ insert: (user) => put(store, user) })),
    },
    {
      fault: 'takes two spellings for two usernames',
      caughtBy: 'a taken username is refused in any spelling and nothing changes',
      make: broken('users', (intact, { store }) => ({
        insert: async (user) => {
          const others = await intact.list(everybody);
          if (others.some(({ username }) => username === user.username)) return intact.insert(user);
          await put(store, user);
        },
      })),
    },
    {
      fault: 'looks for the e-mail address before it stores an account',
      caughtBy: 'of accounts racing for an e-mail address one is stored',
      make: broken('users', (intact, { store }) => ({
        insert: async (user) => {
          if ((await intact.findByEmail(user.email)) !== undefined) {
            throw new DomainError('email_taken', 'The address is taken');
          }
          await put(store, user);
        },
      })),
    },
    {
      fault: 'looks for the username before it stores an account',
      caughtBy: 'of accounts racing for a username one is stored',
      make: broken('users', (intact, { store }) => ({
        insert: async (user) => {
          if ((await intact.findByUsername(user.username)) !== undefined) {
            throw new DomainError('username_taken', 'The username is taken');
          }
          await put(store, user);
        },
      })),
    },
    {
      fault: 'replaces the grants on update',
      caughtBy: 'update replaces everything but the grants, of that account only',
      make: broken('users', (intact) => ({
        update: async (user) => {
          await intact.replaceGrants(user.id, user.grants);
          return intact.update(user);
        },
      })),
    },
    {
      fault: 'keeps the role on update',
      caughtBy: 'update replaces everything but the grants, of that account only',
      make: broken('users', (intact) => ({
        update: async (user) => {
          const before = await intact.findById(user.id);
          return intact.update({ ...user, role: before?.role ?? user.role });
        },
      })),
    },
    {
      fault: 'stores an account anew that is to be updated',
      caughtBy: 'update does not store what is not there',
      make: broken('users', (_, { store }) => ({
        update: async (user) => {
          await put(store, user);
          return true;
        },
      })),
    },
    {
      fault: 'does not check names on update',
      caughtBy: 'update refuses names that another account has, not its own',
      make: broken('users', (_, { store }) => ({
        update: async (user) => {
          await put(store, user);
          return true;
        },
      })),
    },
    {
      fault: 'refuses an account its own name',
      caughtBy: 'update refuses names that another account has, not its own',
      make: broken('users', (intact) => ({
        update: async (user) => {
          const own = await intact.findByUsername(user.username);
          if (own?.id === user.id && own.email === user.email) {
            throw new DomainError('username_taken', 'The username is taken');
          }
          return intact.update(user);
        },
      })),
    },
    {
      fault: 'replaces any password hash',
      caughtBy: 'replacePasswordHash replaces the hash it expects and no other',
      make: broken('users', (intact) => ({
        replacePasswordHash: async (id, _, passwordHash, updatedAt) => {
          const user = await intact.findById(id);
          if (user !== undefined) await intact.update({ ...user, passwordHash, updatedAt });
        },
      })),
    },
    {
      fault: 'overlooks accounts that are not active',
      caughtBy: 'any tells whether there is an account',
      make: broken('users', (intact) => ({
        any: async () => (await intact.list(everybody)).some(({ isActive }) => isActive),
      })),
    },
    {
      fault: 'counts admins that are not active',
      caughtBy: 'countActiveAdmins counts admins that are active',
      make: broken('users', (intact) => ({
        countActiveAdmins: async () =>
          (await intact.list(everybody)).filter(({ role }) => role === 'admin').length,
      })),
    },
    {
      fault: 'begins with the newest account',
      caughtBy: 'list begins with the oldest, breaks ties by id and pages without overlap',
      make: broken('users', (intact) => ({
        list: async ({ limit, offset }) =>
          (await intact.list(everybody)).toReversed().slice(offset, offset + limit),
      })),
    },
    {
      fault: 'breaks ties by the last change',
      caughtBy: 'list begins with the oldest, breaks ties by id and pages without overlap',
      make: broken('users', (intact) => ({
        list: async ({ limit, offset }) =>
          (await intact.list(everybody))
            .toSorted(
              (left, right) => left.createdAt - right.createdAt || left.updatedAt - right.updatedAt,
            )
            .slice(offset, offset + limit),
      })),
    },
  ],
};
