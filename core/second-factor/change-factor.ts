import { authorizeOwnAccount } from '../access/policy.ts';
import { findUser } from '../accounts/read-users.ts';
import { audited } from '../events/record-audit.ts';
import { notice } from '../mail/notices.ts';
import type { QueueDependencies } from '../mail/queue-mail.ts';
import type { Actor, UserActor } from '../model/actor.ts';
import type { AuditAction } from '../model/audit-entry.ts';
import type { SecondFactor } from '../model/second-factor.ts';
import { revisedUser, type User } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import { factorNotice, type FactorChange } from './factor-notices.ts';
import { newRecoveryCodes, plainCode, recoveryDigest } from './recovery-codes.ts';
import { endTrust, withCode, type EnteredCode, type SpendDependencies } from './spend-code.ts';

export interface EnterCode {
  readonly code: string;
}

/** Shown once. */
export interface RecoveryCodes {
  readonly recoveryCodes: readonly string[];
}

export type ChangeFactorDependencies = SpendDependencies &
  QueueDependencies &
  Pick<Dependencies, 'secrets'>;

export const confirmSecondFactor =
  (dependencies: ChangeFactorDependencies) =>
  async (actor: Actor, { code }: EnterCode): Promise<RecoveryCodes> => {
    const own = authorizeOwnAccount(actor);
    const { shown, stored } = await makeRecoveryCodes(dependencies, own.userId);
    await changeFactor(dependencies, own, {
      entered: { code, accepted: 'app', isPending: true },
      action: 'user.set_second_factor',
      change: 'set',
      next: (after) => ({ ...after, pendingUntil: undefined, recoveryCodes: stored }),
      others: async ({ users, sessions }, user) => {
        await users.update(revisedUser(user, { hasSecondFactor: true }, dependencies.clock.now()));
        await sessions.deleteByUser(own.userId, own.sessionId);
      },
    });
    return { recoveryCodes: shown };
  };

export const removeSecondFactor =
  (dependencies: ChangeFactorDependencies) =>
  async (actor: Actor, { code }: EnterCode): Promise<void> => {
    await changeFactor(dependencies, authorizeOwnAccount(actor), {
      entered: { code, accepted: 'any', isPending: false },
      action: 'user.remove_second_factor',
      change: 'removed',
      next: (after) => after,
      others: (inside, user) => endFactor(dependencies, inside, user),
    });
  };

export const renewRecoveryCodes =
  (dependencies: ChangeFactorDependencies) =>
  async (actor: Actor, { code }: EnterCode): Promise<RecoveryCodes> => {
    const own = authorizeOwnAccount(actor);
    const { shown, stored } = await makeRecoveryCodes(dependencies, own.userId);
    await changeFactor(dependencies, own, {
      entered: { code, accepted: 'app', isPending: false },
      action: 'user.renew_recovery_codes',
      change: 'recovery codes',
      next: (after) => ({ ...after, recoveryCodes: stored }),
    });
    return { recoveryCodes: shown };
  };

/**
 * Removes the second factor of an account, with its recovery codes, what has stopped its codes, its trusted browsers, and the
 * sign-ins that wait for a code. Its sessions stay.
 *
 * @param inside a transaction with the lock `accounts`. @param user as it is stored.
 * @returns the account after the change.
 */
export const endFactor = async (
  { clock }: Pick<Dependencies, 'clock'>,
  inside: Pick<Repositories, 'users' | 'secondFactors' | 'challenges' | 'trustedBrowsers'>,
  user: User,
): Promise<User> => {
  const after = revisedUser(user, { hasSecondFactor: false }, clock.now());
  await inside.users.update(after);
  await inside.secondFactors.delete(user.id);
  await endTrust(inside, user.id);
  return after;
};

const makeRecoveryCodes = async (
  dependencies: ChangeFactorDependencies,
  userId: string,
): Promise<{ readonly shown: readonly string[]; readonly stored: readonly string[] }> => {
  const shown = await newRecoveryCodes(dependencies);
  const stored = await Promise.all(
    shown.map((code) => recoveryDigest(dependencies, userId, plainCode(code))),
  );
  return { shown, stored };
};

interface Change {
  readonly entered: Omit<EnteredCode, 'userId'>;
  readonly action: AuditAction;
  readonly change: FactorChange;
  /** What is stored. @param after the factor after its code. */
  readonly next: (after: SecondFactor) => SecondFactor;
  /** Changes what depends on it. @param user as it is stored. */
  readonly others?: (inside: Repositories, user: User) => Promise<unknown>;
}

/** Uses a code up, changes the factor, and ends what it no longer vouches for: all of it, or nothing. */
const changeFactor = async (
  dependencies: ChangeFactorDependencies,
  actor: UserActor,
  { entered, action, change, next, others }: Change,
): Promise<void> => {
  const { store, clock } = dependencies;
  const { userId } = actor;
  await withCode(dependencies, actor, { ...entered, userId }, (after, expected) =>
    audited(
      { store, lock: 'accounts' },
      actor,
      async (inside) => {
        const user = await findUser(inside.users, userId);
        if (!(await inside.secondFactors.replace(next(after), expected))) return undefined;
        await others?.(inside, user);
        await endTrust(inside, userId);
        await notice(dependencies, inside, user, factorNotice(change, clock.now()));
        return true;
      },
      (isDone) => (isDone ? { action, id: userId } : undefined),
    ),
  );
};
