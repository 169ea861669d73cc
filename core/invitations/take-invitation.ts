import type { Invitation } from '../model/invitation.ts';
import { isActiveAdmin, type Email } from '../model/user.ts';
import type { Repositories } from '../ports/store.ts';
import type { EpochMs } from '../primitives/time.ts';

/** @returns the invitation; undefined if it has expired, or if its inviter is no active administrator any more. */
export const ifOpen = async (
  { users }: Pick<Repositories, 'users'>,
  invitation: Invitation | undefined,
  now: EpochMs,
): Promise<Invitation | undefined> => {
  if (invitation === undefined || invitation.expiresAt <= now) return undefined;
  const inviter = await users.findById(invitation.invitedBy);
  return inviter !== undefined && isActiveAdmin(inviter) ? invitation : undefined;
};

type TakeRepositories = Pick<Repositories, 'invitations' | 'users' | 'collections'>;

/**
 * Uses an invitation up.
 *
 * @returns it, with the grants for collections that exist; undefined if it is not open.
 */
const take = async (
  inside: TakeRepositories,
  found: Invitation | undefined,
  now: EpochMs,
): Promise<Invitation | undefined> => {
  const invitation = await ifOpen(inside, found, now);
  if (invitation === undefined) return undefined;
  if (!(await inside.invitations.delete(invitation.id))) return undefined;
  const existing = new Set((await inside.collections.list()).map(({ id }) => id));
  const grants = invitation.grants.filter(({ collectionId }) => existing.has(collectionId));
  return { ...invitation, grants };
};

/**
 * Uses the invitation of an address up, for an account whose owner was recognised in another way than by its link.
 *
 * @public for ways to sign in that know the address.
 * @param inside a transaction with the lock `accounts`, in which the account is made.
 * @returns its role and its grants, those for collections that exist; undefined if no invitation of the address is open.
 */
export const takeInvitation = async (
  inside: TakeRepositories,
  email: Email,
  now: EpochMs,
): Promise<Invitation | undefined> =>
  take(inside, await inside.invitations.findByEmail(email), now);

/** Likewise, the invitation with a link. @param digest of the secret. */
export const takeInvitationByLink = async (
  inside: TakeRepositories,
  digest: string,
  now: EpochMs,
): Promise<Invitation | undefined> =>
  take(inside, await inside.invitations.findByDigest(digest), now);
