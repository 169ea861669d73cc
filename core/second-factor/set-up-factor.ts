import { authorizeOwnAccount } from '../access/policy.ts';
import { findUser } from '../accounts/read-users.ts';
import { verifyPassword } from '../accounts/password.ts';
import { audited } from '../events/record-audit.ts';
import { enforceLimit } from '../limits/rate-limit.ts';
import type { Actor, UserActor } from '../model/actor.ts';
import { pendingFactorMs } from '../model/second-factor.ts';
import { settingOf } from '../model/site/settings.ts';
import type { User } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Limit } from '../ports/rate-limiter.ts';
import { DomainError } from '../primitives/errors.ts';
import { minute } from '../primitives/time.ts';
import { keyUri } from './app-codes.ts';

export interface BeginSecondFactor {
  /** Undefined for an account without one. */
  readonly password?: string | undefined;
}

/** What an app needs to make codes. Shown once. */
export interface PendingSecondFactor {
  /** The key in base32, for typing. */
  readonly secret: string;
  /** The same as an `otpauth:` URI, for a QR code. */
  readonly uri: string;
}

type BeginDependencies = Pick<
  Dependencies,
  | 'users'
  | 'sessions'
  | 'site'
  | 'store'
  | 'limiter'
  | 'passwords'
  | 'encryption'
  | 'oneTimeCodes'
  | 'ids'
  | 'clock'
>;

export const beginSecondFactor =
  (dependencies: BeginDependencies) =>
  async (actor: Actor, { password }: BeginSecondFactor): Promise<PendingSecondFactor> => {
    const { users, site, store, encryption, oneTimeCodes, ids, clock } = dependencies;
    const own = authorizeOwnAccount(actor);
    const user = await findUser(users, own.userId);
    if (user.hasSecondFactor) throw factorExists();
    await proveOwner(dependencies, own, user, password);
    const { settings } = await site.load();
    const key = oneTimeCodes.newKey();
    const secret = await encryption.encrypt(key);
    await audited(
      { store, lock: 'accounts' },
      actor,
      async (inside) => {
        const { hasSecondFactor, passwordHash } = await findUser(inside.users, own.userId);
        if (hasSecondFactor) throw factorExists();
        // A concurrent change has replaced the password that was verified.
        if (passwordHash !== user.passwordHash) throw wrongPassword();
        const { secondFactors } = inside;
        const before = await secondFactors.find(own.userId);
        // A wrong code for it that is counted meanwhile has nothing to change any more.
        await secondFactors.delete(own.userId);
        await secondFactors.replace(
          {
            userId: own.userId,
            version: ids.next(),
            secret,
            pendingUntil: clock.now() + pendingFactorMs,
            lastStep: 0,
            recoveryCodes: [],
            wrongAt: before?.wrongAt ?? [],
          },
          undefined,
        );
      },
      () => ({ action: 'user.begin_second_factor', id: own.userId }),
    );
    return { secret: key, uri: keyUri(key, settingOf(settings, 'siteName'), user.email) };
  };

/** The same as that of changes of the password, and counted together with them. */
const attemptLimit: Limit = { attempts: 5, windowMs: minute };

/** How old a sign-in may be that stands for the password of an account without one. */
const recentSignInMs = 10 * minute;

/** @throws DomainError `wrong_password`, `rate_limited`, `overloaded`. */
const proveOwner = async (
  { limiter, passwords, sessions, clock }: BeginDependencies,
  { userId, sessionId }: UserActor,
  { passwordHash }: Pick<User, 'passwordHash'>,
  password: string | undefined,
): Promise<void> => {
  if (passwordHash === undefined) {
    const session = (await sessions.listByUser(userId)).find(({ id }) => id === sessionId);
    if (session !== undefined && session.createdAt > clock.now() - recentSignInMs) return;
    throw new DomainError('wrong_password', 'The sign-in is too old for this', {
      details: 'Sign in again, and repeat it within ten minutes',
    });
  }
  await enforceLimit(limiter, `password:${sessionId}`, attemptLimit);
  const { matches } = await verifyPassword(passwords, password ?? '', passwordHash);
  if (!matches) throw wrongPassword();
};

const wrongPassword = (): DomainError => new DomainError('wrong_password', 'The password is wrong');

const factorExists = (): DomainError =>
  new DomainError('factor_exists', 'This account has a second factor', {
    details: 'Remove it first',
  });
