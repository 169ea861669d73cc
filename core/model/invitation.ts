import { day, type EpochMs } from '../primitives/time.ts';
import type { Grant, Role } from './actor.ts';
import type { Email } from './user.ts';

export const invitationLifetimes = ['1d', '7d', '30d'] as const;
export type InvitationLifetime = (typeof invitationLifetimes)[number];

export const invitationLifetimeMs: Readonly<Record<InvitationLifetime, number>> = {
  '1d': day,
  '7d': 7 * day,
  '30d': 30 * day,
};

/**
 * Lets whoever has its secret make an account for an address. An address has at most one. The secret itself is never
 * stored. There is no account before.
 */
export interface Invitation {
  readonly id: string;
  readonly email: Email;
  /** Of the account. */
  readonly role: Role;
  /** Of the account. Those for collections that were deleted meanwhile are left out then. */
  readonly grants: readonly Grant[];
  /** The administrator who made its link. */
  readonly invitedBy: string;
  /** SHA-256 of the secret in hex. */
  readonly digest: string;
  /** How long each of its links is valid. */
  readonly lifetime: InvitationLifetime;
  readonly createdAt: EpochMs;
  /** Of its latest link. */
  readonly expiresAt: EpochMs;
  /** The mail with its latest link; undefined if no mail is configured. */
  readonly mailId: string | undefined;
  /** Whether the mail server has taken that mail. */
  readonly isSent: boolean;
}
