import type { Grant, User } from '../../../core/index.ts';
import { userBelongingsSuite } from '../../conformance/user-belongings.ts';
import { broken, type RepositorySuiteMutants } from './repository-mutant.ts';

const allUsers = { limit: 1_000, offset: 0 };

export const belongingMutants: RepositorySuiteMutants = {
  suite: userBelongingsSuite,
  mutants: [
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
