import { clientKey } from '../limits/client-address.ts';
import { enforceLimit } from '../limits/rate-limit.ts';
import type { LoginClient } from '../model/session.ts';
import type { Email, User } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Limit } from '../ports/rate-limiter.ts';
import { DomainError } from '../primitives/errors.ts';
import { laterOf, minute } from '../primitives/time.ts';
import { readEmail } from '../accounts/email.ts';
import { composePassword, verifyPassword } from '../accounts/password.ts';
import { signsInByPassword } from '../accounts/identity-rules.ts';
import { byPassword, type LoggedIn } from '../accounts/session.ts';
import { openSession, type OpenSessionDependencies } from './open-session.ts';
import { assertSignsInByPassword, type PasswordLoginRule } from './password-login.ts';
import { recordRejection } from './record-rejection.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface LogIn extends Credentials {
  /** The caller's address, for the rate limit. */
  readonly client: string;
  /** What the client calls itself, for the list of sessions. */
  readonly userAgent?: string | undefined;
}

/** Per client. Every attempt counts, whatever its result. */
const loginLimit: Limit = { attempts: 5, windowMs: minute };

type LogInDependencies = Pick<
  Dependencies,
  'store' | 'users' | 'limiter' | 'passwords' | 'domainNames' | 'log'
> &
  OpenSessionDependencies &
  PasswordLoginRule;

export const startLogIn =
  (dependencies: LogInDependencies) =>
  async (
    client: string,
    userAgent?: string,
  ): Promise<(credentials: Credentials) => Promise<LoggedIn>> => {
    await enforceLimit(dependencies.limiter, `login:${clientKey(client)}`, loginLimit);
    const from = { address: client, userAgent };
    return ({ email, password }) =>
      verifyAndOpen(dependencies, readEmail(email, dependencies.domainNames), password, from);
  };

export const logIn =
  (dependencies: LogInDependencies) =>
  async ({ client, userAgent, ...credentials }: LogIn): Promise<LoggedIn> =>
    (await startLogIn(dependencies)(client, userAgent))(credentials);

const verifyAndOpen = async (
  dependencies: LogInDependencies,
  email: Email | undefined,
  password: string,
  from: LoginClient,
): Promise<LoggedIn> => {
  const { address } = from;
  const user = email === undefined ? undefined : await dependencies.users.findByEmail(email);
  const { matches, outdated } = await verifyPassword(
    dependencies.passwords,
    password,
    user?.passwordHash,
  );
  if (user === undefined || !matches || !user.isActive) {
    await recordRejection(dependencies, user, address);
    throw new DomainError('invalid_credentials', 'Invalid email or password');
  }
  // After the password: who does not know it learns nothing about the account.
  if (!signsInByPassword(dependencies.passwordLogin, user.role)) {
    await recordRejection(dependencies, user, address);
    assertSignsInByPassword(dependencies, user.role);
  }
  const { passwordHash } = user;
  const isOld = outdated && passwordHash !== undefined;
  const account = isOld ? await rehash(dependencies, user, passwordHash, password) : user;
  const loggedIn = await openSession(dependencies, account, from, byPassword);
  // The account changed after it was read, which ended its sessions: verify again.
  return loggedIn ?? verifyAndOpen(dependencies, email, password, from);
};

/** @returns the account as stored: with the new hash or, if storing it failed, with the outdated one. */
const rehash = async (
  { passwords, clock, users, log }: LogInDependencies,
  user: User,
  outdated: string,
  password: string,
): Promise<User> => {
  try {
    const passwordHash = await passwords.hash(composePassword(password));
    const updatedAt = laterOf(user.updatedAt, clock.now());
    await users.replacePasswordHash(user.id, outdated, passwordHash, updatedAt);
    return { ...user, passwordHash, updatedAt };
  } catch (error) {
    log.warn('An outdated password hash could not be replaced', { user: user.id }, error);
    return user;
  }
};
