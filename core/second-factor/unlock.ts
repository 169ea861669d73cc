import { authorize } from '../access/policy.ts';
import { readEmail } from '../accounts/email.ts';
import { findUser } from '../accounts/read-users.ts';
import { audited } from '../events/record-audit.ts';
import { notice } from '../mail/notices.ts';
import type { QueueDependencies } from '../mail/queue-mail.ts';
import type { Actor } from '../model/actor.ts';
import { profileOf, type Profile, type User } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import { DomainError, notFound } from '../primitives/errors.ts';
import { endFactor } from './change-factor.ts';
import { factorNotice } from './factor-notices.ts';

export interface Unlocked {
  readonly user: Profile;
  readonly hadSecondFactor: boolean;
}

type UnlockDependencies = Pick<Dependencies, 'store' | 'clock'> & QueueDependencies;

export const removeFactorOf =
  (dependencies: UnlockDependencies) =>
  async (actor: Actor, userId: string): Promise<void> => {
    const { hadSecondFactor } = await unlock(dependencies, actor, ({ users }) =>
      findUser(users, userId),
    );
    if (!hadSecondFactor) throw notFound('Second factor');
  };

export const unlockAccount =
  (dependencies: UnlockDependencies & Pick<Dependencies, 'domainNames'>) =>
  async (actor: Actor, rawEmail: string): Promise<Unlocked> =>
    unlock(dependencies, actor, async ({ users }) => {
      const email = readEmail(rawEmail, dependencies.domainNames);
      const user = email === undefined ? undefined : await users.findByEmail(email);
      if (user === undefined) throw notFound('User');
      return user;
    });

const unlock = async (
  dependencies: UnlockDependencies,
  actor: Actor,
  find: (inside: Repositories) => Promise<User>,
): Promise<Unlocked> => {
  authorize(actor, 'administer');
  const { store, clock } = dependencies;
  return audited(
    { store, lock: 'accounts' },
    actor,
    async (inside) => {
      const user = await find(inside);
      if (actor.kind === 'user' && actor.userId === user.id) throw ownFactor();
      // A key that waits for its first code is no factor yet, but can have stopped codes.
      const stored = await inside.secondFactors.find(user.id);
      if (!user.hasSecondFactor && stored === undefined) {
        return { user: profileOf(user), hadSecondFactor: false };
      }
      const after = await endFactor(dependencies, inside, user);
      await inside.sessions.deleteByUser(user.id, undefined);
      if (user.hasSecondFactor) {
        const { subject, what } = factorNotice('removed', clock.now(), 'administrator');
        const text = { subject, what: `${what} All sessions of the account have ended.` };
        await notice(dependencies, inside, after, text);
      }
      return { user: profileOf(after), hadSecondFactor: true };
    },
    ({ user, hadSecondFactor }) =>
      hadSecondFactor ? { action: 'user.remove_second_factor', id: user.id } : undefined,
  );
};

const ownFactor = (): DomainError =>
  new DomainError('forbidden', 'Access denied: another administrator must remove your factor', {
    details: 'With a code, remove it yourself: POST /auth/totp/remove',
  });
