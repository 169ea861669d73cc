import {
  byPassword,
  createSession,
  type CreateSessionDependencies,
  type LoggedIn,
  type SignIn,
} from '../accounts/session.ts';
import { audited } from '../events/record-audit.ts';
import type { LoginClient } from '../model/session.ts';
import type { User } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';

export type OpenSessionDependencies = Pick<Dependencies, 'store'> & CreateSessionDependencies;

/**
 * Stores an account and its first session. Afterwards, the user can sign in with the password.
 *
 * @param inside the transaction that has found out that there may be such an account.
 */
export const openFirstSession = async (
  dependencies: CreateSessionDependencies,
  { users, sessions }: Pick<Repositories, 'users' | 'sessions'>,
  user: User,
  from: LoginClient,
): Promise<LoggedIn> => {
  await users.insert(user);
  const { session, loggedIn } = await createSession(dependencies, user, from, byPassword);
  // Stored in any case: this transaction has just stored the account.
  await sessions.insert(session, user.passwordHash);
  return loggedIn;
};

/** Ends a transaction without an error for the caller. */
const dropped = new Error('The sign-in was dropped');

/**
 * Stores a session of a user who has been recognised. Every sign-in ends here.
 *
 * @param user as it was when it was recognised.
 * @param also stores or checks what belongs to the sign-in, in the same transaction, after the session. No change of the
 *   account that ends sessions is stored in between. False drops everything.
 * @returns undefined if the account has another password since then, is no longer active, or has a second factor that the
 *   sign-in had not; or if `also` has returned false: nothing was stored.
 */
export const openSession = async (
  dependencies: OpenSessionDependencies,
  user: User,
  from: LoginClient,
  by: SignIn,
  also: (inside: Repositories) => Promise<boolean> = async () => true,
): Promise<LoggedIn | undefined> => {
  const { session, loggedIn } = await createSession(dependencies, user, from, by);
  const isStored = await audited(
    dependencies,
    { kind: 'user', userId: user.id, request: { address: from.address } },
    async (inside) => {
      if (!(await inside.sessions.insert(session, user.passwordHash))) return false;
      if (await also(inside)) return true;
      throw dropped;
    },
    (isInserted) => (isInserted ? { action: 'session.create', id: user.id } : undefined),
  ).catch((error: unknown) => {
    if (error === dropped) return false;
    throw error;
  });
  return isStored ? loggedIn : undefined;
};
