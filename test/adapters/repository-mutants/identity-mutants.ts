import type { MemoryState } from '../../../adapters/memory/memory-state.ts';
import type { Identity } from '../../../core/store.ts';
import { altered } from '../../support/core/altered.ts';
import { identityRepositorySuite } from '../../conformance/accounts/identity-repository.ts';
import { broken, brokenStore, type RepositorySuiteMutants } from './repository-mutant.ts';

/** Stores an identity without any check. */
const put = (memory: MemoryState, identity: Identity): Promise<void> =>
  memory.write(({ identities }) => {
    identities.set(identity.userId, identity);
  });

export const identityMutants: RepositorySuiteMutants = {
  suite: identityRepositorySuite,
  mutants: [
    {
      fault: 'trims subjects',
      caughtBy: 'an identity is found as it was stored',
      make: broken('identities', (intact) => ({
        insert: (identity) => intact.insert({ ...identity, subject: identity.subject.trim() }),
      })),
    },
    {
      fault: 'ignores the case of subjects',
      caughtBy: 'issuer and subject are compared together, and exactly',
      make: broken('identities', (intact) => ({
        find: ({ issuer, subject }) => intact.find({ issuer, subject: subject.toLowerCase() }),
      })),
    },
    {
      fault: 'replaces the identity of an account',
      caughtBy: 'an account has one identity, and an identity one account',
      make: broken('identities', (intact, { memory }) => ({
        insert: async (identity) => {
          if (await intact.insert(identity)) return true;
          const { userId } = identity;
          if ((await intact.findLinked([userId])).size === 0) return false;
          await put(memory, identity);
          return true;
        },
      })),
    },
    {
      fault: 'looks for the identity before the insert',
      caughtBy: 'of concurrent links with the same identity, one is stored',
      make: broken('identities', (intact, { memory }) => ({
        insert: async (identity) => {
          const { userId } = identity;
          if ((await intact.find(identity)) !== undefined) return false;
          if ((await intact.findLinked([userId])).size > 0) return false;
          const known = await memory.read(({ users }) => users.has(userId));
          if (known) await put(memory, identity);
          return known;
        },
      })),
    },
    {
      fault: 'looks for the account before the insert',
      caughtBy: 'of concurrent links of an account, one is stored',
      make: broken('identities', (intact, { memory }) => ({
        insert: async (identity) => {
          if ((await intact.findLinked([identity.userId])).size > 0) return false;
          await intact.deleteByUser(identity.userId);
          return (await intact.insert(identity)) || (await put(memory, identity), true);
        },
      })),
    },
    {
      fault: 'links accounts that do not exist',
      caughtBy: 'nothing is stored for an account that does not exist',
      make: broken('identities', (intact, { memory }) => ({
        insert: async (identity) => {
          const known = await memory.read(({ users }) => users.has(identity.userId));
          if (known) return intact.insert(identity);
          await put(memory, identity);
          return true;
        },
      })),
    },
    {
      fault: 'fails instead of storing nothing',
      caughtBy: 'a link that is not stored leaves the transaction as it is',
      make: brokenStore(({ store }) => ({
        exclusively: (lock, work) =>
          store.exclusively(lock, (inside) =>
            work({
              ...inside,
              identities: altered(inside.identities, {
                insert: async (identity) => {
                  if (await inside.identities.insert(identity)) return true;
                  throw new Error('duplicate key');
                },
              }),
            }),
          ),
      })),
    },
    {
      fault: 'finds all users with an identity',
      caughtBy: 'findLinked returns those of the users that have an identity',
      make: broken('identities', (_, { memory }) => ({
        findLinked: async () =>
          new Set(await memory.read(({ identities }) => [...identities.keys()])),
      })),
    },
    {
      fault: 'counts inactive admins',
      caughtBy: 'anyAdmin counts only active admins with an identity',
      make: broken('identities', (_, { memory }) => ({
        anyAdmin: async () =>
          memory.read(({ identities, users }) =>
            [...identities.keys()].some((id) => users.get(id)?.role === 'admin'),
          ),
      })),
    },
    {
      fault: 'deletes all identities',
      caughtBy: 'deleteByUser deletes the identity of that user only',
      make: broken('identities', (intact, { memory }) => ({
        deleteByUser: async (userId) => {
          const existed = await intact.deleteByUser(userId);
          await memory.write(({ identities }) => identities.clear());
          return existed;
        },
      })),
    },
    {
      fault: 'leaves the identity of a deleted account',
      caughtBy: 'deleting an account deletes its identity only',
      make: broken('users', (intact, { memory }) => ({
        delete: async (id) => {
          const identity = await memory.read(({ identities }) => identities.get(id));
          const existed = await intact.delete(id);
          if (identity !== undefined) await put(memory, identity);
          return existed;
        },
      })),
    },
  ],
};
