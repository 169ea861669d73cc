import type { Repositories } from '../ports/store.ts';

type EndedAccess = Pick<Repositories, 'sessions' | 'challenges' | 'trustedBrowsers'>;

/**
 * Ends everything that lets somebody in without the password of an account as it is from now on: for a new password, a
 * deactivation, a reset.
 *
 * @param inside the transaction of the change, after the account was stored.
 * @param options.except the session that stays.
 */
export const endAccess = async (
  { sessions, challenges, trustedBrowsers }: EndedAccess,
  userId: string,
  { except }: { readonly except?: string } = {},
): Promise<void> => {
  await sessions.deleteByUser(userId, except);
  await challenges.deleteByUser(userId);
  await trustedBrowsers.deleteByUser(userId);
};
