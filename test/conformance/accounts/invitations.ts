import type { Invitation, Repositories, Store } from '../../../core/store.ts';
import { equal } from '../assert.ts';
import { modifyAll, oneIsTrue, racers, times } from '../cases.ts';
import { collectionId, contentId, momentOf, sampleEmail, sampleUser, userId } from '../samples.ts';
import { suite } from '../suite.ts';

const invitationId = (n: number): string => contentId(1_000 + n);
const mailId = (n: number): string => contentId(2_000 + n);

/** The invitation of an address of its own, by the first user. Its collections need not exist. */
export const sampleInvitation = (n: number, changes: Partial<Invitation> = {}): Invitation => ({
  id: invitationId(n),
  email: sampleEmail(`invited-${n}@example.com`),
  role: 'author',
  grants: [
    { collectionId: collectionId(n + 1), role: 'editor' },
    { collectionId: collectionId(n), role: 'admin' },
  ],
  invitedBy: userId(1),
  digest: `Digest-${n}`,
  lifetime: '7d',
  createdAt: momentOf(n),
  expiresAt: momentOf(n + 1_000),
  mailId: mailId(n),
  isSent: false,
  ...changes,
});

/** Three invitations, the last one by the second user and without a mail. */
const withInvitations = async ({ users, invitations }: Repositories): Promise<void> => {
  for (const n of [1, 2]) await users.insert(sampleUser(n));
  await invitations.store(sampleInvitation(1));
  await invitations.store(sampleInvitation(2));
  await invitations.store(last);
};

const last = sampleInvitation(3, { invitedBy: userId(2), grants: [], mailId: undefined });

const idsOf = async ({ invitations }: Repositories): Promise<readonly string[]> =>
  (await invitations.list()).map(({ id }) => id);

export const invitationSuite = suite<Store>('InvitationRepository', {
  'an invitation is found as it was stored, by id, digest and address': async ({
    repositories,
  }) => {
    await withInvitations(repositories);
    const { invitations } = repositories;
    for (const expected of [sampleInvitation(2), last]) {
      const { id, digest, email } = expected;
      equal(await invitations.findById(id), expected, 'by id');
      equal(await invitations.findByDigest(digest), expected, 'by digest');
      equal(await invitations.findByEmail(email), expected, 'by address');
    }
    equal(await invitations.findById(invitationId(4)), undefined, 'by an unknown id');
    equal(await invitations.findByDigest('digest-2'), undefined, 'by another digest');
    equal(await invitations.findByEmail(sampleEmail('a@example.com')), undefined, 'by another one');
  },

  'an invitation takes the place of that of its address, and of itself': async ({
    repositories,
  }) => {
    await withInvitations(repositories);
    const { invitations } = repositories;
    const next = sampleInvitation(4, { email: sampleInvitation(1).email });
    await invitations.store(next);
    const renewed = { ...last, digest: 'Digest-5', isSent: true };
    await invitations.store(renewed);
    equal(await idsOf(repositories), [4, 3, 2].map(invitationId), 'stored invitations');
    equal(await invitations.findByEmail(next.email), next, 'that of the address');
    equal(await invitations.findById(last.id), renewed, 'the renewed one');
    equal(await invitations.findByDigest('Digest-1'), undefined, 'the digest of the former');
    equal(await invitations.findByDigest(last.digest), undefined, 'its former digest');
  },

  'invitations are listed newest first': async ({ repositories }) => {
    await repositories.users.insert(sampleUser(1));
    for (const n of [2, 4, 1]) await repositories.invitations.store(sampleInvitation(n));
    await repositories.invitations.store(sampleInvitation(3, { createdAt: momentOf(2) }));
    equal(await idsOf(repositories), [4, 3, 2, 1].map(invitationId), 'ids');
  },

  'only the invitation with the mail becomes sent': async ({ repositories }) => {
    await withInvitations(repositories);
    const { invitations } = repositories;
    await invitations.markSent(mailId(2));
    await invitations.markSent(mailId(9));
    equal(
      (await invitations.list()).map(({ isSent }) => isSent),
      [false, true, false],
      'sent, newest first',
    );
  },

  'an invitation is deleted once, also by concurrent calls': async ({ repositories }) => {
    await withInvitations(repositories);
    const { invitations } = repositories;
    await oneIsTrue(times(racers, () => invitations.delete(invitationId(1))));
    equal(await idsOf(repositories), [3, 2].map(invitationId), 'stored invitations');
  },

  'deleteByInviter deletes the invitations of that account only': async ({ repositories }) => {
    await withInvitations(repositories);
    await repositories.invitations.deleteByInviter(userId(1));
    equal(await idsOf(repositories), [invitationId(3)], 'stored invitations');
  },

  'invitations end with the account of the inviter': async ({ repositories }) => {
    await withInvitations(repositories);
    await repositories.users.delete(userId(1));
    equal(await idsOf(repositories), [invitationId(3)], 'stored invitations');
  },

  'stored invitations do not share objects with callers': async ({ repositories }) => {
    await repositories.users.insert(sampleUser(1));
    const given = sampleInvitation(1);
    await repositories.invitations.store(given);
    modifyAll(given);
    const found = await repositories.invitations.findById(invitationId(1));
    equal(found, sampleInvitation(1), 'after a change of what was passed');
    modifyAll(found);
    const again = await repositories.invitations.findById(invitationId(1));
    equal(again, sampleInvitation(1), 'after a change of what was returned');
  },
});
