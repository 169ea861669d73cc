import type { MemoryState } from '../../../adapters/memory/memory-state.ts';
import { DomainError, usernameKey, type User } from '../../../core/store.ts';
import type { Grant } from '../../../core/vocabulary.ts';
import { userRepositorySuite } from '../../conformance/accounts/user-repository.ts';
import { broken, type RepositorySuiteMutants } from './repository-mutant.ts';
import { userBelongingsSuite } from '../../conformance/accounts/user-belongings.ts';

const allUsers = { limit: 1_000, offset: 0 };

/** Stores an account without any check. */
const put = (memory: MemoryState, user: User): Promise<void> =>
  memory.write(({ users }) => {
    users.set(user.id, user);
  });

export const userMutants: RepositorySuiteMutants = {
  suite: userRepositorySuite,
  mutants: [
    {
      fault: 'stores normalized usernames',
      caughtBy: 'findById, findByEmail and findByUsername return a new account unchanged',
      make: broken('users', (intact) => ({
        insert: (user) => intact.insert({ ...user, username: usernameKey(user.username) }),
      })),
    },
    {
      fault: 'finds an account as often as its id is asked for',
      caughtBy: 'findByIds returns each of the accounts once, and leaves out ids without one',
      make: broken('users', (intact) => ({
        findByIds: async (ids) =>
          (await Promise.all(ids.map((id) => intact.findById(id)))).filter(
            (user) => user !== undefined,
          ),
      })),
    },
    {
      fault: 'finds all accounts, whatever ids are asked for',
      caughtBy: 'findByIds returns each of the accounts once, and leaves out ids without one',
      make: broken('users', (intact) => ({ findByIds: () => intact.list(allUsers) })),
    },
    {
      fault: 'finds accounts whose username starts with the given one',
      caughtBy: 'finders return undefined for what was never stored',
      make: broken('users', (intact) => ({
        findByUsername: async (username) =>
          (await intact.list(allUsers)).find((user) => user.username.startsWith(username)),
      })),
    },
    {
      fault: 'ignores only the case of usernames, not compatibility forms',
      caughtBy: 'findByUsername ignores case and Unicode normalization',
      make: broken('users', (intact) => ({
        findByUsername: async (username) =>
          (await intact.list(allUsers)).find(
            (user) => user.username.toLowerCase() === username.toLowerCase(),
          ),
      })),
    },
    {
      fault: 'ignores accents in usernames',
      caughtBy: 'findByUsername ignores case and Unicode normalization',
      make: broken('users', (intact) => {
        const plain = (name: string): string =>
          usernameKey(name.normalize('NFKD').replace(/\p{M}/gu, ''));
        return {
          findByUsername: async (username) =>
            (await intact.list(allUsers)).find((user) => plain(user.username) === plain(username)),
        };
      }),
    },
    {
      fault: 'stores two accounts with the same e-mail address',
      caughtBy: 'insert rejects a taken e-mail address and changes nothing',
      make: broken('users', (_, { memory }) => ({ insert: (user) => put(memory, user) })),
    },
    {
      fault: 'treats two spellings of a username as different',
      caughtBy: 'insert rejects a taken username in any spelling and changes nothing',
      make: broken('users', (intact, { memory }) => ({
        insert: async (user) => {
          const others = await intact.list(allUsers);
          if (others.some(({ username }) => username === user.username)) return intact.insert(user);
          await put(memory, user);
        },
      })),
    },
    {
      fault: 'checks the e-mail address before the insert, not atomically with it',
      caughtBy: 'of concurrent inserts with one e-mail address, exactly one succeeds',
      make: broken('users', (intact, { memory }) => ({
        insert: async (user) => {
          if ((await intact.findByEmail(user.email)) !== undefined) {
            throw new DomainError('email_taken', 'The address is taken');
          }
          await put(memory, user);
        },
      })),
    },
    {
      fault: 'checks the username before the insert, not atomically with it',
      caughtBy: 'of concurrent inserts with one username, exactly one succeeds',
      make: broken('users', (intact, { memory }) => ({
        insert: async (user) => {
          if ((await intact.findByUsername(user.username)) !== undefined) {
            throw new DomainError('username_taken', 'The username is taken');
          }
          await put(memory, user);
        },
      })),
    },
    {
      fault: 'replaces the grants on update',
      caughtBy: 'update replaces that account only, except its grants',
      make: broken('users', (intact) => ({
        update: async (user) => {
          await intact.replaceGrants(user.id, user.grants);
          return intact.update(user);
        },
      })),
    },
    {
      fault: 'does not update the role',
      caughtBy: 'update replaces that account only, except its grants',
      make: broken('users', (intact) => ({
        update: async (user) => {
          const before = await intact.findById(user.id);
          return intact.update({ ...user, role: before?.role ?? user.role });
        },
      })),
    },
    {
      fault: 'creates a missing account on update',
      caughtBy: 'update does not create a record',
      make: broken('users', (_, { memory }) => ({
        update: async (user) => {
          await put(memory, user);
          return true;
        },
      })),
    },
    {
      fault: 'does not check names on update',
      caughtBy: 'update rejects the names of another account, but not its own',
      make: broken('users', (_, { memory }) => ({
        update: async (user) => {
          await put(memory, user);
          return true;
        },
      })),
    },
    {
      fault: "rejects an update with the account's own username",
      caughtBy: 'update rejects the names of another account, but not its own',
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
      caughtBy: 'replacePasswordHash replaces the expected hash only',
      make: broken('users', (intact) => ({
        replacePasswordHash: async (id, _, passwordHash, updatedAt) => {
          const user = await intact.findById(id);
          if (user !== undefined) await intact.update({ ...user, passwordHash, updatedAt });
        },
      })),
    },
    {
      fault: 'ignores inactive accounts',
      caughtBy: 'any returns whether an account exists',
      make: broken('users', (intact) => ({
        any: async () => (await intact.list(allUsers)).some(({ isActive }) => isActive),
      })),
    },
    {
      fault: 'counts inactive admins',
      caughtBy: 'countActive counts active accounts with the roles',
      make: broken('users', (intact) => ({
        countActive: async (roles) =>
          (await intact.list(allUsers)).filter(({ role }) => roles.includes(role)).length,
      })),
    },
    {
      fault: 'counts the accounts of one role only',
      caughtBy: 'countActive counts active accounts with the roles',
      make: broken('users', (intact) => ({
        countActive: async (roles) => intact.countActive(roles.slice(0, 1)),
      })),
    },
    {
      fault: 'lists inactive accounts with a role in the collection',
      caughtBy: 'listGranted returns the active accounts with a role in the collection',
      make: broken('users', (intact) => ({
        listGranted: async (id) =>
          (await intact.list(allUsers)).filter(({ grants }) =>
            grants.some(({ collectionId }) => collectionId === id),
          ),
      })),
    },
    {
      fault: 'lists accounts with a role in any collection',
      caughtBy: 'listGranted returns the active accounts with a role in the collection',
      make: broken('users', (intact) => ({
        listGranted: async () =>
          (await intact.list(allUsers)).filter(
            ({ grants, isActive }) => isActive && grants.length > 0,
          ),
      })),
    },
    {
      fault: 'lists the newest accounts first',
      caughtBy: 'list is sorted by creation time, then id, and pages do not overlap',
      make: broken('users', (intact) => ({
        list: async ({ limit, offset }) =>
          (await intact.list(allUsers)).toReversed().slice(offset, offset + limit),
      })),
    },
    {
      fault: 'sorts accounts of the same time by their last change',
      caughtBy: 'list is sorted by creation time, then id, and pages do not overlap',
      make: broken('users', (intact) => ({
        list: async ({ limit, offset }) =>
          (await intact.list(allUsers))
            .toSorted(
              (left, right) => left.createdAt - right.createdAt || left.updatedAt - right.updatedAt,
            )
            .slice(offset, offset + limit),
      })),
    },
  ],
};

