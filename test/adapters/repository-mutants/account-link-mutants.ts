import { accountLinkSuite } from '../../conformance/accounts/account-links.ts';
import { broken, type RepositorySuiteMutants } from './repository-mutant.ts';

export const accountLinkMutants: RepositorySuiteMutants = {
  suite: accountLinkSuite,
  mutants: [
    {
      fault: 'ignores the case of digests',
      caughtBy: 'a link is found by its whole digest, as it was stored',
      make: broken('accountLinks', (_, { memory }) => ({
        findByDigest: (digest) =>
          memory.read(({ accountLinks }) =>
            [...accountLinks.values()].find(
              (link) => link.digest.toLowerCase() === digest.toLowerCase(),
            ),
          ),
      })),
    },
    {
      fault: 'loses the time of a link',
      caughtBy: 'a link is found by its whole digest, as it was stored',
      make: broken('accountLinks', (intact) => ({
        store: (link) => intact.store({ ...link, expiresAt: link.createdAt }),
      })),
    },
    {
      fault: 'keeps earlier links of an account',
      caughtBy: 'a link takes the place of that of its account',
      make: broken('accountLinks', (_, { memory }) => ({
        store: (link) =>
          memory.write(({ accountLinks }) => {
            accountLinks.set(link.digest, { ...link });
          }),
      })),
    },
    {
      fault: 'deletes in two steps',
      caughtBy: 'a link is deleted once, also by concurrent calls',
      make: broken('accountLinks', (intact) => ({
        delete: async (digest) => {
          const existed = (await intact.findByDigest(digest)) !== undefined;
          await intact.delete(digest);
          return existed;
        },
      })),
    },
    {
      fault: 'deletes the links of all accounts',
      caughtBy: 'deleteByUser deletes the link of that account only',
      make: broken('accountLinks', (intact) => ({
        deleteByUser: async () => {
          await intact.sweep(Infinity);
        },
      })),
    },
    {
      fault: 'keeps the links of a deleted account',
      caughtBy: 'links end with their account',
      make: broken('users', (_, { memory }) => ({
        delete: (id) => memory.write(({ users }) => users.delete(id)),
      })),
    },
    {
      fault: "stores the caller's object without copying it",
      caughtBy: 'stored links do not share objects with callers',
      make: broken('accountLinks', (_, { memory }) => ({
        store: (link) =>
          memory.write(({ accountLinks }) => {
            accountLinks.set(link.userId, link);
          }),
      })),
    },
  ],
};
