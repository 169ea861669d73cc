import type { Invitation } from '../../model/invitation.ts';
import type { Email } from '../../model/user.ts';
import type { EpochMs } from '../../primitives/time.ts';
import type { Swept } from './swept.ts';

/**
 * Invitations, with the digests of their secrets. They end with the account of `invitedBy`. A sweep removes those that
 * expired before a time.
 */
export interface InvitationRepository extends Swept<EpochMs> {
  /** Stores an invitation instead of that of the same address. The account of `invitedBy` exists. */
  store(invitation: Invitation): Promise<void>;

  /** Also one that has expired. */
  findById(id: string): Promise<Invitation | undefined>;

  /** Also one that has expired. */
  findByDigest(digest: string): Promise<Invitation | undefined>;

  /** Also one that has expired. */
  findByEmail(email: Email): Promise<Invitation | undefined>;

  /** All, also those that have expired. Newest first; those of the same time by descending id. */
  list(): Promise<readonly Invitation[]>;

  /** Notes that the mail server has taken a mail. Does nothing if no invitation has this mail any more. */
  markSent(mailId: string): Promise<void>;

  /** Deletes an invitation. @returns whether it existed: of several calls at the same time, one gets true. */
  delete(id: string): Promise<boolean>;

  /** Deletes the invitations whose links an account made. */
  deleteByInviter(userId: string): Promise<void>;
}
