import type { Grant, User } from '../../../core/index.ts';
import { userBelongingsSuite } from '../../conformance/user-belongings.ts';
import { broken, type RepositorySuiteMutants } from './repository-mutant.ts';

const everybody = { limit: 1_000, offset: 0 };

export const belongingMutants: RepositorySuiteMutants = {
  suite: userBelongingsSuite,
  mutants: [
    {
      fault: 'finds accounts by address without their grants',
      caughtBy: 'an account comes with its grants, however it is found',
      make: broken('users', (intact) => ({
        findByEmail: async (email) => {
          const user = await intact.findByEmail(email);
          return user && { ...user, grants: [] };
        },
      })),
    },
    {
      fault: 'gives sessions accounts without their grants',
      caughtBy: 'an account comes with its grants, however it is found',
      make: broken('sessions', (intact) => ({
        find: async (id) => {
          const live = await intact.find(id);
          return live && { ...live, user: { ...live.user, grants: [] } };
        },
      })),
    },
    {
      fault: 'cuts a page after so many grants',
      caughtBy: 'a page of accounts is counted in accounts, not in grants',
      make: broken('users', (intact) => ({
        list: async ({ limit, offset }) => {
          const rows = (await intact.list(everybody)).flatMap((user) =>
            user.grants.length === 0 ? [user] : user.grants.map(() => user),
          );
          return [
            ...new Map(rows.slice(offset, offset + limit).map((user) => [user.id, user])).values(),
          ];
        },
      })),
    },
    {
      fault: 'adds grants to those that are there',
      caughtBy: 'replaceGrants replaces all grants and nothing else',
      make: broken('users', (intact) => ({
        replaceGrants: async (id, grants) => {
          const before = (await intact.findById(id))?.grants ?? [];
          await intact.replaceGrants(id, [...before, ...grants]);
        },
      })),
    },
    {
      fault: 'removes the grants before it meets one that it must refuse',
      caughtBy: 'a grant for a collection that is gone is refused and nothing changes',
      make: broken('users', (intact) => ({
        replaceGrants: async (id, grants) => {
          await intact.replaceGrants(id, []);
          await intact.replaceGrants(id, grants);
        },
      })),
    },
    {
      fault: 'passes over grants for collections that are gone',
      caughtBy: 'a grant for a collection that is gone is refused and nothing changes',
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
      fault: 'claims to have deleted what was there a moment ago',
      caughtBy: 'delete removes that account and no other',
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
      caughtBy: 'deleting an account ends its sessions and no others',
      make: broken('users', (_, { store }) => ({
        delete: (id) => store.write(({ users }) => users.delete(id)),
      })),
    },
    {
      fault: 'ends the sessions of everybody when it deletes an account',
      caughtBy: 'deleting an account ends its sessions and no others',
      make: broken('users', (intact, { store }) => ({
        delete: async (id) => {
          await store.write(({ sessions }) => sessions.clear());
          return intact.delete(id);
        },
      })),
    },
    {
      fault: 'keeps the grants of deleted accounts',
      caughtBy: 'deleting an account takes its grants along',
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
      fault: 'deletes what an account made along with it',
      caughtBy: 'what a deleted account made stays, without an owner',
      make: broken('users', (intact, { store }) => ({
        delete: async (id) => {
          await store.write(({ media }) => {
            for (const file of media.values()) if (file.uploadedBy === id) media.delete(file.id);
          });
          return intact.delete(id);
        },
      })),
    },
    {
      fault: 'leaves items to an owner that is gone',
      caughtBy: 'what a deleted account made stays, without an owner',
      make: broken('users', (_, { store }) => ({
        delete: (id) => store.write(({ users }) => users.delete(id)),
      })),
    },
    {
      fault: 'keeps the object that it was given',
      caughtBy: 'changing an object that went in or came out changes nothing stored',
      make: broken('users', (_, { store }) => ({
        insert: (user) =>
          store.write(({ users }) => {
            users.set(user.id, user);
          }),
      })),
    },
  ],
};
