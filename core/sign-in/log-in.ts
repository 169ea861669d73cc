import { clientKey } from '../limits/client-address.ts';
import { enforceLimit } from '../limits/rate-limit.ts';
import type { LoginClient } from '../model/session.ts';
import { revisedUser, type Email, type User } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Limit } from '../ports/rate-limiter.ts';
import type { Repositories } from '../ports/store.ts';
import { DomainError, hasCode } from '../primitives/errors.ts';
import { minute } from '../primitives/time.ts';
import { readEmail } from '../accounts/email.ts';
import { signsInByPassword } from '../accounts/identity-rules.ts';
import { composePassword, verifyPassword } from '../accounts/password.ts';
import { byPassword, type LoggedIn, type SignIn } from '../accounts/session.ts';
import { spendCode, type SpendDependencies } from '../second-factor/spend-code.ts';
import { isTrusted } from '../second-factor/trusted-browsers.ts';
import { openChallenge, secondFactorRequired } from './challenges.ts';
import { openSession, type OpenSessionDependencies } from './open-session.ts';
import { assertSignsInByPassword, type PasswordLoginRule } from './password-login.ts';
import { recordRejection } from './reject-sign-in.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** For an account with a second factor: of the app, or a recovery code. */
  readonly code?: string | undefined;
  /** The secret of a trusted browser, which takes the place of the code. */
  readonly trustedBrowser?: string | undefined;
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
  'users' | 'challenges' | 'trustedBrowsers' | 'limiter' | 'passwords' | 'domainNames' | 'log'
> &
  SpendDependencies &
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
    return (credentials) =>
      verifyAndOpen(
        dependencies,
        readEmail(credentials.email, dependencies.domainNames),
        credentials,
        from,
      );
  };

export const logIn =
  (dependencies: LogInDependencies) =>
  async ({ client, userAgent, ...credentials }: LogIn): Promise<LoggedIn> =>
    (await startLogIn(dependencies)(client, userAgent))(credentials);

const verifyAndOpen = async (
  dependencies: LogInDependencies,
  email: Email | undefined,
  credentials: Credentials,
  from: LoginClient,
): Promise<LoggedIn> => {
  const { address } = from;
  const { password } = credentials;
  const user = email === undefined ? undefined : await dependencies.users.findByEmail(email);
  const { matches, outdated } = await verifyPassword(
    dependencies.passwords,
    password,
    user?.passwordHash,
  );
  if (user === undefined || !matches || !user.isActive) {
    await recordRejection(dependencies, user?.id, address);
    throw new DomainError('invalid_credentials', 'Invalid email or password');
  }
  // After the password: who does not know it learns nothing about the account.
  if (!signsInByPassword(dependencies.passwordLogin, user.role)) {
    await recordRejection(dependencies, user.id, address);
    assertSignsInByPassword(dependencies, user.role);
  }
  const { passwordHash } = user;
  const isOld = outdated && passwordHash !== undefined;
  const account = isOld ? await rehash(dependencies, user, passwordHash, password) : user;
  const loggedIn = await openWithFactor(dependencies, account, credentials, from);
  // The account changed after it was read, which ended its sessions: verify again.
  return loggedIn ?? verifyAndOpen(dependencies, email, credentials, from);
};

const byBoth: SignIn = { method: 'password', secondFactor: true };

/**
 * Opens a session after the right password, with the second factor if the account has one.
 *
 * @returns undefined if the account has changed since it was read.
 */
const openWithFactor = async (
  dependencies: LogInDependencies,
  user: User,
  { code, trustedBrowser }: Credentials,
  from: LoginClient,
): Promise<LoggedIn | undefined> => {
  if (!user.hasSecondFactor) return openSession(dependencies, user, from, byPassword);
  const { address } = from;
  if (code !== undefined) {
    const actor = { kind: 'anonymous', request: { address } } as const;
    await spendCode(dependencies, actor, user.id, code).catch(async (error: unknown) => {
      if (hasCode(error, 'invalid_code')) await recordRejection(dependencies, user.id, address);
      throw error;
    });
    return openSession(dependencies, user, from, byBoth);
  }
  const trusts = (inside: Pick<Repositories, 'trustedBrowsers'>): Promise<boolean> =>
    isTrusted(dependencies, inside, user.id, trustedBrowser);
  // Looked at again with the session: it may be ended meanwhile.
  if (await trusts(dependencies)) return openSession(dependencies, user, from, byBoth, trusts);
  const challenge = await openChallenge(dependencies, user);
  if (challenge !== undefined) throw secondFactorRequired(challenge);
  return undefined;
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
    const renewed = revisedUser(user, { passwordHash }, clock.now());
    await users.replacePasswordHash(user.id, outdated, passwordHash, renewed.updatedAt);
    return renewed;
  } catch (error) {
    log.warn('An outdated password hash could not be replaced', { user: user.id }, error);
    return user;
  }
};
