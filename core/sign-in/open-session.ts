import {
  createSession,
  type CreateSessionDependencies,
  type LoggedIn,
  type SignIn,
} from '../accounts/session.ts';
import { audited } from '../events/record-audit.ts';
import type { LoginClient } from '../model/session.ts';
import type { User } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';

export type OpenSessionDependencies = Pick<Dependencies, 'store'> & CreateSessionDependencies;

/**
 * Stores a session of a user who has been recognised. Every sign-in ends here.
 *
 * @param user as it was when it was recognised.
 * @returns undefined if the account has another password since then, or is no longer active: nothing was stored.
 */
export const openSession = async (
  dependencies: OpenSessionDependencies,
  user: User,
  from: LoginClient,
  by: SignIn,
): Promise<LoggedIn | undefined> => {
  const { session, loggedIn } = await createSession(dependencies, user, from, by);
  const isStored = await audited(
    dependencies,
    { kind: 'user', userId: user.id, request: { address: from.address } },
    ({ sessions }) => sessions.insert(session, user.passwordHash),
    (isInserted) => (isInserted ? { action: 'session.create', id: user.id } : undefined),
  );
  return isStored ? loggedIn : undefined;
};
