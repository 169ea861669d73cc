import { invitationSuite } from '../../conformance/accounts/invitations.ts';
import { broken, type RepositorySuiteMutants } from './repository-mutant.ts';

export const invitationMutants: RepositorySuiteMutants = {
  suite: invitationSuite,
  mutants: [
    {
      fault: 'loses the grants',
      caughtBy: 'an invitation is found as it was stored, by id, digest and address',
      make: broken('invitations', (intact) => ({
        store: (invitation) => intact.store({ ...invitation, grants: [] }),
      })),
    },
    {
      fault: 'finds any invitation by a digest',
      caughtBy: 'an invitation is found as it was stored, by id, digest and address',
      make: broken('invitations', (intact) => ({
        findByDigest: async () => (await intact.list())[0],
      })),
    },
    {
      fault: 'keeps earlier invitations of an address',
      caughtBy: 'an invitation takes the place of that of its address, and of itself',
      make: broken('invitations', (_, { memory }) => ({
        store: (invitation) =>
          memory.write(({ invitations }) => {
            invitations.set(invitation.id, { ...invitation });
          }),
      })),
    },
    {
      fault: 'lists the oldest first',
      caughtBy: 'invitations are listed newest first',
      make: broken('invitations', (intact) => ({
        list: async () => (await intact.list()).toReversed(),
      })),
    },
    {
      fault: 'marks all invitations as sent',
      caughtBy: 'only the invitation with the mail becomes sent',
      make: broken('invitations', (_, { memory }) => ({
        markSent: () =>
          memory.write(({ invitations }) => {
            for (const [id, each] of invitations) invitations.set(id, { ...each, isSent: true });
          }),
      })),
    },
    {
      fault: 'marks no invitation as sent',
      caughtBy: 'only the invitation with the mail becomes sent',
      make: broken('invitations', () => ({ markSent: async () => undefined })),
    },
    {
      fault: 'deletes in two steps',
      caughtBy: 'an invitation is deleted once, also by concurrent calls',
      make: broken('invitations', (intact) => ({
        delete: async (id) => {
          const existed = (await intact.findById(id)) !== undefined;
          await intact.delete(id);
          return existed;
        },
      })),
    },
    {
      fault: 'deletes the invitations of all inviters',
      caughtBy: 'deleteByInviter deletes the invitations of that account only',
      make: broken('invitations', (intact) => ({
        deleteByInviter: async () => {
          await intact.sweep(Infinity);
        },
      })),
    },
    {
      fault: 'keeps the invitations of a deleted account',
      caughtBy: 'invitations end with the account of the inviter',
      make: broken('users', (_, { memory }) => ({
        delete: (id) => memory.write(({ users }) => users.delete(id)),
      })),
    },
    {
      fault: "stores the caller's object without copying it",
      caughtBy: 'stored invitations do not share objects with callers',
      make: broken('invitations', (_, { memory }) => ({
        store: (invitation) =>
          memory.write(({ invitations }) => {
            for (const [id, { email }] of invitations)
              if (email === invitation.email) invitations.delete(id);
            invitations.set(invitation.id, invitation);
          }),
      })),
    },
  ],
};