export const belongingMutants: RepositorySuiteMutants = {
  suite: userBelongingsSuite,
  mutants: [
    {
      fault: 'loses the locales of replaced grants',
      caughtBy: 'grants keep their locales',
      make: broken('users', (intact) => ({
        replaceGrants: (id, grants) =>
          intact.replaceGrants(
            id,
            grants.map(({ locales: _, ...grant }) => grant),
          ),
      })),
    },
    {
      fault: 'makes a grant for no locale one for all',
      caughtBy: 'grants keep their locales',
      make: broken('users', (intact) => ({
        insert: (user) =>
          intact.insert({
            ...user,
            grants: user.grants.map(({ locales, ...grant }) =>
              locales?.length === 0 ? grant : { ...grant, ...(locales && { locales }) },
            ),
          }),
      })),
    },
    {
      fault: 'keeps the code of a locale that leaves the grants',
      caughtBy: 'a locale gets another code in all grants that name it, and leaves them',
      make: broken('users', (intact) => ({
        renameGrantedLocale: async (from, to) => {
          if (to !== undefined) await intact.renameGrantedLocale(from, to);
        },
      })),
    },
    {
      fault: 'gives a locale another code in the grants of one account only',
      caughtBy: 'a locale gets another code in all grants that name it, and leaves them',
      make: broken('users', (intact) => ({
        renameGrantedLocale: async (from, to) => {
          const [, ...others] = await intact.list(allUsers);
          await intact.renameGrantedLocale(from, to);
          for (const { id, grants } of others) await intact.replaceGrants(id, grants);
        },
      })),
    },
    {
      fault: 'finds accounts by e-mail address without their grants',
      caughtBy: 'all finders return an account with its grants',
      make: broken('users', (intact) => ({
        findByEmail: async (email) => {
          const user = await intact.findByEmail(email);
          return user && { ...user, grants: [] };
        },
      })),
    },
    {
      fault: 'returns the account of a session without its grants',
      caughtBy: 'all finders return an account with its grants',
      make: broken('sessions', (intact) => ({
        find: async (id) => {
          const live = await intact.find(id);
          return live && { ...live, user: { ...live.user, grants: [] } };
        },
      })),
    },
    {
      fault: 'counts grants instead of accounts for a page',
      caughtBy: 'limit and offset of list count accounts, not grants',
      make: broken('users', (intact) => ({
        list: async ({ limit, offset }) => {
          const rows = (await intact.list(allUsers)).flatMap((user) =>
            user.grants.length === 0 ? [user] : user.grants.map(() => user),
          );
          return [
            ...new Map(rows.slice(offset, offset + limit).map((user) => [user.id, user])).values(),
          ];
        },
      })),
    },
    {
      fault: 'adds grants instead of replacing them',
      caughtBy: 'replaceGrants replaces all grants of that account only',
      make: broken('users', (intact) => ({
        replaceGrants: async (id, grants) => {
          const before = (await intact.findById(id))?.grants ?? [];
          await intact.replaceGrants(id, [...before, ...grants]);
        },
      })),
    },
    {
      fault: 'removes the grants before it rejects a new one',
      caughtBy: 'replaceGrants rejects a missing collection and changes nothing',
      make: broken('users', (intact) => ({
        replaceGrants: async (id, grants) => {
          await intact.replaceGrants(id, []);
          await intact.replaceGrants(id, grants);
        },
      })),
    },
    {
      fault: 'ignores grants for missing collections',
      caughtBy: 'replaceGrants rejects a missing collection and changes nothing',
      make: broken('users', (intact, { repositories }) => ({
        replaceGrants: async (id, grants) => {
          const ids = new Set((await repositories.collections.list()).map((it) => it.id));
          await intact.replaceGrants(
            id,
            grants.filter((grant) => ids.has(grant.collectionId)),
          );
        },
      })),
    },
    {
      fault: 'reports a concurrent deletion as its own',
      caughtBy: 'delete removes that account only',
      make: broken('users', (intact) => ({
        delete: async (id) => {
          const user = await intact.findById(id);
          await intact.delete(id);
          return user !== undefined;
        },
      })),
    },
    {
      fault: 'keeps the sessions of deleted accounts',
      caughtBy: 'deleting an account deletes its sessions only',
      make: broken('users', (_, { memory }) => ({
        delete: (id) => memory.write(({ users }) => users.delete(id)),
      })),
    },
    {
      fault: 'deletes all sessions when it deletes an account',
      caughtBy: 'deleting an account deletes its sessions only',
      make: broken('users', (intact, { memory }) => ({
        delete: async (id) => {
          await memory.write(({ sessions }) => sessions.clear());
          return intact.delete(id);
        },
      })),
    },
    {
      fault: 'keeps the grants of deleted accounts',
      caughtBy: 'deleting an account deletes its grants',
      make: broken('users', (intact) => {
        const kept = new Map<string, readonly Grant[]>();
        return {
          delete: async (id) => {
            kept.set(id, (await intact.findById(id))?.grants ?? []);
            return intact.delete(id);
          },
          insert: (user: User) =>
            intact.insert({ ...user, grants: [...(kept.get(user.id) ?? []), ...user.grants] }),
        };
      }),
    },
    {
      fault: 'deletes the files of a deleted account',
      caughtBy: 'items and files of a deleted account stay, without an owner',
      make: broken('users', (intact, { memory }) => ({
        delete: async (id) => {
          await memory.write(({ media }) => {
            for (const file of media.values()) if (file.uploadedBy === id) media.delete(file.id);
          });
          return intact.delete(id);
        },
      })),
    },
    {
      fault: 'keeps a deleted account as the owner of its items',
      caughtBy: 'items and files of a deleted account stay, without an owner',
      make: broken('users', (_, { memory }) => ({
        delete: (id) => memory.write(({ users }) => users.delete(id)),
      })),
    },
    {
      fault: "stores the caller's object without copying it",
      caughtBy: 'stored records do not share objects with callers',
      make: broken('users', (_, { memory }) => ({
        insert: (user) =>
          memory.write(({ users }) => {
            users.set(user.id, user);
          }),
      })),
    },
  ],
};
