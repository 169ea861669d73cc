import { isActiveAdmin, type User } from '../model/user.ts';
import type { Repositories } from '../ports/store.ts';

/**
 * Ends everything that lets somebody in without the password of an account as it is from now on: for a new password, a
 * deactivation, a reset.
 *
 * @param inside the transaction of the change, after the account was stored.
 * @param options.except the session that stays.
 */
export const endAccess = async (
  { sessions, accountLinks }: Pick<Repositories, 'sessions' | 'accountLinks'>,
  userId: string,
  { except }: { readonly except?: string } = {},
): Promise<void> => {
  await sessions.deleteByUser(userId, except);
  await accountLinks.deleteByUser(userId);
};

/**
 * Ends the invitations of an administrator who is none any more, for good: also if the account becomes one again.
 *
 * @param inside the transaction of the change.
 */
export const endInvitations = async (
  { invitations }: Pick<Repositories, 'invitations'>,
  before: User,
  after: User,
): Promise<void> => {
  if (!isActiveAdmin(before) || isActiveAdmin(after)) return;
  await invitations.deleteByInviter(after.id);
};
